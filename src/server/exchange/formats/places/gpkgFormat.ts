// Exports as a GeoPackage 1.3: a database of SQLite with one table of features, with typed columns. SQLite writes it page by page into a
// temporary folder, and the finished file is sent.

import { createReadStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Database } from 'node-sqlite3-wasm';
import { boundsOfGeometry, type Box } from 'src/model/geo/box.ts';
import type { Geometry } from 'src/model/geo/geoJson.ts';
import { wkbOf } from 'src/model/geo/wkbOf.ts';
import type { Cell, CellType } from 'src/model/kinds/KindCodec.ts';
import type { ExportFormat } from 'src/server/exchange/ExportFormat.ts';
import { cellTypesOf, type ExportRow, type ExportSource } from 'src/server/exchange/exportSource.ts';
import { GEOPACKAGE_SQL } from 'src/server/exchange/geoPackageSql.ts';
import { uniqueNames } from 'src/server/exchange/placeNames.ts';

const KEY = 'fid';
const SHAPE = 'geom';
const TABLE = 'records';
const WGS84 = 4326;

const SQLITE_TYPES: Readonly<Record<CellType, string>> = {
  text: 'TEXT',
  integer: 'INTEGER',
  number: 'DOUBLE',
  boolean: 'BOOLEAN',
  day: 'DATE',
  moment: 'DATETIME',
  time: 'TEXT',
};

const quotedName = (name: string): string => `"${name.replaceAll('"', '""')}"`;

interface Column {
  readonly name: string;
  readonly type: CellType;
}

const typedColumns = (source: ExportSource): readonly Column[] => {
  const types = cellTypesOf(source);
  return uniqueNames(source, [KEY, SHAPE, 'rowid']).map((name, at) => ({ name, type: types[at] ?? 'text' }));
};

/** Flags: little endian, with a box. */
const FLAGS = 0b0000_0011;

/** Returns the geometry with the header of a GeoPackage. */
const shapeBytes = (geometry: Geometry, [west, south, east, north]: Box): Uint8Array => {
  const head = new DataView(new ArrayBuffer(40));
  for (const [at, byte] of [0x47, 0x50, 0, FLAGS].entries()) head.setUint8(at, byte);
  head.setInt32(4, WGS84, true);
  for (const [at, value] of [west, east, south, north].entries()) head.setFloat64(8 + at * 8, value, true);
  return Buffer.concat([new Uint8Array(head.buffer), wkbOf(geometry)]);
};

/** SQLite has no dates: a moment is a text in UTC with milliseconds. */
const storedCell = (cell: Cell, type: CellType | undefined): Cell => {
  const at = type === 'moment' && typeof cell === 'string' ? Date.parse(cell) : Number.NaN;
  return Number.isNaN(at) ? cell : new Date(at).toISOString();
};

const boxAround = (one: Box | undefined, other: Box | undefined): Box | undefined =>
  one && other
    ? [
        ...([Math.min(one[0], other[0]), Math.min(one[1], other[1])] as const),
        ...([Math.max(one[2], other[2]), Math.max(one[3], other[3])] as const),
      ]
    : (one ?? other);

/** Writes the rows of a page in one transaction. Returns the box around them. */
const insertRows = (database: Database, columns: readonly Column[], rows: readonly ExportRow[]): Box | undefined => {
  const names = [SHAPE, ...columns.map(({ name }) => name)];
  const marks = names.map(() => '?').join(', ');
  database.exec('begin');
  const statement = database.prepare(`insert into ${TABLE} (${names.map(quotedName).join(', ')}) values (${marks})`);
  let around: Box | undefined;
  for (const { geometry, cells } of rows) {
    const box = geometry && boundsOfGeometry(geometry);
    around = boxAround(around, box);
    const shape = geometry && box ? shapeBytes(geometry, box) : null;
    statement.run([shape, ...columns.map(({ type }, at) => storedCell(cells[at] ?? null, type))]);
  }
  statement.finalize();
  database.exec('commit');
  return around;
};

const writeDatabase = async (source: ExportSource, path: string): Promise<void> => {
  const { default: sqlite } = await import('node-sqlite3-wasm');
  const columns = typedColumns(source);
  const database = new sqlite.Database(path);
  try {
    database.exec(GEOPACKAGE_SQL);
    const declared = columns.map(({ name, type }) => `, ${quotedName(name)} ${SQLITE_TYPES[type]}`).join('');
    database.exec(`create table ${TABLE} (${KEY} integer primary key, ${SHAPE} GEOMETRY${declared})`);
    let around: Box | undefined;
    for await (const rows of source.pages()) around = boxAround(around, insertRows(database, columns, rows));
    const [west = null, south = null, east = null, north = null] = around ?? [];
    database.run(
      `insert into gpkg_contents (table_name, data_type, identifier, last_change, min_x, min_y, max_x, max_y, srs_id)
       values (?, 'features', ?, ?, ?, ?, ?, ?, ?)`,
      [TABLE, source.title, source.now.toISOString(), west, south, east, north, WGS84],
    );
    database.run(`insert into gpkg_geometry_columns values (?, ?, 'GEOMETRY', ?, 2, 0)`, [TABLE, SHAPE, WGS84]);
  } finally {
    database.close();
  }
};

async function* writeGpkg(source: ExportSource): AsyncGenerator<Uint8Array> {
  const folder = await source.scratchFolder();
  try {
    const path = join(folder, 'export.gpkg');
    await writeDatabase(source, path);
    for await (const part of createReadStream(path)) yield part as Uint8Array;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

export const gpkgFormat: ExportFormat = { media: 'application/geopackage+sqlite3', typed: true, write: writeGpkg };
