// One partition of `item` per declared type, with the indexes that its declaration asks for. Called by migrate, and by
// server/reshape once the stored items are as the declaration says.

import { createHash } from 'node:crypto';
import type { Property } from 'src/model/schema/Property.ts';
import type { ServerItemType } from 'src/model/schema/Registry.ts';
import { propertyAt } from 'src/model/schema/paths.ts';
import type { Queryable } from 'src/server/store/database.ts';

const NUMERIC: ReadonlySet<string> = new Set([
  'integer',
  'number',
  'date',
  'dateTime',
  'partialDate',
  'time',
  'boolean',
]);

export const partitionOf = (typeNumber: number): string => `item_${Math.trunc(typeNumber)}`;

// Names of indexes are cut at 63 bytes, and a path may hold any character.
const indexName = (table: string, what: string): string =>
  `${table}_${createHash('sha256').update(what).digest('hex').slice(0, 12)}`;

export const quoted = (text: string): string => `'${text.replaceAll("'", "''")}'`;

/** The indexed expression of a sort; search/ must order by the same text for the index to serve. */
export const sortExpression = (property: Property, path: string): string =>
  NUMERIC.has(property.kind)
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

const boxIndex = (type: ServerItemType): string[] => {
  const table = partitionOf(type.number);
  const hasGeometry = Object.values(type.properties).some((property) => property.kind === 'geometry');
  return hasGeometry ? [`create index if not exists ${table}_bb on ${table} using gist (bbox)`] : [];
};

/** Sort indexes of an earlier declaration: they would only cost, and refuse values of another kind. */
const dropOldIndexes = async (db: Queryable, type: ServerItemType): Promise<void> => {
  const wanted = sortIndexes(type).map(({ name }) => name);
  const old = await db.query<{ name: string }>(
    `select indexname as name from pg_indexes where schemaname = current_schema() and tablename = $1 and indexname ~ $2 and indexname <> all($3::text[])`,
    [partitionOf(type.number), `^${partitionOf(type.number)}_[0-9a-f]{12}$`, wanted],
  );
  for (const { name } of old) await db.query(`drop index if exists ${name}`);
};

/** Of a type whose items are drawn as it declares; of others a value might not be of the kind that an index takes. */
export const ensureIndexes = async (db: Queryable, type: ServerItemType): Promise<void> => {
  const table = partitionOf(type.number);
  const sorts = sortIndexes(type).map(
    ({ name, expression }) => `create index if not exists ${name} on ${table} (${expression}, i, acl)`,
  );
  for (const statement of [...sorts, ...boxIndex(type)]) await db.query(statement);
};

export const ensurePartition = async (db: Queryable, type: ServerItemType): Promise<void> => {
  const table = partitionOf(type.number);
  // Body and words go out of line early, so that the rows scanned stay narrow.
  await db.query(
    `create table if not exists ${table} partition of item for values in (${Math.trunc(type.number)}) with (toast_tuple_target = 256)`,
  );
  await dropOldIndexes(db, type);
  const [filled] = await db.query(`select 1 from ${table} limit 1`);
  if (filled === undefined) await ensureIndexes(db, type);
};
