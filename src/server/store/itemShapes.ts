// Statements of server/reshape: how the items of each type were last drawn, and the walk over them.

import type { Json } from 'src/model/item/Item.ts';
import type { Queryable, Transaction } from 'src/server/store/database.ts';
import { partitionOf } from 'src/server/store/partitions.ts';

export interface ItemShape {
  readonly t: number;
  readonly shape: string;
  readonly names: readonly string[];
  readonly done: readonly string[];
}

/** The second of two processes that start at once waits here, and then finds everything done. */
export const lockShapes = async (tx: Transaction): Promise<void> => {
  await tx.query('set local statement_timeout = 0');
  await tx.query('lock table item_shape in exclusive mode');
};

export const knownShapes = async (db: Queryable): Promise<Map<number, ItemShape>> =>
  new Map((await db.query<ItemShape>('select t, shape, names, done from item_shape')).map((row) => [row.t, row]));

/** What was carried out before stays remembered, also when its operation is not declared any more. */
export const rememberShape = async (db: Queryable, { t, shape, names, done }: ItemShape): Promise<void> => {
  await db.query(
    `insert into item_shape as known (t, shape, names, done) values ($1, $2, $3::text[], $4::text[])
     on conflict (t) do update set shape = excluded.shape, names = excluded.names,
       done = (select coalesce(array_agg(distinct each), '{}') from unnest(known.done || excluded.done) each)`,
    [t, shape, names, done],
  );
};

export const numbersAfter = async (
  db: Queryable,
  t: number,
  { last, max }: { last: number; max: number },
): Promise<number[]> =>
  (
    await db.query<{ i: number }>(`select i from ${partitionOf(t)} where i > $1 order by i limit ${Math.trunc(max)}`, [
      last,
    ])
  ).map(({ i }) => i);

/** What stands apart, by item number: also of a type that has nothing apart by its present declaration. */
export const leftApart = async (
  db: Queryable,
  t: number,
  numbers: readonly number[],
): Promise<Map<number, Readonly<Record<string, Json>>>> => {
  const rows = await db.query<{ i: number; values: Readonly<Record<string, Json>> }>(
    `select i, body as values from item_level where t = $1 and i = any($2::int[])
     union all select i, jsonb_build_object(prop, geometry) from item_geometry where t = $1 and i = any($2::int[])`,
    [t, numbers],
  );
  const found = new Map<number, Readonly<Record<string, Json>>>();
  for (const { i, values } of rows) found.set(i, { ...found.get(i), ...values });
  return found;
};

/** For a type that has nothing apart any more: what was there has gone into its items. */
export const dropApart = async (db: Queryable, t: number): Promise<void> => {
  await db.query('delete from item_level where t = $1', [t]);
  await db.query('delete from item_geometry where t = $1', [t]);
};
