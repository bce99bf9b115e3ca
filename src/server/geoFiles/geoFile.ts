// What is read from a geographic file, and the bounds within which it is read. Shared by the process that reads it
// (readerProcess.ts) and the server that asks for it (geoFiles.ts).

import type { Geometry } from 'src/model/geo/geoJson.ts';
import type { GeometryFault } from 'src/model/geo/checkShape.ts';
import type { Json, Values } from 'src/model/item/Item.ts';

export type GeoFormat = 'SHAPEFILE' | 'GEOPACKAGE' | 'GEOJSON' | 'KML' | 'KMZ' | 'GPX';

/** What the person may say about the file where the file does not. */
export interface ReadOptions {
  /** `EPSG:3005`; for parts of the file that name no reference system. */
  readonly crs?: string | undefined;
  /** As act/readGeoFile declares them; instead of what the file says. */
  readonly encoding?: string | undefined;
}

const MEBIBYTE = 1_048_576;

/** Of one file. What is larger is refused before it is unpacked. */
export const READ_BOUNDS = {
  fileBytes: 128 * MEBIBYTE,
  unpackedBytes: 256 * MEBIBYTE,
  entries: 1_000,
  /** A small file may shrink as much as it likes. */
  ratio: 200,
  ratioFromBytes: 4 * MEBIBYTE,
  /** A document tree takes about twenty times the bytes of its text. */
  xmlBytes: 32 * MEBIBYTE,
  rows: 500_000,
  columns: 255,
  layers: 200,
  /** Of what is written on the disk: one style of a KML file stands with each feature that names it. */
  rowSigns: 512 * MEBIBYTE,
  heapMebibytes: 1_024,
} as const;

/** Why a file cannot be read: a message of `geoFile.*`, and what the person could say for it to be read. */
export interface GeoRefusal extends GeometryFault {
  readonly path: '/upload' | '/crs' | '/encoding';
}

export class GeoFileError extends Error {
  readonly refusal: GeoRefusal;

  constructor(key: string, { path = '/upload', params }: Partial<GeoRefusal> = {}) {
    super(key);
    this.refusal = { path, message: `geoFile.${key}`, ...(params && { params }) };
  }
}

/** A feature as the file has it; its geometry in longitude and latitude. */
export interface RawFeature {
  readonly geometry: Json;
  readonly properties: Values;
  /** Where the file has a shape that cannot be read. */
  readonly fault?: GeometryFault | undefined;
}

export interface RawLayer {
  readonly name: string;
  readonly features: readonly RawFeature[];
}

export interface RawFile {
  readonly format: GeoFormat;
  readonly layers: readonly RawLayer[];
  /** Name of the reference system, where the file says one that was converted. */
  readonly crs?: string | undefined;
  readonly encoding?: string | undefined;
  /** Messages about what was left out. */
  readonly notes?: readonly string[];
}

/** One line of what the reader writes. */
export interface GeoRow {
  /** From 1, in the order of the file. */
  readonly n: number;
  readonly layer: number;
  /** Null where it has a fault. */
  readonly geometry: Geometry | null;
  readonly properties: Readonly<Record<string, string | number | boolean>>;
  readonly fault?: GeometryFault | undefined;
}

export interface GeoColumn {
  readonly name: string;
  /** Rows with a value. */
  readonly filled: number;
  /** The first different ones, as texts. */
  readonly values: readonly string[];
}

export interface GeoLayer {
  readonly name: string;
  readonly rows: number;
  readonly refused: number;
  readonly kinds: Readonly<Record<string, number>>;
  /** West, south, east, north in degrees. */
  readonly bounds?: readonly [number, number, number, number] | undefined;
  readonly columns: readonly GeoColumn[];
}

export interface GeoSummary extends Pick<RawFile, 'format' | 'crs' | 'encoding'> {
  readonly layers: readonly GeoLayer[];
  readonly notes: readonly string[];
}

/** What the process that reads is sent, and what it answers. */
export interface ReadRequest extends ReadOptions {
  readonly path: string;
  /** Where the rows go, one JSON text a line. */
  readonly rowsPath: string;
}
export type ReadAnswer = { readonly summary: GeoSummary } | { readonly refusal: GeoRefusal };
