// A geometry as the parts that a person draws and types: single points, lines and areas, each of positions, and operations on them.
// Degrees, longitude first. An unreadable position stays as typed text. Pure.

import { isObject } from 'src/client/fields/rules/FormProblem.ts';
import { geometryType, type Position } from 'src/client/fields/text/geometry.ts';
import { COLLECTION } from 'src/model/geo/geoJson.ts';
import type { Json } from 'src/model/item/Item.ts';

export type PartKind = 'Point' | 'LineString' | 'Polygon';
export type Vertex = Position | string;

export interface ShapePart {
  readonly kind: PartKind;
  /** One of a point or line; of an area its edge and its holes, without the repeated last position. */
  readonly rings: readonly (readonly Vertex[])[];
}

export interface VertexAt {
  readonly part: number;
  readonly ring: number;
  readonly vertex: number;
}

export const FEWEST: Readonly<Record<PartKind, number>> = { Point: 1, LineString: 2, Polygon: 3 };

const isNumbers = (value: Json | undefined): boolean =>
  Array.isArray(value) && value.length >= 2 && typeof value[0] === 'number' && typeof value[1] === 'number';

const vertexOf = (value: Json | undefined): Vertex => {
  if (isNumbers(value)) {
    const [longitude, latitude] = value as readonly number[];
    return [longitude ?? 0, latitude ?? 0];
  }
  return typeof value === 'string' ? value : '';
};

const list = (value: Json | undefined): readonly Json[] => (Array.isArray(value) ? (value as readonly Json[]) : []);
const parsedRing = (value: Json | undefined): readonly Vertex[] => list(value).map(vertexOf);

/** GeoJSON closes a ring by its first position. */
const openedRing = (ring: readonly Vertex[]): readonly Vertex[] =>
  ring.length > 1 && JSON.stringify(ring[0]) === JSON.stringify(ring.at(-1)) ? ring.slice(0, -1) : ring;

const polygonPart = (value: Json | undefined): ShapePart => ({
  kind: 'Polygon',
  rings: list(value).map((ring) => openedRing(parsedRing(ring))),
});

/** Empty for what is no geometry of points, lines or areas. */
export const shapePartsOf = (geometry: Json | undefined): readonly ShapePart[] => {
  const coordinates = isObject(geometry) ? geometry.coordinates : undefined;
  switch (geometryType(geometry)) {
    case 'Point':
      return [{ kind: 'Point', rings: [[vertexOf(coordinates)]] }];
    case 'MultiPoint':
      return list(coordinates).map((each) => ({ kind: 'Point', rings: [[vertexOf(each)]] }));
    case 'LineString':
      return [{ kind: 'LineString', rings: [parsedRing(coordinates)] }];
    case 'MultiLineString':
      return list(coordinates).map((each) => ({ kind: 'LineString', rings: [parsedRing(each)] }));
    case 'Polygon':
      return [polygonPart(coordinates)];
    case 'MultiPolygon':
      return list(coordinates).map(polygonPart);
    case COLLECTION:
      return isObject(geometry) ? list(geometry.geometries).flatMap(shapePartsOf) : [];
    default:
      return [];
  }
};

const json = (vertex: Vertex | undefined): Json => (typeof vertex === 'string' ? vertex : [...(vertex ?? [])]);

const partCoordinates = ({ kind, rings }: ShapePart): Json => {
  const [first = []] = rings;
  if (kind === 'Point') return json(first[0]);
  if (kind === 'LineString') return first.map(json);
  return rings.map((ring) => [...ring, ...ring.slice(0, 1)].map(json));
};

const geometryOfKind = (parts: readonly ShapePart[]): readonly Json[] => {
  const [first] = parts;
  if (!first) return [];
  return parts.length === 1
    ? [{ type: first.kind, coordinates: partCoordinates(first) }]
    : [{ type: `Multi${first.kind}`, coordinates: parts.map(partCoordinates) }];
};

/** Areas, lines and points, in the order in which they lie above each other. */
export const PART_KINDS: readonly PartKind[] = ['Polygon', 'LineString', 'Point'];

/** Undefined without parts. Parts of several kinds are a collection with one member for each kind. */
export const geometryOf = (parts: readonly ShapePart[]): Json | undefined => {
  const members = PART_KINDS.flatMap((kind) => geometryOfKind(parts.filter((part) => part.kind === kind)));
  return members.length > 1 ? { type: COLLECTION, geometries: members } : members[0];
};

const allows = (kinds: readonly string[], kind: string): boolean => kinds.length === 0 || kinds.includes(kind);

/** The kinds of which a further part can be drawn or typed; `kinds`: allowed by the property, all if it names none. */
export const addableKinds = (parts: readonly ShapePart[], kinds: readonly string[]): readonly PartKind[] =>
  PART_KINDS.filter((kind) => {
    if (parts.some((part) => part.kind === kind)) return allows(kinds, `Multi${kind}`);
    const isAllowed = allows(kinds, kind) || allows(kinds, `Multi${kind}`);
    return isAllowed && (parts.length === 0 || allows(kinds, COLLECTION));
  });

/** Returns whether several parts of the kind are allowed. */
export const allowsSeveral = (kinds: readonly string[], kind: PartKind): boolean => allows(kinds, `Multi${kind}`);

const changeRing = (
  parts: readonly ShapePart[],
  { part, ring }: VertexAt,
  change: (vertices: readonly Vertex[]) => readonly Vertex[],
): readonly ShapePart[] =>
  parts.map((each, at) =>
    at === part ? { ...each, rings: each.rings.map((one, index) => (index === ring ? change(one) : one)) } : each,
  );

export const setVertex = (parts: readonly ShapePart[], at: VertexAt, vertex: Vertex): readonly ShapePart[] =>
  changeRing(parts, at, (ring) => ring.with(at.vertex, vertex));

const isParsedVertex = (vertex: Vertex | undefined): vertex is Position =>
  vertex !== undefined && typeof vertex !== 'string';

/** Returns a position between this one and the next, or beyond the last of a line. */
const between = (ring: readonly Vertex[], at: number, closed: boolean): Vertex => {
  const here = ring[at];
  const next = closed ? ring[(at + 1) % ring.length] : ring[at + 1];
  if (!isParsedVertex(here) || !isParsedVertex(next)) return '';
  return [(here[0] + next[0]) / 2, (here[1] + next[1]) / 2];
};

export const insertAfter = (parts: readonly ShapePart[], at: VertexAt): readonly ShapePart[] =>
  changeRing(parts, at, (ring) =>
    ring.toSpliced(at.vertex + 1, 0, between(ring, at.vertex, parts[at.part]?.kind === 'Polygon')),
  );

/** A ring or line that would have too few is taken away whole. */
export const removeVertex = (parts: readonly ShapePart[], at: VertexAt): readonly ShapePart[] => {
  const part = parts[at.part];
  const ring = part?.rings[at.ring];
  if (!part || !ring) return parts;
  if (ring.length > FEWEST[part.kind]) return changeRing(parts, at, (vertices) => vertices.toSpliced(at.vertex, 1));
  const rings = at.ring === 0 ? [] : part.rings.toSpliced(at.ring, 1);
  return rings.length > 0 ? parts.with(at.part, { ...part, rings }) : parts.toSpliced(at.part, 1);
};

/** A line in two that share the position; anything else stays. */
export const splitLineAt = (parts: readonly ShapePart[], at: VertexAt): readonly ShapePart[] => {
  const part = parts[at.part];
  const [line = []] = part?.rings ?? [];
  if (part?.kind !== 'LineString' || at.vertex < 1 || at.vertex > line.length - 2) return parts;
  const pieces = [line.slice(0, at.vertex + 1), line.slice(at.vertex)];
  return parts.toSpliced(at.part, 1, ...pieces.map((piece): ShapePart => ({ kind: 'LineString', rings: [piece] })));
};
