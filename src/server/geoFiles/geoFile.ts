// Contents of a geographic file, and limits for reading it. Shared by the process that reads it and the server (geoFiles.ts).

import { FileRefused } from 'src/server/fileReader/fileRefused.ts';
import { MEBIBYTE } from 'src/server/limits.ts';
import type { Geometry } from 'src/model/geo/geoJson.ts';
import type { GeometryFault } from 'src/model/geo/checkShape.ts';
import type { Json, Values } from 'src/model/item/Item.ts';

export const GEO_FORMATS = ['SHAPEFILE', 'GEOPACKAGE', 'GEOJSON', 'KML', 'KMZ', 'GPX'] as const;
export type GeoFormat = (typeof GEO_FORMATS)[number];

/** Choices of the person for what the file does not declare. */
export interface ReadOptions {
  /** `EPSG:3005`, for parts of the file without a reference system. */
  readonly crs?: string | undefined;
  /** Encoding as declared by act/readGeoFile, instead of the file's. */
  readonly encoding?: string | undefined;
}

/** Limits of one file, checked before it is unpacked. */
export const READ_BOUNDS = {
  fileBytes: 128 * MEBIBYTE,
  unpackedBytes: 256 * MEBIBYTE,
  entries: 1_000,
  /** A small file may have any compression ratio. */
  ratio: 200,
  ratioFromBytes: 4 * MEBIBYTE,
  /** A document tree takes about twenty times the bytes of its text. */
  xmlBytes: 32 * MEBIBYTE,
  rows: 500_000,
  columns: 255,
  layers: 200,
} as const;

/** Reason why a file cannot be read: a message of `geoFile.*`, and the choice that would help. */
export interface GeoRefusal extends GeometryFault {
  readonly path: '/upload' | '/crs' | '/encoding';
}

export class GeoFileError extends FileRefused {
  constructor(key: string, { path = '/upload', params }: Partial<GeoRefusal> = {}) {
    super({ path, message: `geoFile.${key}`, ...(params && { params }) });
  }
}

/** A feature of the file, with its geometry in longitude and latitude. */
export interface RawFeature {
  readonly geometry: Json;
  readonly properties: Values;
  /** Set when the file has a shape that cannot be read. */
  readonly fault?: GeometryFault | undefined;
}

export interface RawLayer {
  readonly name: string;
  readonly features: readonly RawFeature[];
}

export interface RawFile {
  readonly format: GeoFormat;
  readonly layers: readonly RawLayer[];
  /** Name of the reference system that was converted. */
  readonly crs?: string | undefined;
  readonly encoding?: string | undefined;
  /** Messages about omitted parts. */
  readonly notes?: readonly string[];
}

/** One line of the reader's output. */
export interface GeoRow {
  /** Counted from 1, in the order of the file. */
  readonly n: number;
  readonly layer: number;
  /** Null for a geometry with a fault. */
  readonly geometry: Geometry | null;
  readonly properties: Readonly<Record<string, string | number | boolean>>;
  readonly fault?: GeometryFault | undefined;
}

export interface GeoColumn {
  readonly name: string;
  /** Number of rows with a value. */
  readonly filled: number;
  /** The first distinct values as text. */
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
