// Positions of rows: the fast search by an area keeps each row that the test of a single row finds, for readers with access and without.

import { expect, it } from 'vitest';
import { bitsFor, countBits, hasBit, rowsOfBits, setBit } from 'src/server/search/columns/bits.ts';
import { PlaceColumn, type BoxTest } from 'src/server/search/columns/PlaceColumn.ts';
import { fc } from 'tests/properties.ts';

const LEVEL = 7;
const ROWS = 70;
const side = fc.integer({ min: -50, max: 50 });
const boxes = fc.option(fc.tuple(side, side, side, side), { nil: null });
const stored = fc.record({ place: boxes, general: boxes, isRestricted: fc.boolean(), isAsked: fc.boolean() });

type Sides = readonly [number, number, number, number];

/** A box as PostgreSQL writes it: the upper right corner first. */
const boxText = (sides: Sides | null): string | null =>
  sides &&
  `(${Math.max(sides[0], sides[2])},${Math.max(sides[1], sides[3])}),(${Math.min(sides[0], sides[2])},${Math.min(sides[1], sides[3])})`;

it('[SRCH-08] [PERM-01] an area keeps every row that its reader finds there, and asks for no other row', () => {
  fc.assert(
    fc.property(fc.array(stored, { maxLength: ROWS }), fc.tuple(side, side, side, side), (rows, area) => {
      const column = new PlaceColumn();
      const among = bitsFor(rows.length);
      for (const [row, { place, general, isRestricted, isAsked }] of rows.entries()) {
        if (place || general) column.set(row, ['place', isRestricted ? LEVEL : null, boxText(place), boxText(general)]);
        if (isAsked) setBit(among, row);
      }
      const [west, east] = [Math.min(area[0], area[2]), Math.max(area[0], area[2])];
      const [south, north] = [Math.min(area[1], area[3]), Math.max(area[1], area[3])];
      const near = column.near([west, south, east, north], among);
      const meets: BoxTest = (w, s, e, n) => w <= east && e >= west && s <= north && n >= south;
      for (const canRead of [true, false]) {
        const test = column.test(() => canRead, { place: meets, cell: meets });
        const found = rows.flatMap(({ isAsked }, row) => (isAsked && test(row) ? [row] : []));
        expect(found.filter((row) => !hasBit(near, row))).toEqual([]);
      }
      expect([...rowsOfBits(near, countBits(near))].filter((row) => !hasBit(among, row))).toEqual([]);
    }),
    { numRuns: 300 },
  );
});
