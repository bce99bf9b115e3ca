// One partition of `item` per declared type, with the indexes that its declaration asks for. Called by migrate only.

import { createHash } from 'node:crypto';
import type { Property } from 'src/model/schema/Property.ts';
import type { ServerItemType } from 'src/model/schema/Registry.ts';
import { propertyAt } from 'src/model/schema/paths.ts';
import type { Queryable } from 'src/server/store/Database.ts';

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

const quoted = (text: string): string => `'${text.replaceAll("'", "''")}'`;

/** The indexed expression of a sort; search/ must order by the same text for the index to serve. */
export const sortExpression = (property: Property, path: string): string =>
  NUMERIC.has(property.kind) ? `((sk->>${quoted(path)})::float8)` : `((sk->>${quoted(path)}) collate "C")`;

const sortIndexes = (type: ServerItemType): string[] => {
  const table = partitionOf(type.number);
  return type.view.sorts.flatMap(({ path }) => {
    const property = propertyAt(type.properties, path);
    // Of many values the first is sorted by, a clock value changes by itself, and a stricter property stands apart.
    if (!property || property.many || property.computed?.clock === true || property.level !== undefined) return [];
    return [
      `create index if not exists ${indexName(table, `sort ${path}`)} on ${table} (${sortExpression(property, path)}, i, acl)`,
    ];
  });
};

const boxIndex = (type: ServerItemType): string[] => {
  const table = partitionOf(type.number);
  const hasGeometry = Object.values(type.properties).some((property) => property.kind === 'geometry');
  return hasGeometry ? [`create index if not exists ${table}_bb on ${table} using gist (bb)`] : [];
};

export const ensurePartition = async (db: Queryable, type: ServerItemType): Promise<void> => {
  const table = partitionOf(type.number);
  // Body and words go out of line early, so that the rows scanned stay narrow.
  await db.query(
    `create table if not exists ${table} partition of item for values in (${Math.trunc(type.number)}) with (toast_tuple_target = 256)`,
  );
  for (const statement of [...sortIndexes(type), ...boxIndex(type)]) await db.query(statement);
};
