// Search as operations use it: permission, filters, exact totals, facets and sort from the columns; text hits from PostgreSQL.

import type { Query, SearchAnswer, Suggestion } from 'src/model/generated/wire.ts';
import type { Gate } from 'src/server/access/Gate.ts';

export interface Search {
  /** Refuses undeclared or unreadable keys with `invalid`. Sees every write that this process had acknowledged before the call. */
  search(gate: Gate, query: Query): Promise<SearchAnswer>;
  suggest(gate: Gate, text: string, types: readonly string[] | undefined): Promise<Suggestion[]>;
  /** Resolves when the columns are loaded and the feed is running. */
  ready(): Promise<void>;
  stop(): Promise<void>;
}
