import { performance } from 'node:perf_hooks';
import { describe, expect, it } from 'vitest';
import { crossingFault, runToEnd } from 'src/model/geo/checkCrossings.ts';
import { MAX_POINTS, shapeFault, type GeometryFault } from 'src/model/geo/checkShape.ts';
import { asGeometry, COLLECTION, SIMPLE_KINDS, type Position } from 'src/model/geo/geoJson.ts';
import { geometryFrom } from 'src/model/geo/geometryFrom.ts';
import type { Json } from 'src/model/item/Item.ts';

const faultOf = (value: unknown, kinds = SIMPLE_KINDS): GeometryFault | undefined => {
  const shape = shapeFault(value as Json, kinds);
  const geometry = asGeometry(value as Json);
  if (shape || !geometry) return shape;
  return runToEnd(crossingFault(geometry));
};
const keyOf = (value: unknown, kinds?: string[]): string | undefined =>
  faultOf(value, kinds)?.message.replace('errors.geometry.', '');

const polygon = (...coordinates: unknown[]) => ({ type: 'Polygon', coordinates });
const line = (...coordinates: unknown[]) => ({ type: 'LineString', coordinates });
const square = (west: number, south: number, size: number) => [
  [west, south],
  [west + size, south],
  [west + size, south + size],
  [west, south + size],
  [west, south],
];
const circle = (points: number): Position[] => {
  const ring = Array.from({ length: points }, (_, at): Position => {
    const angle = (2 * Math.PI * at) / points;
    return [-139 + Math.cos(angle), 50 + Math.sin(angle)];
  });
  return [...ring, ...ring.slice(0, 1)];
};

describe('a geometry', () => {
  it.each([
    ['text', 'here', 'notGeoJson'],
    ['a kind that does not exist', { type: 'Circle', coordinates: [1, 2] }, 'notGeoJson'],
    ['a kind named like a method', { type: 'constructor', coordinates: [] }, 'notGeoJson'],
    ['members that GeoJSON geometries do not have', { type: 'Point', coordinates: [1, 2], crs: 'x' }, 'notGeoJson'],
    ['no coordinates', { type: 'Point' }, 'position'],
    ['nothing in a list', { type: 'MultiPoint', coordinates: [] }, 'empty'],
    ['a number that is none', { type: 'Point', coordinates: [Number.NaN, 50] }, 'position'],
    ['a number without end', { type: 'Point', coordinates: [Number.POSITIVE_INFINITY, 50] }, 'position'],
    ['text for a number', { type: 'Point', coordinates: ['-139', 50] }, 'position'],
    ['one level too many', { type: 'Point', coordinates: [[1, 2]] }, 'position'],
    ['one level too few', polygon([1, 2], [3, 4]), 'position'],
    ['a latitude beyond the pole', { type: 'Point', coordinates: [-139, 91] }, 'outOfRange'],
    ['exchanged coordinates', { type: 'Point', coordinates: [50.3, -139.2] }, 'swapped'],
    ['metres', { type: 'Point', coordinates: [-15_500_000, 6_500_000] }, 'notDegrees'],
    ['a line of one place', line([1, 2], [1, 2]), 'shortLine'],
    [
      'two corners',
      polygon([
        [1, 1],
        [2, 2],
        [1, 1],
      ]),
      'shortRing',
    ],
    [
      'a ring that is open',
      polygon([
        [1, 1],
        [2, 1],
        [2, 2],
        [1, 2],
      ]),
      'openRing',
    ],
    [
      'a ring that encloses nothing',
      polygon([
        [1, 1],
        [2, 2],
        [3, 3],
        [1, 1],
      ]),
      'flatRing',
    ],
    ['a line over the 180th meridian', line([179, 50], [-179, 51]), 'dateLine'],
    [
      'a bow tie',
      polygon([
        [0, 0],
        [2, 2],
        [2, 0],
        [0, 2],
        [0, 0],
      ]),
      'crossing',
    ],
    ['a hole through the outline', polygon(square(0, 0, 4), square(3, 1, 2)), 'ringsCross'],
    ['a hole beside the area', polygon(square(0, 0, 1), square(3, 3, 1)), 'holeOutside'],
    [
      'a fault in the second part',
      { type: 'MultiPolygon', coordinates: [[square(0, 0, 1)], [square(0, 0, 1), square(3, 3, 1)]] },
      'holeOutside',
    ],
  ])('[SPAT-01] of %s is refused by name', (_, value, key) => {
    expect(keyOf(value)).toBe(key);
  });

  it('[SPAT-01] says where it crosses itself, latitude before longitude', () => {
    expect(
      faultOf(
        polygon([
          [0, 10],
          [2, 12],
          [2, 10],
          [0, 12],
          [0, 10],
        ]),
      )?.params,
    ).toEqual({ latitude: 11, longitude: 1 });
  });

  it.each([
    ['a point with a height', { type: 'Point', coordinates: [-139, 50, 12] }],
    [
      'a hole that touches the outline',
      polygon(square(0, 0, 4), [
        [0, 2],
        [1, 1],
        [1, 3],
        [0, 2],
      ]),
    ],
    [
      'the whole world',
      polygon([
        [-180, -90],
        [180, -90],
        [180, 90],
        [-180, 90],
        [-180, -90],
      ]),
    ],
    [
      'two parts at the 180th meridian',
      { type: 'MultiPolygon', coordinates: [[square(179, 50, 1)], [square(-180, 50, 1)]] },
    ],
    ['a trail that crosses itself', line([0, 0], [2, 2], [2, 0], [0, 2])],
  ])('[SPAT-01] of %s is fine', (_, value) => {
    expect(faultOf(value)).toBeUndefined();
  });

  it('[SPAT-01] of a kind that the property does not take is refused', () => {
    expect(keyOf({ type: 'Point', coordinates: [1, 2] }, ['Polygon'])).toBe('otherKind');
  });

  it('[SPAT-01] of as many points as are allowed is checked in small steps; of ten times as many it is refused at once', () => {
    const geometry = asGeometry(polygon(circle(MAX_POINTS - 1)) as unknown as Json);
    const steps = crossingFault(geometry ?? { type: 'Point', coordinates: [0, 0] });
    let count = 0;
    while (steps.next().done !== true) count += 1;
    expect(count).toBeGreaterThan(40);
    const far = { type: 'LineString', coordinates: Array.from({ length: 1_000_000 }, () => [1, 2]) };
    const before = performance.now();
    expect(shapeFault(far as unknown as Json, SIMPLE_KINDS)).toEqual({
      message: 'errors.geometry.tooManyPoints',
      params: { max: MAX_POINTS },
    });
    expect(performance.now() - before).toBeLessThan(1000);
  });

  it('[SPAT-01] nested deeper than its kind is refused without being followed', () => {
    let nested: unknown = [1, 2];
    for (let depth = 0; depth < 100_000; depth++) nested = [nested];
    expect(keyOf({ type: 'MultiPolygon', coordinates: nested })).toBe('position');
    expect(
      geometryFrom({ type: 'GeometryCollection', geometries: nested } as unknown as Json, SIMPLE_KINDS),
    ).toMatchObject({
      type: 'GeometryCollection',
    });
  });
});

describe('a collection', () => {
  const ALL = [...SIMPLE_KINDS, COLLECTION];
  const pit = polygon(square(1, 1, 1));
  const road = line([1, 1], [2, 3]);
  const camp = { type: 'Point', coordinates: [3, 3] };
  const of = (...geometries: unknown[]) => ({ type: COLLECTION, geometries });

  it('[SPAT-01] combines areas, lines and points where its property allows it', () => {
    expect(keyOf(of(pit, road, camp), ALL)).toBeUndefined();
    expect(keyOf(of(pit, road))).toBe('severalKinds');
    expect(keyOf(of(pit, pit))).toBe('otherKind');
    expect(keyOf(of(pit, road, camp), ['Polygon', 'LineString', COLLECTION])).toBe('otherKind');
    expect(geometryFrom(of(camp, road, pit, road) as Json, ALL)).toEqual(
      of(pit, { type: 'MultiLineString', coordinates: [road.coordinates, road.coordinates] }, camp),
    );
    expect(geometryFrom(of(of(pit), pit) as Json, ALL)).toMatchObject({ type: 'MultiPolygon' });
  });

  it.each([
    ['nothing in it', of(), 'empty'],
    ['no list', { type: COLLECTION }, 'notGeoJson'],
    ['more than its members', { ...of(pit), crs: 'x' }, 'notGeoJson'],
    ['a collection in it', of(of(pit, road), camp), 'notGeoJson'],
    [
      'an area without an inside',
      of(
        road,
        polygon([
          [1, 1],
          [2, 2],
          [3, 3],
          [1, 1],
        ]),
      ),
      'flatRing',
    ],
    [
      'an area that crosses itself',
      of(
        road,
        polygon([
          [0, 0],
          [2, 2],
          [2, 0],
          [0, 2],
          [0, 0],
        ]),
      ),
      'crossing',
    ],
    ['a line over the date line', of(pit, line([179, 1], [-179, 2])), 'dateLine'],
  ])('[SPAT-01] is refused with %s', (_, value, message) => expect(keyOf(value, ALL)).toBe(message));

  it('[SPAT-01] has as many points as one geometry may have in all', () => {
    const half = { type: 'MultiPoint', coordinates: Array.from({ length: MAX_POINTS / 2 + 1 }, () => [1, 1]) };
    expect(keyOf(of(half, camp), ALL)).toBeUndefined();
    expect(keyOf(of(half, half), ALL)).toBe('tooManyPoints');
  });
});

describe('geometryFrom', () => {
  const point = (x: number, y: number) => ({ type: 'Point', coordinates: [x, y] });
  const feature = (geometry: unknown) => ({
    type: 'Feature',
    properties: { name: 'Weir' },
    bbox: [1, 2, 1, 2],
    geometry,
  });
  const from = (value: unknown, kinds = SIMPLE_KINDS): unknown => geometryFrom(value as Json, kinds);

  it('[SPAT-01] takes the geometry out of a feature and removes its members other than coordinates', () => {
    expect(from(feature(point(1, 2)))).toEqual(point(1, 2));
    expect(from({ ...point(1, 2), bbox: [1, 2, 1, 2] })).toEqual(point(1, 2));
  });

  it('[SPAT-01] makes several of one kind one geometry, in the kind that the property takes', () => {
    const both = {
      type: 'MultiPoint',
      coordinates: [
        [1, 2],
        [3, 4],
      ],
    };
    expect(from({ type: 'FeatureCollection', features: [feature(point(1, 2)), feature(point(3, 4))] })).toEqual(both);
    expect(from({ type: 'GeometryCollection', geometries: [point(1, 2), both] })).toEqual({
      type: 'MultiPoint',
      coordinates: [
        [1, 2],
        [1, 2],
        [3, 4],
      ],
    });
    expect(from(polygon(square(0, 0, 1)), ['MultiPolygon'])).toEqual({
      type: 'MultiPolygon',
      coordinates: [[square(0, 0, 1)]],
    });
    expect(from({ type: 'MultiPoint', coordinates: [[1, 2]] }, ['Point'])).toEqual(point(1, 2));
  });

  it('[SPAT-01] does not change ambiguous geometries', () => {
    for (const value of [
      'text',
      null,
      { type: 'GeometryCollection', geometries: [] },
      { type: 'GeometryCollection', geometries: [point(1, 2), line([1, 2], [3, 4])] },
      { type: 'FeatureCollection', features: [feature(null)] },
      feature({ type: 'Circle' }),
    ])
      expect(from(value)).toEqual(value);
    const both = {
      type: 'MultiPoint',
      coordinates: [
        [1, 2],
        [3, 4],
      ],
    };
    expect(from(both, ['Point'])).toEqual(both);
  });
});
