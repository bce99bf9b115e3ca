// Bands of distance around an area. Computed in a projection centred on the area, in which distances are accurate; an area that is too
// large for it has no bands.

import { isPositive, PolyTree64, reversePath, simplifyPathD, type PolyPath64 } from 'clipper2-ts';
import { boundsOfGeometry } from 'src/model/geo/box.ts';
import {
  partsByShape,
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

/** Maximum width in degrees for which the projection is accurate enough. */
const MAX_DEGREES = 8;
/** Maximum corners for which a band is computed. */
const MAX_CORNERS = 2_000;
/** Up to this number of corners, a band is computed instantly. */
const INSTANT_CORNERS = 32;
/** Tolerated simplification relative to the width of the band, tried in this order. */
const SIMPLIFICATIONS = [1 / 400, 1 / 100, 1 / 50, 1 / 20] as const;
const MOST_LEFT_OUT_M = 40;
/** Both simplifications may shift the outline by this part to either side. */
const PASSES = 2;
/** Round corners and long lines are approximated by straight pieces, with an error of at most this part of the width. */
const TOO_NARROW = 0.005;

/** The map ends at this latitude. */
const NORTHERNMOST = 84;

/** Lines and points have no interior; everything within this distance touches them. */
const TOUCHES_M = 1;

const isAreaShape = (shape: Geometry): shape is Area => shape.type === 'Polygon' || shape.type === 'MultiPolygon';

/** Returns paths with outer rings in one direction and holes in the other, however they are stored. */
const polygonPaths = (polygons: readonly Rings[], pathOf: (line: Line) => Path): Path[] =>
  polygons.flatMap((rings) =>
    rings.map((ring, index) => {
      const path = pathOf(ring);
      return isPositive(path) === (index === 0) ? path : reversePath(path);
    }),
  );

type RingOf = (path: Path) => Line;

/** Returns the outer rings of a level, each with its holes. Shapes within a hole are separate polygons. */
const ringsOf = (level: PolyPath64, ringOf: RingOf): Rings[] => {
  const children = (path: PolyPath64): PolyPath64[] => Array.from({ length: path.count }, (_, at) => path.child(at));
  return children(level).flatMap((outer) => [
    [outer, ...children(outer)].map(({ poly }) => ringOf(poly ?? [])),
    ...children(outer).flatMap((hole) => ringsOf(hole, ringOf)),
  ]);
};

/** Returns a closed ring without corners that a map with straight lines does not need. */
const ringOnMap = (line: Line, tolerance: number): Line => {
  const path = line.map(([longitude, latitude]) => {
    const [x, y] = mercator(longitude, latitude);
    return { x, y };
  });
  const corners = simplifyPathD(path, tolerance, true).map(({ x, y }): Position => fromMercator(x, y));
  return [...corners, ...corners.slice(0, 1)];
};

/** Area within a distance. */
export interface Band {
  readonly area: Area;
  /** Metres by which it may exceed the distance, for an outline too intricate for an exact result. It is never smaller. */
  readonly wider: number;
}

interface Form {
  readonly shape: Geometry;
  /** Maximum deviation of the shape from the outline in metres. */
  readonly off: number;
}

const bandAround = ({ shape, off }: Form, metres: number, plane: Plane): Band => {
  const { points, lines, polygons } = partsByShape(shape);
  const tolerance = metres * UNITS_A_METRE * TOO_NARROW;
  const pathOf = (line: Line): Path => plane.pathOf(line, tolerance);
  const rings = polygonPaths(polygons, pathOf);
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

/** Returns undefined when even the coarsest form has too many corners. */
const withFewCorners = (geometry: Geometry, metres: number): Form | undefined => {
  if (pointCount(geometry) <= MAX_CORNERS) return { shape: geometry, off: 0 };
  return [...SIMPLIFICATIONS.map((part) => part * metres), MOST_LEFT_OUT_M]
    .map((leftOut): Form => ({ shape: simplified(geometry, leftOut), off: PASSES * leftOut }))
    .find(({ shape }) => pointCount(shape) <= MAX_CORNERS);
};

/**
 * Returns true for a geometry whose band is computed instantly. Others are computed in another thread, and so are lines, which may cross
 * each other.
 */
export const isPlain = (geometry: Geometry): boolean =>
  pointCount(geometry) <= INSTANT_CORNERS && partsByShape(geometry).lines.length === 0;

/** Returns the areas of a collection, with the surroundings of its lines and points. Overlapping areas stay separate. */
const touchedBy = ({ type, geometries }: GeometryCollection): Band | undefined => {
  const others = geometries.filter((each) => !isAreaShape(each));
  const touched = others.length === 0 ? undefined : areaWithin({ type, geometries: others }, 0);
  if (others.length > 0 && !touched) return undefined;
  const areas: readonly Geometry[] = [...geometries.filter(isAreaShape), ...(touched ? [touched.area] : [])];
  const coordinates = areas.flatMap((each) => partsByShape(each).polygons);
  return { area: { type: 'MultiPolygon', coordinates }, wider: touched?.wider ?? 0 };
};

/**
 * Returns the area within the distance of the geometry, including the geometry; undefined when it is too large, or too intricate for such a
 * narrow band. Cost grows with the number of corners.
 */
export const areaWithin = (geometry: Geometry, metres: number): Band | undefined => {
  if (metres === 0 && isAreaShape(geometry)) return { area: geometry, wider: 0 };
  if (metres === 0 && geometry.type === 'GeometryCollection' && geometry.geometries.some(isAreaShape))
    return touchedBy(geometry);
  const [west, south, east, north] = boundsOfGeometry(geometry) ?? [-180, -90, 180, 90];
  const isSmall = east - west <= MAX_DEGREES && north - south <= MAX_DEGREES && Math.max(-south, north) < NORTHERNMOST;
  const form = isSmall ? withFewCorners(geometry, metres) : undefined;
  if (!form) return undefined;
  return bandAround(form, Math.max(metres, TOUCHES_M), planeAround((west + east) / 2, (south + north) / 2));
};
