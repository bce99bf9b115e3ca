// Detects the format of a geographic file by its content, not by its name. Unknown signatures are refused.

import { openSync, readFileSync, readSync, statSync } from 'node:fs';
import { headOfText } from 'src/server/geoFiles/decodeText.ts';
import {
  GeoFileError,
  READ_BOUNDS,
  type RawFile,
  type RawLayer,
  type ReadOptions,
} from 'src/server/geoFiles/geoFile.ts';
import { readGeoJson } from 'src/server/geoFiles/readGeoJson.ts';
import { readGeoPackage } from 'src/server/geoFiles/readGeoPackage.ts';
import { readShapefile, type ShapefileParts } from 'src/server/geoFiles/readShapefile.ts';
import { isXml, readKmz, readXml } from 'src/server/geoFiles/readXml.ts';
import { unpack } from 'src/server/geoFiles/unpack.ts';

const ZIP_SIGNATURE = Buffer.from('PK\u0003\u0004', 'latin1');
const EMPTY_ZIP = Buffer.from('PK\u0005\u0006', 'latin1');
const SQLITE = Buffer.from('SQLite format 3\u0000', 'latin1');
const SQLITE_HEADER = 100;
const APPLICATION_AT = 68;
/** Application ids of GeoPackage versions. */
const GEOPACKAGE = /^GP(?:KG|10|11)$/u;
const SIGNATURE_BYTES = 512;

const SHAPEFILE_PART = /\.(shp|shx|dbf|prj|cpg)$/iu;
const KML = /\.kml$/iu;
const OTHER_FILES = /\.(?:kml|gpx|gpkg|geojson|json)$/iu;

const fileHead = (fd: number): Buffer => {
  const head = Buffer.alloc(SIGNATURE_BYTES);
  return head.subarray(0, readSync(fd, head, 0, SIGNATURE_BYTES, 0));
};

const fromGeoPackage = async (bytes: Buffer, options: ReadOptions): Promise<RawFile> => {
  if (bytes.length < SQLITE_HEADER) throw new GeoFileError('truncated');
  if (!GEOPACKAGE.test(bytes.toString('latin1', APPLICATION_AT, APPLICATION_AT + 4)))
    throw new GeoFileError('unknownKind');
  // 1 means the largest page, which two bytes cannot represent.
  const page = bytes.readUInt16BE(16);
  if (bytes.readUInt32BE(28) * (page === 1 ? 65_536 : page) > bytes.length) throw new GeoFileError('truncated');
  return { format: 'GEOPACKAGE', ...(await readGeoPackage(bytes, options)) };
};

const fromText = (bytes: Buffer, options: ReadOptions): RawFile => {
  const start = headOfText(bytes.subarray(0, SIGNATURE_BYTES), options.encoding).trimStart();
  if (isXml(start)) return readXml(bytes, options.encoding);
  if (start.startsWith('{')) return readGeoJson(bytes, options);
  throw new GeoFileError('unknownKind');
};

const withoutShapefileEnding = (name: string): string => name.replace(SHAPEFILE_PART, '');
const lastName = (name: string): string => name.split('/').at(-1) ?? name;

const shapefilesIn = (files: ReadonlyMap<string, Buffer>): Map<string, Record<string, Buffer>> => {
  const found = new Map<string, Record<string, Buffer>>();
  for (const [name, content] of files) {
    const ending = SHAPEFILE_PART.exec(name)?.[1]?.toLowerCase();
    if (ending === undefined) continue;
    // Some Windows programs write extensions in capitals.
    const key = withoutShapefileEnding(name).toLowerCase();
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
  const systems = new Set<string>();
  const encodings = new Set<string>();
  const notes = new Set<string>();
  for (const [name, parts] of shapefiles) {
    const read = await readShapefile(parts, options);
    layers.push({ name: lastName(name), features: read.features });
    if (read.crs !== undefined) systems.add(read.crs);
    if (read.encoding !== undefined) encodings.add(read.encoding);
    for (const note of read.notes) notes.add(note);
  }
  const list = (values: ReadonlySet<string>): string | undefined =>
    values.size === 0 ? undefined : [...values].join(', ');
  return { format: 'SHAPEFILE', layers, crs: list(systems), encoding: list(encodings), notes: [...notes] };
};

const fromZip = async (fd: number, options: ReadOptions): Promise<RawFile> => {
  const files = await unpack(fd, (name) => SHAPEFILE_PART.test(name) || OTHER_FILES.test(name));
  const shapefiles = [...shapefilesIn(files)].filter(([, parts]) => parts['shp'] !== undefined);
  if (shapefiles.length > 0) return await fromShapefiles(shapefiles, options);
  const documents = new Map([...files].filter(([name]) => KML.test(name)));
  if (documents.size > 0) return readKmz(documents, options.encoding);
  const [first, second] = [...files].filter(([name]) => OTHER_FILES.test(name));
  if (!first) throw new GeoFileError(files.size > 0 ? 'noShapes' : 'nothingInZip');
  if (second) throw new GeoFileError('severalFiles');
  return await fromBytes(first[1], options);
};

const fromBytes = async (bytes: Buffer, options: ReadOptions): Promise<RawFile> =>
  bytes.subarray(0, SQLITE.length).equals(SQLITE) ? await fromGeoPackage(bytes, options) : fromText(bytes, options);

export const readByContent = async (path: string, options: ReadOptions): Promise<RawFile> => {
  const { size } = statSync(path);
  if (size === 0) throw new GeoFileError('empty');
  const { fileBytes } = READ_BOUNDS;
  if (size > fileBytes) throw new GeoFileError('tooLarge', { params: { max: fileBytes / 1_048_576 } });
  const fd = openSync(path, 'r');
  const head = fileHead(fd);
  if (head.subarray(0, 4).equals(EMPTY_ZIP)) throw new GeoFileError('nothingInZip');
  return head.subarray(0, 4).equals(ZIP_SIGNATURE)
    ? await fromZip(fd, options)
    : await fromBytes(readFileSync(fd), options);
};
