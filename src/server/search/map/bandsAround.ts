// The area around an area, in bands of distance. Worked out in a projection of its own that is true in the middle of the area, so that a
// metre is a metre; an area that is too large for that has no bands.

import { isPositive, PolyTree64, reversePath, simplifyPathD, type PolyPath64 } from 'clipper2-ts';
import { boundsOfGeometry } from 'src/model/geo/box.ts';
import {
  partsOf,
  pointCount,
  type Area,
  type Geometry,
  type GeometryCollection,
  type Line,
  type Position,
  type Rings,
} from 'src/model/geo/geoJson.ts';
import { fromMercator, mercator } from 'src/model/geo/mercator.ts';
import { simplified } from 'src/model/geo/simplifyGeometry.ts';
import { outwards, isIntricate, WIDER_IN_STEPS, type Path } from 'src/server/search/map/offsetPaths.ts';
import { planeAround, UNITS_A_METRE, type Plane } from 'src/server/search/map/planeAround.ts';

/** Beyond this many degrees from side to side the projection is too far from true. */
const WIDEST = 8;
/** Corners that a band is worked out from at all. */
const MAX_CORNERS = 2_000;
/** With at most so many, a band is there in no time. */
const FEW_CORNERS = 32;
/** Of a form with fewer corners, what is left out is smaller than this part of the band; if it must be, than so many metres. */
const LEFT_OUT = [1 / 400, 1 / 100, 1 / 50, 1 / 20] as const;
const MOST_LEFT_OUT_M = 40;
/** Two passes leave out as much each: that far the form may be from what it stands for, to either side. */
const PASSES = 2;
/** Round corners and lines that are long are made of straight pieces: they miss by at most so much of the width of the band. */
const TOO_NARROW = 0.005;

/** Poleward of this the map itself ends. */
const NORTHERNMOST = 84;

/** A line or a point has no inside: what is as near as this touches it. */
const TOUCHES_M = 1;

const isArea = (shape: Geometry): shape is Area => shape.type === 'Polygon' || shape.type === 'MultiPolygon';

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

/** What lies within a distance. */
export interface Band {
  readonly area: Area;
  /** Metres that it may reach further than was asked for, of an outline too intricate to go around exactly; it never reaches less far. */
  readonly wider: number;
}

interface Form {
  readonly shape: Geometry;
  /** Metres that the shape may be from the outline. */
  readonly off: number;
}

const around = ({ shape, off }: Form, metres: number, plane: Plane): Band => {
  const { points, lines, polygons } = partsOf(shape);
  const tolerance = metres * UNITS_A_METRE * TOO_NARROW;
  const pathOf = (line: Line): Path => plane.pathOf(line, tolerance);
  const rings = pathsOf(polygons, pathOf);
  const open = [...lines, ...points.map((point) => [point])].map(pathOf);
  const inSteps = open.length === 0 && isIntricate(rings, metres * UNITS_A_METRE);
  const tree = new PolyTree64();
  outwards({ rings, open, distance: (metres + off) * UNITS_A_METRE, tolerance, inSteps }, tree);
  const ringOf: RingOf = (path) => ringOnMap(plane.lineOf(path), metres * TOO_NARROW);
  return {
    area: { type: 'MultiPolygon', coordinates: ringsOf(tree, ringOf) },
    wider: Math.ceil(2 * off + (inSteps ? WIDER_IN_STEPS * metres : 0)),
  };
};

/** Undefined where even the coarsest form has too many corners. */
const withFewCorners = (geometry: Geometry, metres: number): Form | undefined => {
  if (pointCount(geometry) <= MAX_CORNERS) return { shape: geometry, off: 0 };
  return [...LEFT_OUT.map((part) => part * metres), MOST_LEFT_OUT_M]
    .map((leftOut): Form => ({ shape: simplified(geometry, leftOut), off: PASSES * leftOut }))
    .find(({ shape }) => pointCount(shape) <= MAX_CORNERS);
};

/** Whether a band around it is worked out in no time; others are left to another thread, and so are lines, which may cross each other. */
export const isPlain = (geometry: Geometry): boolean =>
  pointCount(geometry) <= FEW_CORNERS && partsOf(geometry).lines.length === 0;

/** The areas of a collection as they are, and what its lines and points touch. Areas that overlap each other stay two. */
const touchedBy = ({ type, geometries }: GeometryCollection): Band | undefined => {
  const others = geometries.filter((each) => !isArea(each));
  const touched = others.length === 0 ? undefined : areaWithin({ type, geometries: others }, 0);
  if (others.length > 0 && !touched) return undefined;
  const areas: readonly Geometry[] = [...geometries.filter(isArea), ...(touched ? [touched.area] : [])];
  const coordinates = areas.flatMap((each) => partsOf(each).polygons);
  return { area: { type: 'MultiPolygon', coordinates }, wider: touched?.wider ?? 0 };
};

/**
 * What lies within so many metres of the geometry, itself included; undefined where it is too large, or too intricate for so narrow a
 * band. Cost grows with its corners.
 */
export const areaWithin = (geometry: Geometry, metres: number): Band | undefined => {
  if (metres === 0 && isArea(geometry)) return { area: geometry, wider: 0 };
  if (metres === 0 && geometry.type === 'GeometryCollection' && geometry.geometries.some(isArea))
    return touchedBy(geometry);
  const [west, south, east, north] = boundsOfGeometry(geometry) ?? [-180, -90, 180, 90];
  const isSmall = east - west <= WIDEST && north - south <= WIDEST && Math.max(-south, north) < NORTHERNMOST;
  const form = isSmall ? withFewCorners(geometry, metres) : undefined;
  if (!form) return undefined;
  return around(form, Math.max(metres, TOUCHES_M), planeAround((west + east) / 2, (south + north) / 2));
};
