// A compiled filter over the rows of one table: as a test of one row, or as the rows that pass among others.

import { andInto, andNotInto, bitsFor, hasBit, orInto } from 'src/server/search/columns/bits.ts';
import type { Table } from 'src/server/search/columns/Table.ts';
import { bitsByNumber, numberTest, type NumberFilter } from 'src/server/search/evaluate/numberFilter.ts';
import { bitsBySet, setTest, type SetFilter } from 'src/server/search/evaluate/rowSets.ts';
import type { Scope } from 'src/server/search/evaluate/Scope.ts';

export type RowTest = (row: number) => boolean;

export type RowFilter =
  | { readonly by: 'all' }
  | { readonly by: 'bits'; readonly bits: Uint32Array }
  | ({ readonly by: 'set' } & SetFilter)
  | ({ readonly by: 'number' } & NumberFilter)
  | { readonly by: 'test'; readonly test: RowTest }
  | { readonly by: 'not'; readonly filter: RowFilter }
  /** Rows that pass this number of filters. */
  | { readonly by: 'some'; readonly filters: readonly RowFilter[]; readonly least: number };

export const EVERY_ROW: RowFilter = { by: 'all' };
export const NO_ROW: RowFilter = { by: 'bits', bits: bitsFor(0) };

const passesSome = (tests: readonly RowTest[], least: number): RowTest => {
  if (least > tests.length) return () => false;
  return (row) => {
    let passed = 0;
    for (const test of tests) if (test(row) && ++passed >= least) return true;
    return false;
  };
};

export const testOf = (scope: Scope, filter: RowFilter): RowTest => {
  switch (filter.by) {
    case 'all':
      return () => true;
    case 'bits':
      return (row) => hasBit(filter.bits, row);
    case 'set':
      return setTest(scope, filter);
    case 'number':
      return numberTest(scope, filter);
    case 'test':
      return filter.test;
    case 'not': {
      const test = testOf(scope, filter.filter);
      return (row) => !test(row);
    }
    case 'some':
      return passesSome(
        filter.filters.map((each) => testOf(scope, each)),
        filter.least,
      );
  }
};

const WORDS_PER_LOOK = 256;

/** Tests each of these rows. */
export const bitsByTest = (scope: Scope, among: Uint32Array, test: RowTest): Uint32Array => {
  const bits = among.slice();
  for (let at = 0; at < among.length; at++) {
    if (at % WORDS_PER_LOOK === 0) scope.look();
    const first = (at << 5) + 31;
    let passed = 0;
    for (let word = among[at] as number; word !== 0; word &= word - 1) {
      const lowest = word & -word;
      if (test(first - Math.clz32(lowest))) passed |= lowest;
    }
    bits[at] = passed;
  }
  return bits;
};

type Some = Extract<RowFilter, { by: 'some' }>;

/** Returns the rows among these that pass enough of the filters. */
const rowsPassingSome = (scope: Scope, table: Table, { filters, least }: Some, among: Uint32Array): Uint32Array => {
  if (least > filters.length) return bitsFor(table.size);
  /** Rows that passed one filter, two, and so on. */
  const passed = Array.from({ length: least }, () => bitsFor(table.size));
  for (const filter of filters) {
    const rows = passingRows(scope, table, filter, among);
    for (let count = least - 1; count >= 0; count--) {
      const before = passed[count - 1];
      const added = before ? before.slice() : rows;
      if (before) andInto(added, rows);
      orInto(passed[count] ?? added, added);
    }
  }
  return passed[least - 1] ?? bitsFor(table.size);
};

/** Returns a new set of the rows among these that pass. */
export const passingRows = (scope: Scope, table: Table, filter: RowFilter, among: Uint32Array): Uint32Array => {
  switch (filter.by) {
    case 'all':
      return among.slice();
    case 'bits': {
      const bits = among.slice();
      andInto(bits, filter.bits);
      return bits;
    }
    case 'set':
      return bitsBySet(scope, table, filter, among);
    case 'number':
      return bitsByNumber(scope, table, filter, among);
    case 'test':
      return bitsByTest(scope, among, filter.test);
    case 'not': {
      const bits = among.slice();
      andNotInto(bits, passingRows(scope, table, filter.filter, among));
      return bits;
    }
    case 'some':
      return rowsPassingSome(scope, table, filter, among);
  }
};

/** Filters that visit other items, places or times of each row come last. */
export const isCheap = (filter: RowFilter): boolean => {
  if (filter.by === 'not') return isCheap(filter.filter);
  if (filter.by === 'some') return filter.filters.every(isCheap);
  return filter.by === 'set' ? !filter.isCostly : filter.by !== 'test';
};
