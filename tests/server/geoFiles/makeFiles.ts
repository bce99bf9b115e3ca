// Creates geographic files for tests: with mapshaper from GeoJSON, and by hand for faulty ones.

import { createRequire } from 'node:module';
import { buffer } from 'node:stream/consumers';
import { ZipFile } from 'yazl';
import { prepareSqlite } from 'tests/server/geoFiles/prepareSqlite.ts';

type Files = Readonly<Record<string, Uint8Array | string>>;

const load = createRequire(import.meta.url);
const ofGeoPackage = createRequire(createRequire(load.resolve('mapshaper')).resolve('@ngageoint/geopackage'));
const wasm = ofGeoPackage.resolve('rtree-sql.js/dist/sql-wasm.wasm');
const { applyCommands } = load('mapshaper') as { applyCommands(commands: string, files: Files): Promise<Files> };

export interface TestFeature {
  readonly type: 'Feature';
  readonly properties: Readonly<Record<string, unknown>>;
  readonly geometry: unknown;
}

export const feature = (properties: TestFeature['properties'], geometry: unknown): TestFeature => ({
  type: 'Feature',
  properties,
  geometry,
});
export const point = (longitude: number, latitude: number) => ({ type: 'Point', coordinates: [longitude, latitude] });
export const polygon = (...ring: readonly (readonly [number, number])[]) => ({ type: 'Polygon', coordinates: [ring] });
export const collection = (features: readonly TestFeature[]): string =>
  JSON.stringify({ type: 'FeatureCollection', features });

export const zip = async (files: Files): Promise<Buffer<ArrayBuffer>> => {
  const file = new ZipFile();
  for (const [name, content] of Object.entries(files)) file.addBuffer(Buffer.from(content as string), name);
  file.end();
  return Buffer.from(await buffer(file.outputStream as unknown as AsyncIterable<Buffer>));
};

/** The parts of a shapefile, in the reference system `crs`. */
export const shapefile = async (
  features: readonly TestFeature[],
  { crs, encoding = 'utf8' }: { readonly crs: string; readonly encoding?: string },
): Promise<Files> =>
  await applyCommands(`-i in.json -proj from=wgs84 ${crs} -o places.shp encoding=${encoding}`, {
    'in.json': collection(features),
  });

type Ring = readonly (readonly [number, number])[];

const polygonRecord = (rings: readonly Ring[], number: number): Buffer => {
  const points = rings.flat();
  const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)];
  const bounds = [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
  const record = Buffer.alloc(52 + 4 * rings.length + 16 * points.length);
  record.writeInt32BE(number, 0);
  record.writeInt32BE((record.length - 8) / 2, 4);
  record.writeInt32LE(5, 8);
  bounds.forEach((bound, at) => record.writeDoubleLE(bound, 12 + 8 * at));
  record.writeInt32LE(rings.length, 44);
  record.writeInt32LE(points.length, 48);
  const first = (at: number): number => rings.slice(0, at).flat().length;
  rings.forEach((_, at) => record.writeInt32LE(first(at), 52 + 4 * at));
  points.flat().forEach((value, at) => record.writeDoubleLE(value, 52 + 4 * rings.length + 8 * at));
  return record;
};

/** Creates a .shp of polygons with these rings. The code is written by hand because the library writes only valid rings. */
export const polygonShapes = (polygons: readonly (readonly Ring[])[]): Buffer => {
  const header = Buffer.alloc(100);
  const file = Buffer.concat([header, ...polygons.map((rings, at) => polygonRecord(rings, at + 1))]);
  file.writeInt32BE(9994, 0);
  file.writeInt32BE(file.length / 2, 24);
  file.writeInt32LE(1000, 28);
  file.writeInt32LE(5, 32);
  [-180, -90, 180, 90].forEach((bound, at) => file.writeDoubleLE(bound, 36 + 8 * at));
  return file;
};

/** Without fetch, the library reads the WebAssembly of SQLite from the disk. */
export const withoutFetch = async <T>(work: () => Promise<T>): Promise<T> => {
  const { fetch } = globalThis;
  Reflect.deleteProperty(globalThis, 'fetch');
  try {
    return await work();
  } finally {
    globalThis.fetch = fetch;
  }
};

/** Creates a GeoPackage with a layer for each name. */
export const geoPackageFile = async (
  layers: Readonly<Record<string, readonly TestFeature[]>>,
): Promise<Buffer<ArrayBuffer>> => {
  prepareSqlite();
  return await withoutFetch(async () => {
    const names = Object.keys(layers);
    const inputs = Object.fromEntries(names.map((name, n) => [`${n}.json`, collection(layers[name] ?? [])]));
    const commands = names.map((name, n) => `-i ${n}.json name="${name}"`).join(' ');
    const made = await applyCommands(`${commands} -proj from=wgs84 wgs84 target=* -o out.gpkg target=*`, inputs);
    return Buffer.from(made['out.gpkg'] as Uint8Array);
  });
};

interface SqliteFile {
  run(sql: string): void;
  export(): Uint8Array;
}
type StartSqlite = (options: { locateFile(): string }) => Promise<{ Database: new (bytes: Uint8Array) => SqliteFile }>;

/** A GeoPackage after a change of its tables. */
export const changedGeoPackage = async (content: Uint8Array, sql: string): Promise<Buffer<ArrayBuffer>> =>
  await withoutFetch(async () => {
    const { Database } = await (ofGeoPackage('rtree-sql.js') as StartSqlite)({ locateFile: () => wasm });
    const file = new Database(content);
    file.run(sql);
    return Buffer.from(file.export());
  });
