// GeoJSON geometries (RFC 7946) as values: longitude before latitude, in degrees. The other files of model/geo build on it.

import { isRecord } from 'src/base/isRecord.ts';
import type { Json } from 'src/model/item/Item.ts';

/** Longitude, latitude and an optional height, which is ignored. */
export type Position = readonly [longitude: number, latitude: number, ...height: number[]];
export type Line = readonly Position[];
/** The outer ring, then the holes. */
export type Rings = readonly Line[];

/** Geometry of one kind. */
export type SimpleGeometry =
  | { readonly type: 'Point'; readonly coordinates: Position }
  | { readonly type: 'MultiPoint'; readonly coordinates: Line }
  | { readonly type: 'LineString'; readonly coordinates: Line }
  | { readonly type: 'MultiLineString'; readonly coordinates: readonly Line[] }
  | { readonly type: 'Polygon'; readonly coordinates: Rings }
  | { readonly type: 'MultiPolygon'; readonly coordinates: readonly Rings[] };

/** Areas, lines and points that form one place. A collection contains no other collection. */
export type GeometryCollection = {
  readonly type: 'GeometryCollection';
  readonly geometries: readonly SimpleGeometry[];
};

export type Geometry = SimpleGeometry | GeometryCollection;

export type Area = Extract<Geometry, { type: 'Polygon' | 'MultiPolygon' }>;

/** Nesting depth of the positions in the coordinates of each kind. */
export const POSITION_DEPTH: Readonly<Record<SimpleGeometry['type'], number>> = {
  Point: 0,
  MultiPoint: 1,
  LineString: 1,
  MultiLineString: 2,
  Polygon: 2,
  MultiPolygon: 3,
};

export const COLLECTION: GeometryCollection['type'] = 'GeometryCollection';

/** All kinds except collections. */
export const SIMPLE_KINDS = Object.keys(POSITION_DEPTH);

export const isSimpleKind = (type: unknown): type is SimpleGeometry['type'] =>
  typeof type === 'string' && Object.hasOwn(POSITION_DEPTH, type);

/** Returns a stored value as a geometry; it was checked when it was saved. Undefined for anything else. */
export const asGeometry = (value: Json | undefined): Geometry | undefined =>
  isRecord(value) && (isSimpleKind(value['type']) || value['type'] === COLLECTION) ? (value as Geometry) : undefined;

/** Single points, lines and polygons of a geometry. */
export interface GeometryParts {
  readonly points: readonly Position[];
  readonly lines: readonly Line[];
  readonly polygons: readonly Rings[];
}

const NO_PARTS: GeometryParts = { points: [], lines: [], polygons: [] };

export const partsByShape = (geometry: Geometry): GeometryParts => {
  switch (geometry.type) {
    case 'Point':
      return { ...NO_PARTS, points: [geometry.coordinates] };
    case 'MultiPoint':
      return { ...NO_PARTS, points: geometry.coordinates };
    case 'LineString':
      return { ...NO_PARTS, lines: [geometry.coordinates] };
    case 'MultiLineString':
      return { ...NO_PARTS, lines: geometry.coordinates };
    case 'Polygon':
      return { ...NO_PARTS, polygons: [geometry.coordinates] };
    case 'MultiPolygon':
      return { ...NO_PARTS, polygons: geometry.coordinates };
    case 'GeometryCollection': {
      const parts = geometry.geometries.map(partsByShape);
      return {
        points: parts.flatMap(({ points }) => points),
        lines: parts.flatMap(({ lines }) => lines),
        polygons: parts.flatMap(({ polygons }) => polygons),
      };
    }
  }
};

export const eachPosition = (geometry: Geometry, visit: (position: Position) => void): void => {
  const { points, lines, polygons } = partsByShape(geometry);
  for (const position of points) visit(position);
  for (const line of lines) for (const position of line) visit(position);
  for (const rings of polygons) for (const ring of rings) for (const position of ring) visit(position);
};

export const pointCount = (geometry: Geometry): number => {
  let count = 0;
  eachPosition(geometry, () => (count += 1));
  return count;
};
