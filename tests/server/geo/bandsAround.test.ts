// How far the edge of a band is from what it goes around, by another way: on a map in Mercator's projection, where lines are
// straight, with the scale at each of its corners.

import { expect, it } from 'vitest';
import { partsOf, type Geometry, type Line, type Position } from 'src/model/geo/geoJson.ts';
import { prepareArea } from 'src/model/geo/preparedArea.ts';
import { areaWithin } from 'src/server/geo/bandsAround.ts';

const RADIUS = 6_371_008.8;

const segmentsOf = (shape: Geometry): [Position, Position][] => {
  const { points, lines, polygons } = partsOf(shape);
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
    const band = areaWithin(shape, metres)!;
    const corners = partsOf(band).polygons.flat(2);
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
  expect(prepareArea(areaWithin(shapes['a polygon with a hole']!, 1_000)!).meets(middle)).toBe(false);
  expect(prepareArea(areaWithin(shapes['a polygon with a hole']!, 20_000)!).meets(middle)).toBe(true);
});

it('[SPAT-01] has the area itself within no distance, and no band around half a continent or a pole', () => {
  const area = shapes['a polygon with a hole']!;
  expect(areaWithin(area, 0)).toBe(area);
  expect(areaWithin({ type: 'Polygon', coordinates: [ring(-105, 55, 9, 40)] }, 100)).toBeUndefined();
  expect(areaWithin({ type: 'Polygon', coordinates: [ring(-105, 84, 0.5, 40)] }, 100)).toBeUndefined();
});
