// SQL of server/schemaMigration: schemas by which items were stored, and iteration over items of older ones.

import type { Json } from 'src/model/item/Item.ts';
import type { Queryable, Transaction } from 'src/server/store/database.ts';
import { numbered, partitionOf } from 'src/server/store/partitions.ts';

export interface ItemSchema {
  readonly t: number;
  readonly number: number;
  readonly fingerprint: string;
  readonly names: readonly string[];
  /** The migrate operations that were applied to rows of this schema. */
  readonly done: readonly string[];
  /** Part of the declaration that determines readers; null in rows from before it was stored. */
  readonly rights: Json;
  /** Job of the processes with this schema. */
  readonly task: string;
}

/** The second of two processes that start at once waits here. */
export const lockSchemas = async (tx: Transaction): Promise<void> => {
  await tx.query('lock table item_schema in exclusive mode');
};

/** Returns all schemas of each type, the one in force last. */
export const knownSchemas = async (db: Queryable): Promise<Map<number, ItemSchema[]>> => {
  const found = new Map<number, ItemSchema[]>();
  const rows = await db.query<ItemSchema>(
    'select t, number, fingerprint, names, done, rights, task from item_schema order by t, turn',
  );
  for (const row of rows) found.set(row.t, [...(found.get(row.t) ?? []), row]);
  return found;
};

/** Puts a schema in force, whether new or used before. */
export const enforceSchema = async (
  tx: Transaction,
  { t, number, fingerprint, names, done, rights, task }: ItemSchema,
): Promise<void> => {
  await tx.query(
    `insert into item_schema (t, number, fingerprint, names, done, rights, task) values ($1, $2, $3, $4::text[], $5::text[], $6::jsonb, $7)
     on conflict (t, number) do update set rights = excluded.rights, task = excluded.task, turn = default`,
    [t, number, fingerprint, names, done, JSON.stringify(rights), task],
  );
};

/** Sets the job that migrates items of the type to the schema, which is in force already. */
export const nameTask = async (
  tx: Transaction,
  { t, number, task }: Pick<ItemSchema, 't' | 'number' | 'task'>,
): Promise<void> => {
  await tx.query('update item_schema set task = $3 where t = $1 and number = $2 and task <> $3', [t, number, task]);
};

/** Prefix of the names of all migration jobs. */
export const MIGRATION_JOBS = 'migrateItems ';

/**
 * Replaces migration jobs of declarations that are no longer in force, for which no running program has a handler, by the job of the
 * current ones.
 */
export const adoptMigrations = async (db: Queryable): Promise<void> => {
  await db.query(
    `with in_force as (select distinct on (t) t, task from item_schema order by t, turn desc),
      lost as (select j.id, f.t, f.task from graphile_worker._private_jobs j
        join graphile_worker._private_tasks k on k.id = j.task_id and starts_with(k.identifier, $1)
        join in_force f on f.t = (j.payload ->> 'type')::int and f.task <> '' and f.task <> k.identifier
        where j.locked_at is null for update of j skip locked),
      gone as (delete from graphile_worker._private_jobs where id in (select id from lost))
    select graphile_worker.add_job(identifier => task, payload => json_build_object('type', t), job_key => task || ' ' || t)
    from (select distinct t, task from lost) adopted`,
    [MIGRATION_JOBS],
  );
};

interface StaleRow {
  readonly i: number;
  readonly schema: number;
}

const STALE = (t: number): string => `from ${partitionOf(t)} x where x.t = ${Math.trunc(t)} and x.schema <> $1
  and not exists (select from item_misfit m where m.t = ${Math.trunc(t)} and m.i = x.i and m.schema = $1)`;

/** Returns items after `last` with another schema than `number`. */
export const staleNumbers = async (
  db: Queryable,
  t: number,
  { number, last, max }: { readonly number: number; readonly last: number; readonly max: number },
): Promise<number[]> =>
  (
    await db.query<{ i: number }>(`select x.i ${STALE(t)} and x.i > $2 order by x.i limit ${Math.trunc(max)}`, [
      number,
      last,
    ])
  ).map(({ i }) => i);

/** Returns which of these items are still stale, with their schemas, and locks them. */
export const lockStale = async (
  tx: Transaction,
  t: number,
  { number, numbers }: { readonly number: number; readonly numbers: readonly number[] },
): Promise<Map<number, number>> => {
  const text = `select x.i, x.schema ${STALE(t)} and ${numbered(t, '$2')} order by x.i for no key update of x`;
  return new Map((await tx.query<StaleRow>(text, [number, numbers])).map(({ i, schema }) => [i, schema]));
};

/** Returns all restricted values and geometries by item, including those of types that no longer declare such properties. */
export const restrictedValues = async (
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

interface MoveRow {
  readonly i: number;
  readonly kind: string;
  readonly at: Date;
}

/** Returns the latest version of each item in which its state changed. */
export const lastMoves = async (
  db: Queryable,
  t: number,
  { state, numbers }: { readonly state: string; readonly numbers: readonly number[] },
): Promise<Map<number, { readonly kind: string; readonly at: string }>> => {
  const rows = await db.query<MoveRow>(
    `select distinct on (i) i, kind, at from item_history
     where t = $1 and i = any($2::int[]) and u > 1 and jsonb_exists(diff, $3) order by i, u desc`,
    [t, numbers, state],
  );
  return new Map(rows.map(({ i, kind, at }) => [i, { kind, at: at.toISOString() }]));
};

interface MisfitRow {
  readonly t: number;
  readonly i: number;
  readonly schema: number;
  readonly problem: string;
  /** Acl by which the item is read from now on; null keeps its own. */
  readonly acl: number | null;
}

/**
 * Records an item that does not fit the schema. Its sort values are removed, because they have the old schema and would be sorted among
 * values of another kind.
 */
export const addMisfit = async (db: Queryable, { t, i, schema, problem, acl }: MisfitRow): Promise<void> => {
  await db.query(
    `with misfit as (insert into item_misfit (t, i, schema, problem) values ($1, $2, $3, $4)
        on conflict (t, i, schema) do update set problem = excluded.problem),
      parts as (update item_level set acl = $5 where t = $1 and i = $2 and $5::int is not null),
      item as (update ${partitionOf(t)} set sort_keys = '{}', acl = coalesce($5::int, acl) where t = $1 and i = $2 returning n, u, acl)
    insert into outbox (t, i, n, u, acl, op) select $1, $2, n, u, acl, 'a' from item`,
    [t, i, schema, problem, acl],
  );
};
