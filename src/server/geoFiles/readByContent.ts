// A geographic file by what is in it; its name says nothing. What has another beginning than these is refused, however it goes on.

import { openSync, readFileSync, readSync, statSync } from 'node:fs';
import { decodeText } from 'src/server/geoFiles/decodeText.ts';
import {
  GeoFileError,
  READ_BOUNDS,
  type RawFile,
  type RawLayer,
  type ReadOptions,
} from 'src/server/geoFiles/geoFile.ts';
import { readGeoPackage, readShapefile, type ShapefileParts } from 'src/server/geoFiles/mapshaperFiles.ts';
import { readGeoJson } from 'src/server/geoFiles/readGeoJson.ts';
import { isXml, readXml } from 'src/server/geoFiles/readXml.ts';
import { unpack } from 'src/server/geoFiles/unpack.ts';

const ZIP = Buffer.from('PK\u0003\u0004', 'latin1');
const EMPTY_ZIP = Buffer.from('PK\u0005\u0006', 'latin1');
const SQLITE = Buffer.from('SQLite format 3\u0000', 'latin1');
const SQLITE_HEADER = 100;
const APPLICATION_AT = 68;
/** Editions of GeoPackage, as their files name themselves. */
const GEOPACKAGE = /^GP(?:KG|10|11)$/u;
const HEAD_BYTES = 512;

const PARTS = /\.(shp|shx|dbf|prj|cpg)$/iu;
const OTHERS = /\.(?:kml|gpx|gpkg|geojson|json)$/iu;

const headOf = (fd: number): Buffer => {
  const head = Buffer.alloc(HEAD_BYTES);
  return head.subarray(0, readSync(fd, head, 0, HEAD_BYTES, 0));
};

const fromGeoPackage = async (bytes: Buffer, options: ReadOptions): Promise<RawFile> => {
  if (bytes.length < SQLITE_HEADER) throw new GeoFileError('truncated');
  if (!GEOPACKAGE.test(bytes.toString('latin1', APPLICATION_AT, APPLICATION_AT + 4)))
    throw new GeoFileError('unknownKind');
  // 1 stands for the largest page, which two bytes cannot hold.
  const page = bytes.readUInt16BE(16);
  if (bytes.readUInt32BE(28) * (page === 1 ? 65_536 : page) > bytes.length) throw new GeoFileError('truncated');
  return { format: 'GEOPACKAGE', layers: await readGeoPackage(bytes, options), crs: options.crs };
};

const fromText = async (bytes: Buffer, options: ReadOptions): Promise<RawFile> => {
  const { text } = decodeText(bytes.subarray(0, HEAD_BYTES), undefinedFor(bytes, options));
  const start = text.replace(/^\ufeff/u, '').trimStart();
  if (isXml(start)) return readXml(bytes, options.encoding);
  if (start.startsWith('{')) return await readGeoJson(bytes, options);
  throw new GeoFileError('unknownKind');
};

/** A letter that the end of the head cuts in two is no error: the beginning is read as what no byte is wrong in. */
const undefinedFor = (bytes: Buffer, { encoding }: ReadOptions): string | undefined =>
  encoding ?? (bytes[0] === 0xff || bytes[0] === 0xfe ? undefined : 'windows-1252');

const withoutEnding = (name: string): string => name.replace(PARTS, '');
const lastName = (name: string): string => name.split('/').at(-1) ?? name;

const shapefilesIn = (files: ReadonlyMap<string, Buffer>): Map<string, Record<string, Buffer>> => {
  const found = new Map<string, Record<string, Buffer>>();
  for (const [name, content] of files) {
    const ending = PARTS.exec(name)?.[1]?.toLowerCase();
    if (ending === undefined) continue;
    // Windows wrote some parts in capitals.
    const key = withoutEnding(name).toLowerCase();
    const parts = found.get(key) ?? {};
    parts[ending] = content;
    found.set(key, parts);
  }
  return found;
};

const fromShapefiles = async (
  shapefiles: readonly (readonly [string, ShapefileParts])[],
  options: ReadOptions,
): Promise<RawFile> => {
  const layers: RawLayer[] = [];
  const said = { crs: new Set<string>(), encoding: new Set<string>() };
  for (const [name, parts] of shapefiles) {
    const { features, encoding, crs } = await readShapefile(parts, options);
    layers.push({ name: lastName(name), features });
    if (crs !== undefined) said.crs.add(crs);
    if (encoding !== undefined) said.encoding.add(encoding);
  }
  const list = (values: ReadonlySet<string>): string | undefined =>
    values.size === 0 ? undefined : [...values].join(', ');
  return { format: 'SHAPEFILE', layers, crs: list(said.crs), encoding: list(said.encoding) };
};

const fromZip = async (fd: number, options: ReadOptions): Promise<RawFile> => {
  const files = await unpack(fd, (name) => PARTS.test(name) || OTHERS.test(name));
  const shapefiles = [...shapefilesIn(files)].filter(([, parts]) => parts['shp'] !== undefined);
  if (shapefiles.length > 0) return await fromShapefiles(shapefiles, options);
  const [first, second] = [...files].filter(([name]) => OTHERS.test(name));
  if (!first) throw new GeoFileError(files.size > 0 ? 'noShapes' : 'nothingInZip');
  const isKml = /\.kml$/iu.test(first[0]);
  // A KMZ may bring further documents along; the first is the one that is shown.
  if (second && !isKml) throw new GeoFileError('severalFiles');
  const read = await fromBytes(first[1], options);
  return read.format === 'KML' ? { ...read, format: 'KMZ' } : read;
};

const fromBytes = async (bytes: Buffer, options: ReadOptions): Promise<RawFile> =>
  bytes.subarray(0, SQLITE.length).equals(SQLITE)
    ? await fromGeoPackage(bytes, options)
    : await fromText(bytes, options);

export const readByContent = async (path: string, options: ReadOptions): Promise<RawFile> => {
  const { size } = statSync(path);
  if (size === 0) throw new GeoFileError('empty');
  const { fileBytes } = READ_BOUNDS;
  if (size > fileBytes) throw new GeoFileError('tooLarge', { params: { max: fileBytes / 1_048_576 } });
  const fd = openSync(path, 'r');
  const head = headOf(fd);
  if (head.subarray(0, 4).equals(EMPTY_ZIP)) throw new GeoFileError('nothingInZip');
  return head.subarray(0, 4).equals(ZIP) ? await fromZip(fd, options) : await fromBytes(readFileSync(fd), options);
};
