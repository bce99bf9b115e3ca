// The SQL of fan-out: what of a changed item decides who hears of it, and what exactly one save changed.

import type { Json } from 'src/model/item/Item.ts';
import type { Queryable } from 'src/server/store/Database.ts';

/** A changed item as it stands now. */
export interface Standing {
  readonly t: number;
  readonly i: number;
  readonly u: number;
  readonly acl: number;
  readonly label: string;
  readonly updated: Date;
}

export interface Diff {
  readonly t: number;
  readonly i: number;
  readonly u: number;
  /** Old and new value per property; null where only that it changed was kept. */
  readonly diff: Readonly<Record<string, readonly [Json, Json] | null>>;
}

export const standingOf = (db: Queryable, types: readonly number[], numbers: readonly number[]): Promise<Standing[]> =>
  db.query<Standing>(
    `select i.t, i.i, i.u, i.acl, i.label, i.updated from unnest($1::smallint[], $2::int[]) as asked (t, i) join item i on i.t = asked.t and i.i = asked.i`,
    [types, numbers],
    'standingOf',
  );

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
