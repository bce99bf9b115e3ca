// What a GeoPackage holds by SQLite itself, beside what mapshaper makes of it: how many rows each table has, which of them were not read,
// and whether its coordinates belong to a place on the globe at all.

import { createRequire } from 'node:module';
import { isLocalSystem } from 'src/server/geoFiles/localSystem.ts';
import { READ_BOUNDS, type RawFeature } from 'src/server/geoFiles/geoFile.ts';

// It comes without types.
interface Statement {
  step(): boolean;
  getAsObject(): Record<string, unknown>;
  free(): void;
}
interface SqliteFile {
  prepare(sql: string): Statement;
  run(sql: string): void;
  export(): Uint8Array;
  close(): void;
}
interface Sqlite {
  readonly Database: new (bytes: Uint8Array) => SqliteFile;
}

export interface GeoPackageTables {
  /** The file, without definitions that mapshaper cannot read: programs add such a one to every file, used or not. */
  readonly bytes: Uint8Array;
  /** Definition of the first local system that a table has its coordinates in. */
  readonly local: string | undefined;
  readonly names: readonly string[];
  /** Rows of the table that are not among the features that were read. */
  unread(table: string, read: readonly RawFeature[]): readonly RawFeature[];
  close(): void;
}

const TABLES = `select c.table_name as name, g.column_name as shape, s.definition as definition
  from gpkg_contents c join gpkg_geometry_columns g on g.table_name = c.table_name
  left join gpkg_spatial_ref_sys s on s.srs_id = g.srs_id
  where c.data_type = 'features' order by c.rowid`;
const DEFINITIONS = 'select srs_id as id, definition from gpkg_spatial_ref_sys';
/** Of a row that has no shape at all. */
const SHAPELESS = '__shapeless';

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;

const sqliteOf = async (): Promise<Sqlite> => {
  const ofMapshaper = createRequire(createRequire(import.meta.url).resolve('mapshaper'));
  const ofGeoPackage = createRequire(ofMapshaper.resolve('@ngageoint/geopackage'));
  const start = ofGeoPackage('rtree-sql.js') as (options: { locateFile(): string }) => Promise<Sqlite>;
  return await start({ locateFile: () => ofGeoPackage.resolve('rtree-sql.js/dist/sql-wasm.wasm') });
};

function* rowsOf(file: SqliteFile, sql: string): Generator<Record<string, unknown>> {
  const statement = file.prepare(sql);
  try {
    while (statement.step()) yield statement.getAsObject();
  } finally {
    statement.free();
  }
}

const isValue = (value: unknown): value is string | number => typeof value === 'string' || typeof value === 'number';

/** Without blobs, which are no attributes of a place. */
const featureOf = (row: Record<string, unknown>): RawFeature => {
  const { [SHAPELESS]: shapeless, ...values } = row;
  const properties = Object.fromEntries(
    Object.entries(values).filter((entry): entry is [string, string | number] => isValue(entry[1])),
  );
  return { geometry: null, properties, ...(shapeless !== 1 && { fault: { message: 'geoFile.unreadShape' } }) };
};

const unreadIn = (file: SqliteFile, [table, shape]: readonly [string, string], read: readonly RawFeature[]) => {
  const [count] = rowsOf(file, `select count(*) as rows from ${quoted(table)}`);
  const missing = Math.min(Number(count?.['rows'] ?? 0), READ_BOUNDS.rows + 1) - read.length;
  if (missing <= 0) return [];
  const columns = [...rowsOf(file, `pragma table_info(${quoted(table)})`)];
  const key = columns.find(({ pk }) => pk === 1)?.['name'];
  const names = columns.map(({ name }) => String(name)).filter((name) => name !== shape);
  const known = new Set(read.map(({ properties }) => (typeof key === 'string' ? properties[key] : undefined)));
  const found: RawFeature[] = [];
  const sql = `select ${[...names.map(quoted), `${quoted(shape)} is null as ${SHAPELESS}`].join(', ')} from ${quoted(table)}`;
  // A view has no key: that rows are missing is known, and not which.
  if (typeof key !== 'string') return Array.from({ length: missing }, () => featureOf({}));
  for (const row of rowsOf(file, sql)) if (!known.has(row[key] as never)) found.push(featureOf(row));
  return found;
};

export const openGeoPackage = async (content: Uint8Array): Promise<GeoPackageTables> => {
  const { Database } = await sqliteOf();
  const file = new Database(content);
  const tables = new Map<string, string>();
  let local: string | undefined;
  for (const { name, shape, definition } of rowsOf(file, TABLES)) {
    tables.set(String(name), String(shape));
    if (local === undefined && isLocalSystem(definition)) local = String(definition);
  }
  const foreign = [...rowsOf(file, DEFINITIONS)].filter(({ definition }) => isLocalSystem(definition));
  for (const { id } of foreign)
    if (Number.isInteger(id))
      file.run(`update gpkg_spatial_ref_sys set definition = 'undefined' where srs_id = ${String(id)}`);
  return {
    bytes: foreign.length > 0 ? file.export() : content,
    local,
    names: [...tables.keys()],
    unread: (table, read) => {
      const shape = tables.get(table);
      return shape === undefined ? [] : unreadIn(file, [table, shape], read);
    },
    close: () => file.close(),
  };
};
