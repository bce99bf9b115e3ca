// Selects the rows of a table for a query. The table is scanned, unless the query names its rows (ids, text hits); then only those are
// visited. Filters never use an index of rows: at a million rows the scan takes less than 10 ms.

import { countBits, rowsOfBits } from 'src/server/search/columns/bits.ts';
import type { Table } from 'src/server/search/columns/Table.ts';
import { atLeast, compileFilter, type RowTest } from 'src/server/search/evaluate/filters.ts';
import type { FilterPlan, TypePlan } from 'src/server/search/evaluate/searchPlan.ts';
import type { Scope } from 'src/server/search/evaluate/Scope.ts';

/** Returns the rows with the typed text, if the query has one. */
const textRows = (scope: Scope, table: Table, plan: TypePlan): Int32Array | undefined => {
  const text = plan.must.find(({ filter, facet }) => filter.is === 'text' && facet < 0)?.filter;
  if (text?.is !== 'text') return undefined;
  const bits = scope.texts.rows(table, text.texts);
  return rowsOfBits(bits, countBits(bits));
};

/** Returns the item numbers that the query names for a table, if any. */
const namedNumbers = (plan: TypePlan): Int32Array | undefined => {
  let least: Int32Array | undefined;
  for (const { filter, facet } of plan.must) {
    if (filter.is === 'numbers' && facet < 0 && (!least || filter.numbers.length < least.length))
      least = filter.numbers;
  }
  return least;
};

/** The clock is read once per this number of rows. */
const BLOCK = 8191;

/** Returns the visible rows that the query must test. */
const candidateRows = (scope: Scope, table: Table, plan: TypePlan): Int32Array => {
  const numbers = namedNumbers(plan);
  const rows = numbers?.map((number) => table.rows.get(number)) ?? textRows(scope, table, plan);
  if (!rows) return scope.readableRows(table);
  return rows.filter((row) => {
    scope.tick();
    return row >= 0 && scope.readable(table.acl[row] as number);
  });
};

/** Moves passing rows to the front, records the others if requested, and returns the number of passing rows. */
const sieve = (scope: Scope, rows: Int32Array, test: RowTest, others?: Int32Array): number => {
  let count = 0;
  for (let at = 0; at < rows.length; at++) {
    if ((at & BLOCK) === 0) scope.look();
    const row = rows[at] as number;
    if (test(row)) rows[count++] = row;
    else if (others) others[at - count] = row;
  }
  return count;
};

const not =
  (test: RowTest): RowTest =>
  (row) =>
    !test(row);

export interface Selected {
  readonly rows: Int32Array;
  /** Rows that only a facet's own filter excludes, by facet. */
  readonly beside: ReadonlyMap<number, Int32Array>;
}

interface Sieve {
  readonly facet: number;
  readonly test: RowTest;
}

/** Returns the rows that pass all facets' filters, and those that fail exactly one. */
const sift = (scope: Scope, rows: Int32Array, sieves: readonly Sieve[]): Selected => {
  const beside = new Map<number, Int32Array>();
  let passed = rows;
  for (const { facet, test } of sieves) {
    // A row that failed an earlier facet and fails this one fails two.
    for (const [other, failed] of beside) beside.set(other, failed.subarray(0, sieve(scope, failed, test)));
    const failed = new Int32Array(passed.length);
    const count = sieve(scope, passed, test, failed);
    beside.set(facet, failed.subarray(0, passed.length - count));
    passed = passed.subarray(0, count);
  }
  return { rows: passed, beside };
};

/** `first` is tested before any filter. */
export const selectRows = (scope: Scope, table: Table, plan: TypePlan, first?: RowTest): Selected => {
  const compile = (filter: FilterPlan): RowTest => compileFilter(scope, table, filter);
  const must = plan.must.map(({ filter, facet }) => ({ test: compile(filter), facet }));
  const others = [
    ...(first ? [first] : []),
    ...must.filter(({ facet }) => facet < 0).map(({ test }) => test),
    ...plan.mustNot.map((filter) => not(compile(filter))),
    ...(plan.minShould > 0 ? [atLeast(plan.should.map(compile), plan.minShould)] : []),
  ];
  let rows = candidateRows(scope, table, plan);
  for (const test of others) rows = rows.subarray(0, sieve(scope, rows, test));
  return sift(
    scope,
    rows,
    must.filter(({ facet }) => facet >= 0),
  );
};
