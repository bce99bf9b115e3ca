// Distance between the edge of a band and its geometry, computed independently: on a map in Mercator's projection, where lines are
// straight, with the scale at each of its corners.

import { expect, it } from 'vitest';
import { partsByShape, type Geometry, type Line, type Position } from 'src/model/geo/geoJson.ts';
import { prepareArea } from 'src/model/geo/preparedArea.ts';
import { areaWithin } from 'src/server/search/map/bandsAround.ts';
import { cpuTime } from 'tests/ownTime.ts';

const RADIUS = 6_371_008.8;

const segmentsOf = (shape: Geometry): [Position, Position][] => {
  const { points, lines, polygons } = partsByShape(shape);
  const ofLine = (line: Line): [Position, Position][] =>
    line.slice(1).map((end, index): [Position, Position] => [line[index] ?? end, end]);
  return [
    ...points.map((point): [Position, Position] => [point, point]),
    ...[...lines, ...polygons.flat()].flatMap(ofLine),
  ];
};

const onMap = ([longitude, latitude]: Position): [number, number] => [
  (longitude * Math.PI) / 180,
  Math.asinh(Math.tan((latitude * Math.PI) / 180)),
];

/** Metres along the earth. */
const haversine = ([aEast, aNorth]: Position, [bEast, bNorth]: Position): number => {
  const [up, other] = [(aNorth * Math.PI) / 180, (bNorth * Math.PI) / 180];
  const [high, wide] = [(other - up) / 2, ((bEast - aEast) * Math.PI) / 180 / 2];
  return 2 * RADIUS * Math.asin(Math.hypot(Math.sin(high), Math.sqrt(Math.cos(up) * Math.cos(other)) * Math.sin(wide)));
};

/** Same as `distance`, but also exact at long distances: along the earth to the nearest position on a map. */
const farDistance = (position: Position, shape: Geometry): number => {
  const [x, y] = onMap(position);
  return segmentsOf(shape).reduce((nearest, [from, to]) => {
    const [[ax, ay], [bx, by]] = [onMap(from), onMap(to)];
    const length = (bx - ax) ** 2 + (by - ay) ** 2;
    const along = length === 0 ? 0 : ((x - ax) * (bx - ax) + (y - ay) * (by - ay)) / length;
    const at = Math.max(0, Math.min(1, along));
    const there = [from[0] + at * (to[0] - from[0]), from[1] + at * (to[1] - from[1])] as const;
    return Math.min(nearest, haversine(position, there));
  }, Infinity);
};

/** Metres from a position to the nearest line of the shape. */
const distance = ([longitude, latitude]: Position, shape: Geometry): number => {
  const [x, y] = onMap([longitude, latitude]);
  const scale = RADIUS * Math.cos((latitude * Math.PI) / 180);
  const flat = (position: Position): [number, number] => {
    const [east, north] = onMap(position);
    return [(east - x) * scale, (north - y) * scale];
  };
  return segmentsOf(shape).reduce((nearest, [from, to]) => {
    const [[ax, ay], [bx, by]] = [flat(from), flat(to)];
    const length = (bx - ax) ** 2 + (by - ay) ** 2;
    const along = length === 0 ? 0 : Math.max(0, Math.min(1, -(ax * (bx - ax) + ay * (by - ay)) / length));
    return Math.min(nearest, Math.hypot(ax + along * (bx - ax), ay + along * (by - ay)));
  }, Infinity);
};

const ring = (longitude: number, latitude: number, size: number, corners: number): Position[] => {
  const line = Array.from({ length: corners }, (_, index): Position => {
    const [angle, far] = [(index / corners) * 2 * Math.PI, index % 2 === 0 ? size : size * 0.8];
    return [longitude + far * Math.cos(angle), latitude + far * Math.sin(angle) * 0.7];
  });
  return [...line, line[0] ?? [0, 0]];
};

const box = (west: number, south: number, east: number, north: number): Position[] => [
  [west, south],
  [east, south],
  [east, north],
  [west, north],
  [west, south],
];

const shapes: Record<string, Geometry> = {
  'a point': { type: 'Point', coordinates: [-105, 55] },
  'points near each other': {
    type: 'MultiPoint',
    coordinates: [
      [-105, 55],
      [-105.001, 55],
    ],
  },
  'a line': {
    type: 'LineString',
    coordinates: [
      [-105, 55],
      [-104.9, 55.1],
      [-104.8, 55],
    ],
  },
  'a polygon with a hole': {
    type: 'Polygon',
    coordinates: [ring(-105, 55, 0.5, 40), ring(-105, 55, 0.2, 20).toReversed()],
  },
  'a polygon whose rings turn the wrong way': {
    type: 'Polygon',
    coordinates: [ring(-105, 55, 0.5, 40).toReversed(), ring(-105, 55, 0.2, 20)],
  },
  'two polygons, one in the hole of the other': {
    type: 'MultiPolygon',
    coordinates: [[ring(-105, 55, 0.5, 40), ring(-105, 55, 0.4, 20).toReversed()], [ring(-105, 55, 0.1, 20)]],
  },
  'a jagged polygon of 1,000 corners': { type: 'Polygon', coordinates: [ring(-105, 55, 1.5, 1_000)] },
  'a rectangle with two long sides': { type: 'Polygon', coordinates: [box(-106, 54.8, -104, 55)] },
  'a polygon in the far north': { type: 'Polygon', coordinates: [ring(-105, 79, 0.5, 40)] },
};

for (const [name, shape] of Object.entries(shapes))
  it.each([100, 1_000, 5_000])(`[SPAT-01] ends %d metres from ${name}, everywhere along its edge`, (metres) => {
    const band = areaWithin(shape, metres)!.area;
    const corners = partsByShape(band).polygons.flat(2);
    expect(corners.length).toBeGreaterThan(10);
    for (const corner of corners.filter((_, index) => index % Math.ceil(corners.length / 60) === 0)) {
      const far = distance(corner, shape);
      expect(far).toBeGreaterThan(metres * 0.99);
      expect(far).toBeLessThan(metres * 1.01);
    }
    const prepared = prepareArea(band);
    for (const [from] of segmentsOf(shape).slice(0, 20))
      expect(prepared.meets({ type: 'Point', coordinates: from })).toBe(true);
  });

it('[SPAT-01] keeps a hole that is wider than the band, and what lies in the middle of it stays outside', () => {
  const middle: Geometry = { type: 'Point', coordinates: [-105, 55] };
  expect(prepareArea(areaWithin(shapes['a polygon with a hole']!, 1_000)!.area).meets(middle)).toBe(false);
  expect(prepareArea(areaWithin(shapes['a polygon with a hole']!, 20_000)!.area).meets(middle)).toBe(true);
});

it('[SPAT-01] has the area itself within no distance, and no band around half a continent or a pole', () => {
  const area = shapes['a polygon with a hole']!;
  expect(areaWithin(area, 0)).toEqual({ area, wider: 0 });
  expect(areaWithin({ type: 'Polygon', coordinates: [ring(-105, 55, 9, 40)] }, 100)).toBeUndefined();
  expect(areaWithin({ type: 'Polygon', coordinates: [ring(-105, 84, 0.5, 40)] }, 100)).toBeUndefined();
});

const saw = (corners: number, width: number, height: number): Geometry => {
  const teeth = Array.from({ length: corners }, (_, at): Position => {
    const far = at % 2 === 0 ? 0 : height * (0.5 + 0.5 * Math.abs(Math.sin(at * 12.9898)));
    return [-105 + (width * at) / corners, 55 + far];
  });
  const first = teeth[0] ?? [-105, 55];
  return { type: 'Polygon', coordinates: [[...teeth, [-105 + width, 54.9], [-105, 54.9], first]] };
};
const coast = (corners: number, rough: number, radius: number): Geometry => {
  const line = Array.from({ length: corners }, (_, at): Position => {
    const angle = (2 * Math.PI * at) / corners;
    const far = radius * (1 + rough * Math.abs(Math.sin(at * 12.9898)));
    return [-105 + far * Math.cos(angle), 55 + far * Math.sin(angle)];
  });
  return { type: 'Polygon', coordinates: [[...line, line[0] ?? [0, 0]]] };
};

it.each([
  ['a saw of 1,900 corners', 50_000, saw(1_900, 1, 1)],
  ['a saw of 1,900 corners', 5_000, saw(1_900, 1, 1)],
  ['a rough coast of 1,900 corners', 50_000, coast(1_900, 0.3, 0.05)],
  ['needles of 1,900 corners', 20_000, coast(1_900, 20, 0.05)],
  ['a coast of 6,000 corners', 20_000, coast(6_000, 0.3, 0.5)],
])(
  '[SPAT-01] goes around %s, at %i metres, leaves out nothing and says how much further it reaches',
  (_, metres, shape) => {
    const started = cpuTime();
    const band = areaWithin(shape, metres);
    // Measures the CPU time of this process: a saw takes 15 s as a whole, and much less in pieces.
    expect(cpuTime() - started).toBeLessThan(10_000);
    const { area, wider } = band ?? { area: undefined, wider: 0 };
    expect(wider).toBeGreaterThan(0);
    expect(wider).toBeLessThanOrEqual(0.12 * metres);
    const corners = area ? partsByShape(area).polygons.flat(2) : [];
    expect(corners.length).toBeGreaterThan(10);
    const looked = corners.filter((__, index) => index % Math.ceil(corners.length / 60) === 0);
    for (const corner of looked) {
      const far = farDistance(corner, shape);
      // The nearest position on a map differs a little from the nearest one on the earth.
      expect(far).toBeGreaterThan(metres * 0.999);
      expect(far).toBeLessThan((metres + wider) * 1.001);
    }
  },
);

it('[SPAT-01] of areas, lines and points together, the area is exact and the rest has what it touches', () => {
  const square: Geometry = {
    type: 'Polygon',
    coordinates: [
      [
        [-139.2, 50.3],
        [-139.18, 50.3],
        [-139.18, 50.32],
        [-139.2, 50.32],
        [-139.2, 50.3],
      ],
    ],
  };
  const mixed: Geometry = {
    type: 'GeometryCollection',
    geometries: [
      square,
      {
        type: 'LineString',
        coordinates: [
          [-139.19, 50.31],
          [-139.1, 50.31],
        ],
      },
      { type: 'Point', coordinates: [-139, 50] },
    ],
  };
  const isIn = (metres: number, longitude: number, latitude: number): boolean => {
    const band = areaWithin(mixed, metres);
    return band !== undefined && prepareArea(band.area).meets({ type: 'Point', coordinates: [longitude, latitude] });
  };
  // Half a metre north of the area, of the line, and of the point.
  const step = 0.5 / 111_195;
  expect(isIn(0, -139.195, 50.31)).toBe(true);
  expect(isIn(0, -139.185, 50.31)).toBe(true);
  expect(isIn(0, -139.195, 50.32 + step)).toBe(false);
  expect(isIn(0, -139.15, 50.31 + step)).toBe(true);
  expect(isIn(0, -139, 50 + step)).toBe(true);
  expect(isIn(0, -139.15, 50.311)).toBe(false);
  for (const [longitude, latitude] of [
    [-139.195, 50.3205],
    [-139.15, 50.3105],
    [-139, 50.0005],
  ] as const) {
    expect(isIn(100, longitude, latitude)).toBe(true);
    expect(isIn(40, longitude, latitude)).toBe(false);
  }
});
