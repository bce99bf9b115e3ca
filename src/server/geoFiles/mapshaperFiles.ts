// Shapefiles, GeoPackages and coordinates of other reference systems, by mapshaper: its own command line over files in memory. What goes
// into a command is a constant of this file or has been checked; names and values of the file never do.

import { createRequire } from 'node:module';
import type { Json, Values } from 'src/model/item/Item.ts';
import { isRecord } from 'src/base/isRecord.ts';
import { prepareSqlite } from 'src/server/geoFiles/prepareSqlite.ts';
import { openGeoPackage } from 'src/server/geoFiles/geoPackageTables.ts';
import { isLocalSystem, localSystemName } from 'src/server/geoFiles/localSystem.ts';
import { GeoFileError, type RawFeature, type RawLayer, type ReadOptions } from 'src/server/geoFiles/geoFile.ts';

const OUT = 'out.json';
/** The property that carries the name of its table. */
const TABLE = '__table';
const CRS = /^EPSG:([1-9]\d{3,5})$/iu;

// It comes without types.
interface Mapshaper {
  /** Runs commands over files in memory; answers the files that they write. */
  applyCommands(
    commands: string,
    input: Readonly<Record<string, Uint8Array | string>>,
  ): Promise<Readonly<Record<string, Uint8Array | string>>>;
}
const ofHere = createRequire(import.meta.url);
const mapshaper = ofHere('mapshaper') as Mapshaper;

/** ` from=epsg:3005`, or nothing. */
const fromOf = (crs: string | undefined): string => {
  if (crs === undefined) return '';
  const [, code] = CRS.exec(crs) ?? [];
  if (code === undefined) throw new GeoFileError('unknownCrs', { path: '/crs' });
  return ` from=epsg:${code}`;
};

const UNKNOWN_CRS = /unknown|unable to (?:project|parse|import)|projection|coordinate system|CRS|proj4|prj/iu;

const run = async (commands: string, input: Record<string, Uint8Array | string>, crs?: string): Promise<unknown> => {
  try {
    const files = await mapshaper.applyCommands(commands, input);
    return JSON.parse(String(files[OUT] ?? '{}')) as unknown;
  } catch (error) {
    if (error instanceof GeoFileError) throw error;
    const { message } = error as Error;
    if (!UNKNOWN_CRS.test(message)) throw new GeoFileError('damaged');
    throw new GeoFileError(crs === undefined ? 'noReferenceSystem' : 'unknownCrs', { path: '/crs' });
  }
};

const featuresIn = (collection: unknown): RawFeature[] => {
  const list = isRecord(collection) ? (collection['features'] ?? collection['geometries'] ?? []) : [];
  return (Array.isArray(list) ? (list as readonly unknown[]) : []).map((each) => {
    const { geometry, properties, type } = each as { geometry?: Json; properties?: Values; type: string };
    return type === 'Feature'
      ? { geometry: geometry ?? null, properties: properties ?? {} }
      : { geometry: each as Json, properties: {} };
  });
};

/** Of mapshaper, by the name of the standard. */
const ENCODING_NAMES: Readonly<Record<string, string>> = {
  ...{ 'utf-8': 'utf8', 'windows-1252': 'cp1252', 'iso-8859-1': 'latin1' },
  ...{ macintosh: 'macroman', ibm850: 'cp850', ibm437: 'cp437' },
};

/** What a .cpg file says, in the many ways in which programs write it. */
const encodingIn = (text: string): string | undefined => {
  const said = text.trim().toLowerCase();
  if (/utf-?8|65001/u.test(said)) return 'utf-8';
  if (/1252|ansi/u.test(said)) return 'windows-1252';
  if (/8859-?_?1$|88591$|latin-?1$/u.test(said)) return 'iso-8859-1';
  if (/mac/u.test(said)) return 'macintosh';
  const [, page] = /(?:^|\D)(437|850)$/u.exec(said) ?? [];
  return page && `ibm${page}`;
};

/** The parts of one shapefile, by ending. */
export type ShapefileParts = Readonly<Record<string, Buffer>>;

const SHP_HEADER = 100;
const LENGTH_AT = 24;
const DBF_HEADER = 32;

/** Each header says how long the file is. */
const refuseTruncated = ({ shp, dbf }: ShapefileParts): void => {
  if (!shp || shp.length < SHP_HEADER || shp.readUInt32BE(LENGTH_AT) * 2 > shp.length)
    throw new GeoFileError('truncated');
  if (!dbf) return;
  if (dbf.length < DBF_HEADER || dbf.readUInt32LE(4) * dbf.readUInt16LE(10) + dbf.readUInt16LE(8) > dbf.length)
    throw new GeoFileError('truncated');
};

export interface ReadShapefile {
  readonly features: readonly RawFeature[];
  readonly encoding: string | undefined;
  readonly crs: string | undefined;
}

const localSystem = (definition: string): GeoFileError =>
  new GeoFileError('localSystem', { path: '/crs', params: { name: localSystemName(definition) } });

export const readShapefile = async (parts: ShapefileParts, options: ReadOptions): Promise<ReadShapefile> => {
  refuseTruncated(parts);
  const { shp, shx, dbf, prj, cpg } = parts;
  const said = prj?.toString('latin1').trim() ?? '';
  const isLocal = isLocalSystem(said);
  if (isLocal && options.crs === undefined) throw localSystem(said);
  const wkt = isLocal ? '' : said;
  // Nothing is guessed: coordinates of a wrong system look right until somebody stands there.
  if (wkt === '' && options.crs === undefined) throw new GeoFileError('noReferenceSystem', { path: '/crs' });
  const crs = wkt === '' ? options.crs : undefined;
  const page = cpg?.toString('latin1').trim() ?? '';
  const encoding = options.encoding ?? encodingIn(page);
  const name = encoding === undefined ? undefined : ENCODING_NAMES[encoding];
  // What it says and nobody knows is not guessed.
  if ((encoding !== undefined || page !== '') && name === undefined)
    throw new GeoFileError('unknownEncoding', { path: '/encoding' });
  const input = {
    ...(shp && { 'in.shp': shp }),
    ...(shx && { 'in.shx': shx }),
    ...(dbf && { 'in.dbf': dbf }),
    ...(wkt !== '' && { 'in.prj': wkt }),
  };
  const written = name === undefined ? '' : ` encoding=${name}`;
  const read = await run(
    `-i in.shp no-topology${written} -proj${fromOf(crs)} wgs84 -o ${OUT} format=geojson`,
    input,
    crs,
  );
  return { features: featuresIn(read), encoding, crs: crs ?? /^\w+\["([^"]{1,120})"/u.exec(wkt)?.[1] };
};

const layersOf = async (file: Uint8Array, crs: string | undefined): Promise<Map<string, RawFeature[]>> => {
  prepareSqlite();
  const named = `-each target=* '${TABLE} = this.layer_name'`;
  const read = await run(
    `-i in.gpkg no-topology ${named} -proj${fromOf(crs)} wgs84 target=* -o ${OUT} format=geojson combine-layers target=*`,
    { 'in.gpkg': file },
    crs,
  );
  const layers = new Map<string, RawFeature[]>();
  for (const { geometry, properties } of featuresIn(read)) {
    const { [TABLE]: table, ...rest } = properties;
    const name = typeof table === 'string' ? table : '';
    const features = layers.get(name) ?? [];
    layers.set(name, features);
    features.push({ geometry, properties: rest });
  }
  return layers;
};

/** With the rows that mapshaper leaves out because it cannot read their shapes. */
export const readGeoPackage = async (file: Buffer, { crs }: ReadOptions): Promise<RawLayer[]> => {
  const tables = await openGeoPackage(file);
  try {
    if (tables.local !== undefined && crs === undefined) throw localSystem(tables.local);
    const layers = await layersOf(tables.bytes, crs);
    const names = [...layers.keys(), ...tables.names.filter((name) => !layers.has(name))];
    return names
      .map((name) => {
        const read = layers.get(name) ?? [];
        return { name, features: [...read, ...tables.unread(name, read)] };
      })
      .filter(({ features }) => features.length > 0);
  } finally {
    tables.close();
  }
};

/** GeoJSON in another reference system than its own. */
export const convertGeoJson = async (text: string, crs: string): Promise<RawFeature[]> =>
  featuresIn(
    await run(`-i in.json no-topology -proj${fromOf(crs)} wgs84 -o ${OUT} format=geojson`, { 'in.json': text }, crs),
  );
