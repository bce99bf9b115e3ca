// Converts drawings across the date line to their stored form: longitudes between -180 and 180, a line or an area that crosses as one part
// on each side (RFC 7946, 3.1.9). On the map a drawing continues beyond 180 degrees instead. Pure.

import { FEWEST, type ShapePart, type Vertex } from 'src/client/fields/text/shapes.ts';
import type { Position } from 'src/client/fields/text/geometry.ts';

const HALF = 180;
const FULL_TURN_DEGREES = 360;

const turnOf = (longitude: number): number => Math.floor((longitude + HALF) / FULL_TURN_DEGREES);

/** Returns the position between two others at a longitude. */
const crossingAt = ([ax, ay]: Position, [bx, by]: Position, at: number): Position => [
  at,
  ay + ((by - ay) * (at - ax)) / (bx - ax),
];

/** Returns true when every position of the ring is valid. */
export const isPositions = (ring: readonly Vertex[]): ring is readonly Position[] =>
  ring.every((vertex) => typeof vertex !== 'string');

const isSamePosition = (a: Position | undefined, b: Position | undefined): boolean =>
  a?.[0] === b?.[0] && a?.[1] === b?.[1];

const withoutRepeats = (line: readonly Position[]): Position[] =>
  line.filter((each, at) => !isSamePosition(each, line[at - 1]));

/** Returns the part of a closed ring on one side of a longitude. */
const cutRing = (ring: readonly Position[], at: number, side: 1 | -1): Position[] => {
  const isKept = ([longitude]: Position): boolean => (longitude - at) * side >= 0;
  return ring.flatMap((here, index) => {
    const before = ring.at(index - 1) ?? here;
    const crossed = isKept(here) === isKept(before) ? [] : [crossingAt(before, here, at)];
    return isKept(here) ? [...crossed, here] : crossed;
  });
};

const ringIn = (ring: readonly Position[], west: number): Position[] => {
  const kept = withoutRepeats(cutRing(cutRing(ring, west, 1), west + FULL_TURN_DEGREES, -1));
  return isSamePosition(kept[0], kept.at(-1)) ? kept.slice(0, -1) : kept;
};

/** Returns several lines when a line comes back. */
const linesIn = (line: readonly Position[], west: number): Position[][] => {
  const east = west + FULL_TURN_DEGREES;
  const pieces: Position[][] = [[]];
  line.forEach((here, at) => {
    const before = line[at - 1];
    const within = (position: Position): boolean => position[0] >= west && position[0] <= east;
    const enters = [west, east].filter((edge) => before && (before[0] - edge) * (here[0] - edge) < 0);
    const crossings = enters
      .map((edge) => crossingAt(before ?? here, here, edge))
      .sort((a, b) => (here[0] > (before?.[0] ?? 0) ? a[0] - b[0] : b[0] - a[0]));
    pieces.at(-1)?.push(...crossings);
    if (within(here)) pieces.at(-1)?.push(here);
    else if ((pieces.at(-1)?.length ?? 0) > 0) pieces.push([]);
  });
  return pieces.map(withoutRepeats);
};

const shifted = (ring: readonly Position[], west: number): Position[] =>
  ring.map(([longitude, latitude]) => [Number((longitude - west - HALF).toFixed(6)), Number(latitude.toFixed(6))]);

const pieceOf = (
  kind: ShapePart['kind'],
  rings: readonly (readonly Position[])[],
  west: number,
): readonly ShapePart[] => {
  const kept = rings.filter((ring) => ring.length >= FEWEST[kind]);
  return rings[0] && kept.includes(rings[0]) ? [{ kind, rings: kept.map((ring) => shifted(ring, west)) }] : [];
};

/** Returns one part for each side of the date line, or the part itself when it is on one side. */
export const withinGlobe = (part: ShapePart): readonly ShapePart[] => {
  const { kind, rings } = part;
  const positions = rings.filter(isPositions);
  const longitudes = positions.flat().map(([longitude]) => longitude);
  if (positions.length < rings.length || longitudes.every((each) => Math.abs(each) <= HALF)) return [part];
  const [first, last] = [turnOf(Math.min(...longitudes)), turnOf(Math.max(...longitudes))];
  return Array.from({ length: last - first + 1 }, (_, at) => (first + at) * FULL_TURN_DEGREES - HALF).flatMap(
    (west) => {
      if (kind === 'Polygon')
        return pieceOf(
          kind,
          positions.map((ring) => ringIn(ring, west)),
          west,
        );
      if (kind === 'LineString')
        return linesIn(positions[0] ?? [], west).flatMap((line) => pieceOf(kind, [line], west));
      // A point is on one side only.
      return pieceOf(kind, positions, west);
    },
  );
};
