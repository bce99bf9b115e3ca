// Typed and drawn geometries: positions in every notation, parts of geometries, and lines that cut them.
import { describe, expect, it } from 'vitest';
import {
  addableKinds,
  geometryOf,
  insertAfter,
  shapePartsOf,
  removeVertex,
  splitLineAt,
} from 'src/client/fields/text/shapes.ts';
import { boundsAround, boundsOfAll, inView, isInView } from 'src/client/map/inView.ts';
import { askedWithin, sharedBounds } from 'src/client/map/askedWithin.ts';
import { withinGlobe } from 'src/client/map/dateLine.ts';
import { splitBy } from 'src/client/map/splitShape.ts';
import { scaleBar } from 'src/client/map/scale.ts';
import { readPosition, writePosition } from 'src/client/map/typedPosition.ts';
import { COLLECTION } from 'src/model/geo/geoJson.ts';
import { shapeFault } from 'src/model/geo/checkShape.ts';
import type { Filters, Query } from 'src/model/generated/wire.ts';
import type { Json } from 'src/model/item/Item.ts';
import { registry } from 'tests/toy/generated/registry.client.ts';

const square: Json = {
  type: 'Polygon',
  coordinates: [
    [
      [0, 0],
      [4, 0],
      [4, 4],
      [0, 4],
      [0, 0],
    ],
  ],
};
const line: Json = {
  type: 'LineString',
  coordinates: [
    [0, 0],
    [2, 0],
    [4, 0],
  ],
};

describe('[EXPERIENCE] positions as typed', () => {
  it('reads degrees, minutes and seconds, and UTM, and writes each so that it is read again', () => {
    expect(readPosition('50.1234, -139.2')).toEqual([-139.2, 50.1234]);
    expect(readPosition('\u221249,5 -123,25')).toEqual([-123.25, -49.5]);
    expect(readPosition('50\u00b0 30\u2032 0\u2033 N, 139\u00b0 15\u2032 W')).toEqual([-139.25, 50.5]);
    expect(readPosition("W 139 15' N 50 30'")).toEqual([-139.25, 50.5]);
    for (const notation of ['decimal', 'sexagesimal', 'utm'] as const) {
      const [longitude = 0, latitude = 0] = readPosition(writePosition([-123.1, 49.25], notation)) ?? [];
      expect(longitude).toBeCloseTo(-123.1, 4);
      expect(latitude).toBeCloseTo(49.25, 4);
    }
  });

  it('takes nothing that is no position', () => {
    for (const text of ['', 'here', '50', '91, 0', "50 99' N, 1 W", '61N 500000 5000000', '1, 2, 3'])
      expect(readPosition(text)).toBeUndefined();
  });
});

describe('[EXPERIENCE] shapes', () => {
  it('keeps a geometry through its parts, also with a position that cannot be read yet', () => {
    for (const geometry of [
      square,
      line,
      { type: 'Point', coordinates: [1, 2] },
      { type: 'Point', coordinates: 'here' },
    ])
      expect(geometryOf(shapePartsOf(geometry))).toEqual(geometry);
    expect(geometryOf([...shapePartsOf(line), ...shapePartsOf(line)])).toMatchObject({ type: 'MultiLineString' });
  });

  it('keeps areas, lines and points of one place, and offers the kinds that may be added', () => {
    const mixed = { type: COLLECTION, geometries: [square, line, { type: 'Point', coordinates: [1, 2] }] } as Json;
    expect(geometryOf(shapePartsOf(mixed))).toEqual(mixed);
    expect(geometryOf([...shapePartsOf(line), ...shapePartsOf(square)])).toMatchObject({
      geometries: [{ type: 'Polygon' }, { type: 'LineString' }],
    });
    const kinds = ['Polygon', 'LineString', 'MultiLineString'];
    expect(addableKinds([], kinds)).toEqual(['Polygon', 'LineString']);
    expect(addableKinds(shapePartsOf(square), kinds)).toEqual([]);
    expect(addableKinds(shapePartsOf(square), [...kinds, COLLECTION])).toEqual(['LineString']);
    expect(addableKinds(shapePartsOf(mixed), [...kinds, COLLECTION])).toEqual(['LineString']);
    expect(addableKinds(shapePartsOf(mixed), [])).toEqual(['Polygon', 'LineString', 'Point']);
  });

  it('adds and removes positions, and takes away what would have too few', () => {
    const at = { part: 0, ring: 0, vertex: 0 };
    expect(insertAfter(shapePartsOf(square), { ...at, vertex: 3 })[0]?.rings[0]?.[4]).toEqual([0, 2]);
    const triangle = removeVertex(shapePartsOf(square), at);
    expect(triangle[0]?.rings[0]).toHaveLength(3);
    expect(removeVertex(triangle, at)).toEqual([]);
    expect(splitLineAt(shapePartsOf(line), { ...at, vertex: 1 })).toHaveLength(2);
    expect(splitLineAt(shapePartsOf(line), at)).toHaveLength(1);
  });

  it('cuts an area and a line by what is drawn across them, and leaves what it only touches', () => {
    const halves = splitBy(shapePartsOf(square), [
      [1, -1],
      [1, 5],
    ]);
    expect(halves).toHaveLength(2);
    expect(halves.map(({ rings }) => rings[0]?.length)).toEqual([4, 4]);
    expect(geometryOf(halves)).toMatchObject({ type: 'MultiPolygon' });
    const inside = splitBy(shapePartsOf(square), [
      [1, 1],
      [2, 2],
    ]);
    expect(inside).toEqual(shapePartsOf(square));
    const pieces = splitBy(shapePartsOf(line), [
      [1, -1],
      [1, 1],
    ]);
    expect(pieces.map(({ rings }) => rings[0])).toEqual([
      [
        [0, 0],
        [1, 0],
      ],
      [
        [1, 0],
        [2, 0],
        [4, 0],
      ],
    ]);
  });
});

describe('[SPAT-01] what is drawn across the date line', () => {
  it('is stored on both sides of it, wherever on the map it was drawn', () => {
    const area = (...ring: readonly (readonly [number, number])[]) => ({ kind: 'Polygon', rings: [ring] }) as const;
    expect(withinGlobe(area([170, 50], [-170, 50], [-170, 60]))).toHaveLength(1);
    expect(withinGlobe(area([170, 50], [190, 50], [190, 60], [170, 60]))).toEqual([
      area([170, 50], [180, 50], [180, 60], [170, 60]),
      area([-180, 50], [-170, 50], [-170, 60], [-180, 60]),
    ]);
    expect(withinGlobe(area([-540, 0], [-530, 0], [-530, 5]))).toEqual([area([-180, 0], [-170, 0], [-170, 5])]);
    const island = {
      kind: 'Polygon',
      rings: [
        area([170, 50], [190, 50], [190, 60], [170, 60]).rings[0],
        [
          [172, 52],
          [174, 52],
          [174, 54],
        ],
      ],
    } as const;
    expect(withinGlobe(island).map(({ rings }) => rings.length)).toEqual([2, 1]);
    for (const part of withinGlobe(island)) expect(shapeFault(geometryOf([part]) ?? null, ['Polygon'])).toBeUndefined();
    const track = {
      kind: 'LineString',
      rings: [
        [
          [175, 50],
          [185, 60],
          [175, 70],
        ],
      ],
    } as const;
    expect(withinGlobe(track)).toEqual([
      {
        kind: 'LineString',
        rings: [
          [
            [175, 50],
            [180, 55],
          ],
        ],
      },
      {
        kind: 'LineString',
        rings: [
          [
            [180, 65],
            [175, 70],
          ],
        ],
      },
      {
        kind: 'LineString',
        rings: [
          [
            [-180, 55],
            [-175, 60],
            [-180, 65],
          ],
        ],
      },
    ]);
    expect(withinGlobe({ kind: 'Point', rings: [[[181, 50]]] })).toEqual([{ kind: 'Point', rings: [[[-179, 50]]] }]);
    expect(withinGlobe({ kind: 'Point', rings: [[[180, 50]]] })).toEqual([{ kind: 'Point', rings: [[[180, 50]]] }]);
  });
});

describe('[SPAT-02] what is in view', () => {
  it('is asked within what the search itself asks for, for each type with what its view loads', () => {
    expect(sharedBounds([-140, 48, -120, 60], [-130, 50, -110, 70])).toEqual([-130, 50, -120, 60]);
    expect(sharedBounds([170, 0, -170, 10], [-175, 5, -160, 20])).toEqual([-175, 5, -170, 10]);
    expect(sharedBounds([0, 0, 10, 10], [20, 0, 30, 10])).toBeUndefined();
    const view = { bounds: [-130, 50, -110, 70], everything: false } as const;
    const of = (must: Filters): readonly Query[] => askedWithin(registry, { must }, view);
    expect(of({ _t: ['Book', 'Loan'] })).toEqual([
      { must: { _t: ['Book'], state: ['DRAFT', 'ACTIVE'], bounds: [-130, 50, -110, 70] } },
    ]);
    expect(of({ _t: ['Book'], state: ['ARCHIVED'], bounds: [-140, 48, -120, 60] })).toEqual([
      { must: { _t: ['Book'], state: ['ARCHIVED'], bounds: [-130, 50, -120, 60] } },
    ]);
    expect(of({ _t: ['Book'], bounds: [0, 0, 1, 1] })).toEqual([]);
  });

  const at = (label: string, longitude: number) => ({
    $id: `Book-${Math.abs(longitude)}`,
    label,
    type: 'Book',
    geometry: null,
    bbox: [longitude, 50, longitude, 50] as const,
  });
  const some = [at('Two', 179), at('One', -179), at('Three', 0)];

  it('is named in order, also where the view crosses the date line', () => {
    expect(inView(some, [170, 40, -170, 60], 'en').map(({ label }) => label)).toEqual(['One', 'Two']);
    expect(inView(some, [-10, 40, 10, 60], 'en').map(({ label }) => label)).toEqual(['Three']);
    expect(boundsOfAll(some)).toEqual([-179, 50, 179, 50]);
    expect(boundsOfAll([])).toBeUndefined();
    // On both sides of the date line, and nowhere else.
    expect(
      boundsAround([
        [178, 50, 179, 51],
        [-179, 52, -176, 53],
      ]),
    ).toEqual([178, 50, -176, 53]);
    expect(
      boundsAround([
        [179, 50, -179, 51],
        [-170, 52, -169, 53],
      ]),
    ).toEqual([179, 50, -169, 53]);
    const bothSides = {
      type: 'MultiPoint',
      coordinates: [
        [179, 50],
        [-179, 51],
      ],
    };
    const island = {
      $id: 'Book-9',
      label: 'Island',
      type: 'Book',
      geometry: bothSides,
      bbox: [-179, 50, 179, 51],
    } as const;
    expect(boundsOfAll([island])).toEqual([179, 50, -179, 51]);
    expect(isInView(island, [0, 40, 10, 60])).toBe(false);
    expect(isInView(island, [178, 40, -178, 60])).toBe(true);
  });

  it('has a scale of a round length', () => {
    expect(scaleBar(30, 110)).toEqual({ metres: 2000, pixels: 2000 / 30 });
    expect(scaleBar(0.011, 100).metres).toBe(1);
  });
});
