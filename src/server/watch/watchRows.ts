// The SQL of fan-out: what exactly one save changed.

import type { Json } from 'src/model/item/Item.ts';
import type { Queryable } from 'src/server/store/database.ts';

export interface Diff {
  readonly t: number;
  readonly i: number;
  readonly u: number;
  /** Old and new value per property; null where only that it changed was kept. */
  readonly diff: Readonly<Record<string, readonly [Json, Json] | null>>;
}

export const diffsOf = (
  db: Queryable,
  types: readonly number[],
  numbers: readonly number[],
  us: readonly number[],
): Promise<Diff[]> =>
  db.query<Diff>(
    `select h.t, h.i, h.u, h.diff from unnest($1::smallint[], $2::int[], $3::int[]) as asked (t, i, u)
     join item_history h on h.t = asked.t and h.i = asked.i and h.u = asked.u`,
    [types, numbers, us],
    'diffsOf',
  );
