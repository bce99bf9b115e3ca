// The area around an area, in bands of distance. Worked out in a projection of its own that is true in the middle of the area, so that a
// metre is a metre; an area that is too large for that has no bands.

import {
  ClipperOffset,
  EndType,
  isPositive,
  JoinType,
  PolyTree64,
  reversePath,
  simplifyPathD,
  type PolyPath64,
} from 'clipper2-ts';
import { boundsOfGeometry } from 'src/model/geo/box.ts';
import {
  partsOf,
  pointCount,
  type Area,
  type Geometry,
  type Line,
  type Position,
  type Rings,
} from 'src/model/geo/geoJson.ts';
import { fromMercator, mercator } from 'src/model/geo/mercator.ts';
import { simplified } from 'src/model/geo/simplifyGeometry.ts';
import { planeAround, UNITS_A_METRE, type Plane } from 'src/server/geo/planeAround.ts';

/** Beyond this many degrees from side to side the projection is too far from true. */
const WIDEST = 8;
/** Corners that a band is worked out from at all. */
const MAX_CORNERS = 2_000;
/** With at most so many, a band is there in no time. */
const FEW_CORNERS = 32;
/** Of a form with fewer corners, what is left out is smaller than this part of the band; if it must be, than so many metres. */
const LEFT_OUT = [1 / 50, 1 / 20] as const;
const MOST_LEFT_OUT_M = 40;
/** Round corners and lines that are long are drawn by straight pieces: they miss by at most so much of the width of the band. */
const TOO_NARROW = 0.005;

/** Poleward of this the map itself ends. */
const NORTHERNMOST = 84;

/** A line or a point has no inside: what is as near as this touches it. */
const TOUCHES_M = 1;

const isArea = (shape: Geometry): shape is Area => shape.type === 'Polygon' || shape.type === 'MultiPolygon';

type Path = Parameters<typeof isPositive>[0];

/** Outer rings turn one way and holes the other, whichever way they are stored. */
const pathsOf = (polygons: readonly Rings[], pathOf: (line: Line) => Path): Path[] =>
  polygons.flatMap((rings) =>
    rings.map((ring, index) => {
      const path = pathOf(ring);
      return isPositive(path) === (index === 0) ? path : reversePath(path);
    }),
  );

type RingOf = (path: Path) => Line;

/** The outer rings of a level, each with its holes; what lies in a hole is a polygon of its own. */
const ringsOf = (level: PolyPath64, ringOf: RingOf): Rings[] => {
  const children = (path: PolyPath64): PolyPath64[] => Array.from({ length: path.count }, (_, at) => path.child(at));
  return children(level).flatMap((outer) => [
    [outer, ...children(outer)].map(({ poly }) => ringOf(poly ?? [])),
    ...children(outer).flatMap((hole) => ringsOf(hole, ringOf)),
  ]);
};

/** Without the corners that a map, where lines are straight, does not need; closed. */
const ringOnMap = (line: Line, tolerance: number): Line => {
  const path = line.map(([longitude, latitude]) => {
    const [x, y] = mercator(longitude, latitude);
    return { x, y };
  });
  const corners = simplifyPathD(path, tolerance, true).map(({ x, y }): Position => fromMercator(x, y));
  return [...corners, ...corners.slice(0, 1)];
};

const around = (shape: Geometry, metres: number, plane: Plane): Area => {
  const { points, lines, polygons } = partsOf(shape);
  const distance = metres * UNITS_A_METRE;
  const offset = new ClipperOffset(undefined, distance * TOO_NARROW);
  const pathOf = (line: Line): Path => plane.pathOf(line, distance * TOO_NARROW);
  if (polygons.length > 0) offset.addPaths(pathsOf(polygons, pathOf), JoinType.Round, EndType.Polygon);
  for (const line of [...lines, ...points.map((point) => [point])])
    offset.addPath(pathOf(line), JoinType.Round, EndType.Round);
  const tree = new PolyTree64();
  offset.execute(distance, tree);
  const ringOf: RingOf = (path) => ringOnMap(plane.lineOf(path), metres * TOO_NARROW);
  return { type: 'MultiPolygon', coordinates: ringsOf(tree, ringOf) };
};

/** Undefined where even the coarsest form has too many corners. */
const withFewCorners = (geometry: Geometry, metres: number): Geometry | undefined => {
  if (pointCount(geometry) <= MAX_CORNERS) return geometry;
  return [...LEFT_OUT.map((part) => part * metres), MOST_LEFT_OUT_M]
    .map((leftOut) => simplified(geometry, leftOut))
    .find((form) => pointCount(form) <= MAX_CORNERS);
};

/** Whether a band around it is worked out in no time; others are left to another thread. */
export const isPlain = (geometry: Geometry): boolean => pointCount(geometry) <= FEW_CORNERS;

/**
 * What lies within so many metres of the geometry, itself included; undefined where it is too large, or too intricate for so narrow a
 * band. Cost grows with its corners.
 */
export const areaWithin = (geometry: Geometry, metres: number): Area | undefined => {
  if (metres === 0 && isArea(geometry)) return geometry;
  const [west, south, east, north] = boundsOfGeometry(geometry) ?? [-180, -90, 180, 90];
  const isSmall = east - west <= WIDEST && north - south <= WIDEST && Math.max(-south, north) < NORTHERNMOST;
  const shape = isSmall ? withFewCorners(geometry, metres) : undefined;
  if (!shape) return undefined;
  return around(shape, Math.max(metres, TOUCHES_M), planeAround((west + east) / 2, (south + north) / 2));
};
