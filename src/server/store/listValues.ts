// Reads the values of value lists that people created or archived, stored in LOVValue items. Unfiltered: keys are checked, not shown.

import type { Queryable } from 'src/server/store/database.ts';
import { partitionOf } from 'src/server/store/partitions.ts';

export interface StoredListValue {
  readonly key: string;
  readonly state: string;
}

interface Wanted {
  /** Type number of the list values. */
  readonly t: number;
  readonly list: string;
  /** Owner ids, or `system` for values without owner. */
  readonly owners: readonly string[];
  readonly keys: readonly string[];
}

/** `list` is a facet of the type, so its terms lead to the values; everything else is read from these few items. */
const readListValues = (db: Queryable, { t, list, owners, keys }: Wanted): Promise<StoredListValue[]> =>
  db.query<StoredListValue>(
    `select body->>'key' as key, coalesce(body->>'state', 'ACTIVE') as state from ${partitionOf(t)}
     where terms && array(select id from term where prop = 'list' and val = $1)
       and body->>'list' = $1 and coalesce(body->>'owner', 'system') = any($2::text[]) and body->>'key' = any($3::text[])
     order by body->>'owner' nulls first`,
    [list, owners, keys],
    'list.values',
  );

/** A batch of items asks each question once. */
export const listValues = (db: Queryable, wanted: Wanted): Promise<StoredListValue[]> => {
  if (!db.batch) return readListValues(db, wanted);
  const { lists } = db.batch;
  const answers = lists.get(wanted.t) ?? new Map<string, Promise<StoredListValue[]>>();
  lists.set(wanted.t, answers);
  const question = JSON.stringify(wanted);
  const answer = answers.get(question) ?? readListValues(db, wanted);
  answers.set(question, answer);
  return answer;
};
