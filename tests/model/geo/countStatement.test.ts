// Content of a statement of counts: nothing about fewer than five records, and only a rounded-down number for more.

import fc from 'fast-check';
import { expect, it } from 'vitest';
import { countStatement, FEWEST_REPORTED } from 'src/model/geo/countStatement.ts';

const BANDS = [0, 100, 1_000].map((within) => ({ within, area: {} }));
const TYPES = ['Place', 'Record', 'Photo'];
const KINDS = ['CAMP', 'GRAVE', 'TRAIL', 'other:my secret'];
const words = {
  isNamed: (_: string, kind: string): boolean => !kind.startsWith('other:'),
  isCounted: (type: string): boolean => TYPES.includes(type),
};

const rowsOf = (most: number) =>
  fc.uniqueArray(
    fc.record({
      type: fc.constantFrom(...TYPES),
      kind: fc.option(fc.constantFrom(...KINDS), { nil: undefined }),
      counts: fc.tuple(...BANDS.map(() => fc.nat(most))),
    }),
    { selector: ({ type, kind }) => `${type} ${kind ?? ''}`, maxLength: 12 },
  );
type Rows = Parameters<typeof countStatement>[0]['rows'];
const statement = (rows: readonly object[]): string =>
  JSON.stringify(countStatement({ bands: BANDS, rows: rows as Rows }, words));

it('[SPAT-01] [CONS-01] contains no count below five, no exact count, and no typed text', () => {
  fc.assert(
    fc.property(rowsOf(40), (rows) => {
      const lines = countStatement({ bands: BANDS, rows: rows as Rows }, words);
      for (const { least, kind } of lines) {
        expect(least ?? FEWEST_REPORTED).toBeGreaterThanOrEqual(FEWEST_REPORTED);
        expect((least ?? 0) % FEWEST_REPORTED).toBe(0);
        expect(kind ?? '').not.toContain('secret');
      }
    }),
  );
});

it('[SPAT-01] [PERM-01] a few records of something else look the same as none of it', () => {
  fc.assert(
    fc.property(rowsOf(40), fc.constantFrom(...BANDS.map((_, band) => band)), (rows, band) => {
      const known = rows.filter(({ type }) => type !== 'Photo');
      const rest = countStatement({ bands: BANDS, rows: known as Rows }, words);
      // Adds one record of a type without records, if the records without a name have not been counted yet.
      const isFull = rest.some((line) => line.type === undefined && line.band === band && line.least !== undefined);
      fc.pre(!isFull);
      const unnamed = known.filter(({ counts }) => counts.every((count) => count < FEWEST_REPORTED));
      fc.pre(unnamed.reduce((sum, { counts }) => sum + (counts[band] ?? 0), 0) + 1 < FEWEST_REPORTED);
      const one = { type: 'Photo', kind: 'GRAVE', counts: BANDS.map((_, at) => (at === band ? 1 : 0)) };
      expect(statement([...known, one])).toBe(statement(known));
    }),
  );
});

it('[SPAT-01] [PERM-01] the order of the lines says nothing of counts that are rounded alike', () => {
  fc.assert(
    fc.property(rowsOf(40), (rows) => {
      expect(statement(rows.toReversed())).toBe(statement(rows));
    }),
  );
});

it('[CONS-02] counts nothing of a type that holds no knowledge, such as the request itself', () => {
  const known = [{ type: 'Place', kind: 'CAMP', counts: [12, 0, 0] }];
  const work = ['Consultation', 'ConsultResponse', 'Organization'].map((type) => ({ type, counts: [40, 40, 40] }));
  expect(statement([...known, ...work])).toBe(statement(known));
});
