// Reads zipped shapefiles with mapshaper's command line on files in memory. Commands contain only constants of this file, no names or
// values of the shapefile. referenceSystem.ts converts coordinates.

import { createRequire } from 'node:module';
import { isRecord } from 'src/base/isRecord.ts';
import type { Json, Values } from 'src/model/item/Item.ts';
import { GeoFileError, type RawFeature, type ReadOptions } from 'src/server/geoFiles/geoFile.ts';
import {
  declaredOrChosen,
  featureInDegrees,
  nameInWkt,
  systemByWkt,
  type ReferenceSystem,
} from 'src/server/geoFiles/referenceSystem.ts';
import { withLostRings, type ShapeReader } from 'src/server/geoFiles/lostRings.ts';

const OUT = 'out.json';

// The package has no types.
interface Mapshaper {
  /** Runs commands on files in memory and returns their output files. */
  applyCommands(
    commands: string,
    input: Readonly<Record<string, Uint8Array | string>>,
  ): Promise<Readonly<Record<string, Uint8Array | string>>>;
  readonly internal: { readonly ShpReader: new (shp: Uint8Array, shx?: Uint8Array) => ShapeReader };
}
const mapshaper = createRequire(import.meta.url)('mapshaper') as Mapshaper;

const runCommands = async (commands: string, input: Record<string, Uint8Array | string>): Promise<unknown> => {
  try {
    const files = await mapshaper.applyCommands(commands, input);
    return JSON.parse(String(files[OUT] ?? '{}')) as unknown;
  } catch {
    throw new GeoFileError('damaged');
  }
};

const collectionFeatures = (collection: unknown): RawFeature[] => {
  const list = isRecord(collection) ? (collection['features'] ?? collection['geometries'] ?? []) : [];
  return (Array.isArray(list) ? (list as readonly unknown[]) : []).map((each) => {
    const { geometry, properties, type } = each as { geometry?: Json; properties?: Values; type: string };
    return type === 'Feature'
      ? { geometry: geometry ?? null, properties: properties ?? {} }
      : { geometry: each as Json, properties: {} };
  });
};

/** Names in mapshaper by standard name. */
const ENCODING_NAMES: Readonly<Record<string, string>> = {
  ...{ 'utf-8': 'utf8', 'windows-1252': 'cp1252', 'iso-8859-1': 'latin1' },
  ...{ macintosh: 'macroman', ibm850: 'cp850', ibm437: 'cp437' },
};

/** Maps the spellings in .cpg files to encodings. */
const encodingIn = (text: string): string | undefined => {
  const encodingName = text.trim().toLowerCase();
  if (/utf-?8|65001/u.test(encodingName)) return 'utf-8';
  if (/1252|ansi/u.test(encodingName)) return 'windows-1252';
  if (/8859-?_?1$|88591$|latin-?1$/u.test(encodingName)) return 'iso-8859-1';
  if (/mac/u.test(encodingName)) return 'macintosh';
  const [, page] = /(?:^|\D)(437|850)$/u.exec(encodingName) ?? [];
  return page && `ibm${page}`;
};

/** Parts of one shapefile by extension. */
export type ShapefileParts = Readonly<Record<string, Buffer>>;

const SHP_HEADER = 100;
const LENGTH_AT = 24;
const DBF_HEADER = 32;

/** Each header contains the length of the file. */
const refuseTruncated = ({ shp, dbf }: ShapefileParts): void => {
  if (!shp || shp.length < SHP_HEADER || shp.readUInt32BE(LENGTH_AT) * 2 > shp.length)
    throw new GeoFileError('truncated');
  if (!dbf) return;
  if (dbf.length < DBF_HEADER || dbf.readUInt32LE(4) * dbf.readUInt16LE(10) + dbf.readUInt16LE(8) > dbf.length)
    throw new GeoFileError('truncated');
};

/** Shape types with heights in the header of a .shp: PointZ, PolyLineZ, PolygonZ, MultiPointZ. */
const HEIGHTS: readonly number[] = [11, 13, 15, 18];
const KIND_AT = 32;

/** Polygon, PolygonZ and PolygonM. */
const POLYGONS: readonly number[] = [5, 15, 25];

/** The library keeps the heights of points only. */
const hasHeight = ({ geometry }: RawFeature): boolean => {
  let value: unknown = isRecord(geometry) ? geometry['coordinates'] : undefined;
  while (Array.isArray(value) && Array.isArray(value[0])) [value] = value as unknown[];
  return Array.isArray(value) && value.length > 2;
};

export interface ReadShapefile {
  readonly features: readonly RawFeature[];
  readonly encoding: string | undefined;
  readonly crs: string | undefined;
  readonly notes: readonly string[];
}

/** Never guesses: coordinates in a wrong system look correct until a person goes there. */
const shapefileSystem = (definition: string): ReferenceSystem => {
  if (definition === '') throw new GeoFileError('noReferenceSystem', { path: '/crs' });
  return systemByWkt(definition);
};

const encodingOf = (cpg: Buffer | undefined, chosen: string | undefined): string | undefined => {
  const page = cpg?.toString('latin1').trim() ?? '';
  const encoding = chosen ?? encodingIn(page);
  // Unknown code pages are not guessed.
  if ((encoding !== undefined || page !== '') && (encoding === undefined || !(encoding in ENCODING_NAMES)))
    throw new GeoFileError('unknownEncoding', { path: '/encoding' });
  return encoding;
};

export const readShapefile = async (parts: ShapefileParts, options: ReadOptions): Promise<ReadShapefile> => {
  refuseTruncated(parts);
  const { shp, shx, dbf, prj, cpg } = parts;
  const definition = prj?.toString('latin1').trim() ?? '';
  const { system, isChosen } = declaredOrChosen(() => shapefileSystem(definition), options.crs);
  const encoding = encodingOf(cpg, options.encoding);
  const input = { ...(shp && { 'in.shp': shp }), ...(shx && { 'in.shx': shx }), ...(dbf && { 'in.dbf': dbf }) };
  const written = encoding === undefined ? '' : ` encoding=${String(ENCODING_NAMES[encoding])}`;
  // Requests features even without a .dbf: a list of geometries would omit rows without one.
  const output = `-o ${OUT} format=geojson geojson-type=FeatureCollection`;
  const read = collectionFeatures(await runCommands(`-i in.shp no-topology${written} ${output}`, input));
  const kind = shp?.readUInt32LE(KIND_AT) ?? 0;
  const isPolygons = shp !== undefined && POLYGONS.includes(kind);
  const whole = isPolygons ? withLostRings(read, new mapshaper.internal.ShpReader(shp, shx)) : read;
  const features = whole.map((feature) => featureInDegrees(feature, system));
  const isFlattened = HEIGHTS.includes(kind) && !features.some(hasHeight);
  return {
    features,
    encoding,
    crs: isChosen ? options.crs : nameInWkt(definition),
    notes: [...(isFlattened ? ['geoFile.noHeights'] : []), ...(system.isApproximate ? ['geoFile.averageShift'] : [])],
  };
};
