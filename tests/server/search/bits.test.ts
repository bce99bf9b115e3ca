import { fc } from 'tests/properties.ts';
import { expect, it } from 'vitest';
import {
  andInto,
  andNotInto,
  bitsFor,
  countBits,
  eachBit,
  hasBit,
  orInto,
  rowsOfBits,
  setBit,
} from 'src/server/search/columns/bits.ts';

const SIZE = 200;

const rowSets = fc.uniqueArray(fc.integer({ min: 0, max: SIZE - 1 }));

const bitsOfRows = (rows: readonly number[], size = SIZE): Uint32Array => {
  const bits = bitsFor(size);
  for (const row of rows) setBit(bits, row);
  return bits;
};

const listOf = (bits: Uint32Array): number[] => [...rowsOfBits(bits, countBits(bits))];

const sorted = (rows: Iterable<number>): number[] => [...rows].toSorted((a, b) => a - b);

it('[SRCH-08] a set of bits has the rows that were set, in order', () => {
  fc.assert(
    fc.property(rowSets, (rows) => {
      const bits = bitsOfRows(rows);
      const visited: number[] = [];
      eachBit(bits, (row) => visited.push(row));
      expect(countBits(bits)).toBe(rows.length);
      expect(listOf(bits)).toEqual(sorted(rows));
      expect(visited).toEqual(sorted(rows));
      for (let row = 0; row < SIZE + 40; row++) expect(hasBit(bits, row)).toBe(rows.includes(row));
    }),
  );
});

it('[SRCH-08] sets of bits combine like sets of numbers, also when one of them is shorter', () => {
  const halves = rowSets.map((rows) => rows.filter((row) => row < SIZE / 2));
  fc.assert(
    fc.property(rowSets, halves, (rows, others) => {
      const combined = (into: (bits: Uint32Array, other: Uint32Array) => void): number[] => {
        const bits = bitsOfRows(rows);
        into(bits, bitsOfRows(others, SIZE / 2));
        return listOf(bits);
      };
      expect(combined(andInto)).toEqual(sorted(rows.filter((row) => others.includes(row))));
      expect(combined(orInto)).toEqual(sorted(new Set([...rows, ...others])));
      expect(combined(andNotInto)).toEqual(sorted(rows.filter((row) => !others.includes(row))));
    }),
  );
});
