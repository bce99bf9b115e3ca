// Reads a GeoPackage with SQLite as WebAssembly: every row of its feature tables, including those with unreadable shapes.

import { createRequire } from 'node:module';
import type { Json } from 'src/model/item/Item.ts';
import { isLocalSystem } from 'src/server/geoFiles/localSystem.ts';
import {
  declaredOrChosen,
  featureInDegrees,
  nameInWkt,
  systemByCode,
  systemByWkt,
  type ReferenceSystem,
} from 'src/server/geoFiles/referenceSystem.ts';
import {
  GeoFileError,
  READ_BOUNDS,
  type RawFeature,
  type RawLayer,
  type ReadOptions,
} from 'src/server/geoFiles/geoFile.ts';
import { geometryInBlob, UnreadShape } from 'src/server/geoFiles/wkb.ts';

// The package has no types.
type Row = Readonly<Record<string, unknown>>;
interface Statement {
  step(): boolean;
  getAsObject(): Row;
  free(): void;
}
interface SqliteFile {
  prepare(sql: string): Statement;
  close(): void;
}
interface Sqlite {
  readonly Database: new (bytes: Uint8Array) => SqliteFile;
}

interface Table {
  readonly name: string;
  readonly shape: string;
  readonly system: ReferenceSystem;
  /** Name of the system for people. */
  readonly crs: string;
}

export interface ReadPackage {
  readonly layers: readonly RawLayer[];
  readonly crs: string | undefined;
  readonly notes: readonly string[];
}

const FEATURE_TABLES_SQL = `select c.table_name as name, g.column_name as shape, g.srs_id as id, s.srs_name as label,
  s.organization as authority, s.organization_coordsys_id as code, s.definition as definition
  from gpkg_contents c join gpkg_geometry_columns g on g.table_name = c.table_name
  left join gpkg_spatial_ref_sys s on s.srs_id = g.srs_id
  where c.data_type = 'features' order by c.rowid`;

const MAX_TABLE_NAME = 120;

const sqlName = (name: string): string => `"${name.replaceAll('"', '""')}"`;

const sqliteOf = async (): Promise<Sqlite> => {
  const ofMapshaper = createRequire(createRequire(import.meta.url).resolve('mapshaper'));
  const ofGeoPackage = createRequire(ofMapshaper.resolve('@ngageoint/geopackage'));
  const start = ofGeoPackage('rtree-sql.js') as (options: { locateFile(): string }) => Promise<Sqlite>;
  return await start({ locateFile: () => ofGeoPackage.resolve('rtree-sql.js/dist/sql-wasm.wasm') });
};

function* sqlRows(file: SqliteFile, sql: string): Generator<Row> {
  const statement = file.prepare(sql);
  try {
    while (statement.step()) yield statement.getAsObject();
  } finally {
    statement.free();
  }
}

/** Codes of the standard for coordinates of an undefined system: Cartesian and geographic. */
const UNDEFINED_SYSTEMS: readonly unknown[] = [-1, 0];

const isKnownCode = (code: string): boolean => {
  try {
    systemByCode(code);
    return true;
  } catch (error) {
    return error instanceof GeoFileError && error.refusal.message === 'geoFile.otherDatum';
  }
};

/** Prefers the code when it is known, because it says more about the datum than the text. */
const geoPackageSystem = ({ id, authority, code, definition }: Row): ReferenceSystem => {
  const text = typeof definition === 'string' ? definition : '';
  if (isLocalSystem(text)) return systemByWkt(text);
  if (UNDEFINED_SYSTEMS.includes(id)) throw new GeoFileError('noReferenceSystem', { path: '/crs' });
  const known = `${String(authority).toUpperCase()}:${String(code)}`;
  return isKnownCode(known) ? systemByCode(known, '/upload') : systemByWkt(text);
};

const systemName = ({ id, label, definition }: Row): string => {
  const name = typeof label === 'string' && label !== '' ? label : nameInWkt(String(definition));
  return (name ?? String(id)).slice(0, MAX_TABLE_NAME);
};

const tablesIn = (file: SqliteFile, chosen: string | undefined): Table[] =>
  [...sqlRows(file, FEATURE_TABLES_SQL)].map((row) => {
    const { system, isChosen } = declaredOrChosen(() => geoPackageSystem(row), chosen);
    const crs = isChosen ? String(chosen) : systemName(row);
    return { name: String(row['name']), shape: String(row['shape']), system, crs };
  });

const isCellValue = (value: unknown): value is string | number =>
  typeof value === 'string' || typeof value === 'number';

const shapeIn = (value: unknown): Pick<RawFeature, 'geometry' | 'fault'> => {
  if (value === null || value === undefined) return { geometry: null };
  const unread = { geometry: null, fault: { message: 'geoFile.unreadShape' } };
  if (!(value instanceof Uint8Array)) return unread;
  try {
    return { geometry: geometryInBlob(value) };
  } catch (error) {
    if (error instanceof UnreadShape) return unread;
    throw error;
  }
};

const BOOLEAN = /^boolean$/iu;

const tableFeatures = (file: SqliteFile, { name, shape, system }: Table): RawFeature[] => {
  const truths = new Set(
    [...sqlRows(file, `pragma table_info(${sqlName(name)})`)]
      .filter(({ type }) => BOOLEAN.test(String(type)))
      .map((column) => String(column['name'])),
  );
  const found: RawFeature[] = [];
  // One row more than allowed, so that the limit is noticed.
  for (const row of sqlRows(file, `select * from ${sqlName(name)} limit ${READ_BOUNDS.rows + 1}`)) {
    const properties = Object.fromEntries(
      Object.entries(row)
        .filter((entry): entry is [string, string | number] => entry[0] !== shape && isCellValue(entry[1]))
        .map(([column, value]): [string, Json] => [column, truths.has(column) ? value !== 0 : value]),
    );
    found.push(featureInDegrees({ ...shapeIn(row[shape]), properties }, system));
  }
  return found;
};

export const readGeoPackage = async (content: Uint8Array, { crs }: ReadOptions): Promise<ReadPackage> => {
  const { Database } = await sqliteOf();
  const file = new Database(content);
  try {
    const tables = tablesIn(file, crs);
    const names = new Set(tables.map((table) => table.crs));
    return {
      layers: tables
        .map((table) => ({ name: table.name, features: tableFeatures(file, table) }))
        .filter(({ features }) => features.length > 0),
      crs: names.size === 0 ? undefined : [...names].join(', '),
      notes: tables.some(({ system }) => system.isApproximate) ? ['geoFile.averageShift'] : [],
    };
  } finally {
    file.close();
  }
};
