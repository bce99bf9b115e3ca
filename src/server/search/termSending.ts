// Sends interned terms to the search worker, each once.

import { eachTermPage, termsById, type TermRow } from 'src/server/search/columnRows.ts';
import type { Terms } from 'src/server/search/termLookup.ts';
import type { WorkerPort } from 'src/server/search/workerPort.ts';
import type { Queryable } from 'src/server/store/database.ts';

/** One for each filled worker. */
export const createTermSending = (to: WorkerPort, database: Queryable, terms: Terms) => {
  const known = new Set<number>();
  const send = (rows: readonly TermRow[]): void => {
    for (const { id } of rows) known.add(id);
    to.notify({ do: 'terms', batch: terms.batch(rows) });
  };
  return {
    all: (): Promise<void> => eachTermPage(database, send),
    /** Sends those of the terms that the worker does not have. */
    async learn(ids: readonly number[]): Promise<void> {
      const unknown = ids.filter((id) => !known.has(id));
      if (unknown.length > 0) send(await termsById(database, [...new Set(unknown)]));
    },
  };
};

export type TermSending = ReturnType<typeof createTermSending>;
