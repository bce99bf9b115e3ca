// One partition of `item` per declared type, with the indexes that its declaration asks for. Called by migrate, and by
// server/schemaMigration once the stored items are as the declaration says.

import { createHash } from 'node:crypto';
import { isGeometry, KINDS } from 'src/model/schema/propertyKinds.ts';
import type { Property } from 'src/model/schema/Property.ts';
import type { ServerItemType } from 'src/model/schema/Registry.ts';
import { propertyAt } from 'src/model/schema/paths.ts';
import type { Database, Queryable } from 'src/server/store/database.ts';

export const partitionOf = (typeNumber: number): string => `item_${Math.trunc(typeNumber)}`;

/** One of the numbers in a parameter. Read by a sub-select: of a bare list PostgreSQL knows the length and plans anew each time. */
export const numbered = (column: string, parameter: string): string =>
  `${column} = any((select ${parameter}::int[])::int[])`;

// Names of indexes are cut at 63 bytes, and a path may hold any character.
const indexName = (table: string, what: string): string =>
  `${table}_${createHash('sha256').update(what).digest('hex').slice(0, 12)}`;

export const quoted = (text: string): string => `'${text.replaceAll("'", "''")}'`;

/** The indexed expression of a sort; search/ must order by the same text for the index to serve. */
export const sortExpression = (property: Property, path: string): string =>
  KINDS[property.kind].sort === 'number'
    ? `((sort_keys->>${quoted(path)})::float8)`
    : `((sort_keys->>${quoted(path)}) collate "C")`;

interface SortIndex {
  readonly name: string;
  readonly expression: string;
}

/** The name tells the expression: of a property that is another kind now, the index is another one. */
const sortIndexes = (type: ServerItemType): SortIndex[] => {
  const table = partitionOf(type.number);
  return type.view.sorts.flatMap(({ path }) => {
    const property = propertyAt(type.properties, path);
    // Of many values the first is sorted by, a clock value changes by itself, and a stricter property stands apart.
    if (!property || property.many || property.computed?.clock === true || property.level !== undefined) return [];
    const expression = sortExpression(property, path);
    return [{ name: indexName(table, `sort ${expression}`), expression }];
  });
};

/** Sort indexes of an earlier declaration: they would only cost, and refuse values of another kind. */
export const dropOldIndexes = async (db: Database, type: ServerItemType): Promise<void> => {
  const wanted = sortIndexes(type).map(({ name }) => name);
  const old = await db.query<{ name: string }>(
    `select indexname as name from pg_indexes where schemaname = current_schema() and tablename = $1 and indexname ~ $2 and indexname <> all($3::text[])`,
    [partitionOf(type.number), `^${partitionOf(type.number)}_[0-9a-f]{12}$`, wanted],
  );
  for (const { name } of old) await db.maintain(`drop index concurrently if exists ${name}`);
};

const wantedIndexes = (type: ServerItemType): { readonly name: string; readonly on: string }[] => {
  const table = partitionOf(type.number);
  const sorts = sortIndexes(type).map(({ name, expression }) => ({ name, on: `${table} (${expression}, i, acl)` }));
  const hasGeometry = Object.values(type.properties).some(({ kind }) => isGeometry(kind));
  return hasGeometry ? [...sorts, { name: `${table}_bb`, on: `${table} using gist (bbox)` }] : sorts;
};

// One that another process is building looks unfinished too.
const UNFINISHED = `select 1 from pg_index where indexrelid = to_regclass($1) and not indisvalid
  and indexrelid not in (select index_relid from pg_stat_progress_create_index)`;

/** Without holding up anybody. Of a type whose items are indexed as it declares: of others a value might be of another kind. */
export const buildIndexes = async (db: Database, type: ServerItemType): Promise<void> => {
  for (const { name, on } of wantedIndexes(type)) {
    const [unfinished] = await db.query(UNFINISHED, [name]);
    if (unfinished !== undefined) await db.maintain(`drop index concurrently if exists ${name}`);
    await db.maintain(`create index concurrently if not exists ${name} on ${on}`);
  }
};

export const ensurePartition = async (db: Queryable, type: ServerItemType): Promise<void> => {
  const table = partitionOf(type.number);
  // Body and words go out of line early, so that the rows scanned stay narrow.
  await db.query(
    `create table if not exists ${table} partition of item for values in (${Math.trunc(type.number)}) with (toast_tuple_target = 256)`,
  );
  const [filled] = await db.query(`select 1 from ${table} limit 1`);
  if (filled !== undefined) return;
  for (const { name, on } of wantedIndexes(type)) await db.query(`create index if not exists ${name} on ${on}`);
};
