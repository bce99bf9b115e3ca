// Checks whether rings of a polygon cross themselves or each other, and whether holes are inside it. Requires a geometry without a
// shapeFault. Runs in steps, so that a server can do other work between them.

import Flatbush from 'flatbush';
import { orient2d } from 'robust-predicates';
import { faultAt, type GeometryFault } from 'src/model/geo/checkShape.ts';
import { partsByShape, type Geometry, type Line, type Position, type Rings } from 'src/model/geo/geoJson.ts';

/** Edges compared in one step, which takes a few milliseconds. */
const EDGES_PER_STEP = 2_000;

interface Edge {
  readonly ring: number;
  readonly at: number;
  readonly last: boolean;
  readonly a: Position;
  readonly b: Position;
}

const ringEdges = (rings: Rings): Edge[] =>
  rings.flatMap((ring, index) =>
    ring.slice(1).flatMap((b, at): Edge[] => {
      const a = ring[at];
      return a && (a[0] !== b[0] || a[1] !== b[1]) ? [{ ring: index, at, last: at === ring.length - 2, a, b }] : [];
    }),
  );

const sideOfLine = (a: Position, b: Position, p: Position): number => orient2d(a[0], a[1], b[0], b[1], p[0], p[1]);

/** Returns true when the two edges cross at inner points. Touching is not crossing. */
const cross = (one: Edge, other: Edge): boolean =>
  sideOfLine(one.a, one.b, other.a) * sideOfLine(one.a, one.b, other.b) < 0 &&
  sideOfLine(other.a, other.b, one.a) * sideOfLine(other.a, other.b, one.b) < 0;

const crossingOf = ({ a, b }: Edge, other: Edge): Position => {
  const from = Math.abs(sideOfLine(other.a, other.b, a));
  const share = from / (from + Math.abs(sideOfLine(other.a, other.b, b)));
  const rounded = (value: number): number => Math.round(value * 1e5) / 1e5;
  return [rounded(a[0] + share * (b[0] - a[0])), rounded(a[1] + share * (b[1] - a[1]))];
};

const onEdge = ([x, y]: Position, a: Position, b: Position): boolean =>
  sideOfLine(a, b, [x, y]) === 0 &&
  Math.min(a[0], b[0]) <= x &&
  x <= Math.max(a[0], b[0]) &&
  Math.min(a[1], b[1]) <= y &&
  y <= Math.max(a[1], b[1]);

/** Returns 1 inside the ring, 0 on it, -1 outside. */
const placeInRing = (position: Position, ring: Line): number => {
  const [x, y] = position;
  let inside = false;
  for (let at = 1; at < ring.length; at++) {
    const [a, b] = [ring[at - 1], ring[at]];
    if (!a || !b) continue;
    if (onEdge(position, a, b)) return 0;
    if (a[1] > y !== b[1] > y && x < a[0] + ((y - a[1]) / (b[1] - a[1])) * (b[0] - a[0])) inside = !inside;
  }
  return inside ? 1 : -1;
};

/** Tests one point of the hole that is not on the ring. This suffices because the rings do not cross. */
const liesOutside = (hole: Line, ring: Line): boolean => {
  for (const position of hole) {
    const found = placeInRing(position, ring);
    if (found !== 0) return found < 0;
  }
  return false;
};

const polygonFault = function* (rings: Rings): Generator<undefined, GeometryFault | undefined> {
  const edges = ringEdges(rings);
  if (edges.length === 0) return undefined;
  const index = new Flatbush(edges.length);
  for (const { a, b } of edges)
    index.add(Math.min(a[0], b[0]), Math.min(a[1], b[1]), Math.max(a[0], b[0]), Math.max(a[1], b[1]));
  index.finish();
  yield;
  for (const [number, edge] of edges.entries()) {
    if (number % EDGES_PER_STEP === EDGES_PER_STEP - 1) yield;
    const { a, b } = edge;
    const [west, east] = a[0] < b[0] ? [a[0], b[0]] : [b[0], a[0]];
    const [south, north] = a[1] < b[1] ? [a[1], b[1]] : [b[1], a[1]];
    for (const found of index.search(west, south, east, north, (each) => each > number)) {
      const other = edges[found];
      if (other && cross(edge, other))
        return faultAt(edge.ring === other.ring ? 'crossing' : 'ringsCross', crossingOf(edge, other));
    }
  }
  const [outer = [], ...holes] = rings;
  const outside = holes.find((hole) => liesOutside(hole, outer));
  return outside?.[0] && faultAt('holeOutside', outside[0]);
};

/** Runs all steps without a pause. */
export const runToEnd = <T>(steps: Generator<undefined, T>): T => {
  for (let step = steps.next(); ; step = steps.next()) if (step.done === true) return step.value;
};

/** Returns the first fault. The result does not depend on how the generator is driven. */
export const crossingFault = function* (geometry: Geometry): Generator<undefined, GeometryFault | undefined> {
  for (const rings of partsByShape(geometry).polygons) {
    const found = yield* polygonFault(rings);
    if (found) return found;
  }
  return undefined;
};
