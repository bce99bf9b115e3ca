// Filters by numbers, decided once for each interval between the limits of a query.

import type { Span } from 'src/model/query/buckets.ts';
import { WITH_ITEM, type AclColumn } from 'src/server/search/columns/AclColumn.ts';
import { andInto, andNotInto, bitsFor, eachBit, orInto, setBit } from 'src/server/search/columns/bits.ts';
import type { Table } from 'src/server/search/columns/Table.ts';
import { Intervals } from 'src/server/search/evaluate/Intervals.ts';
import type { Scope } from 'src/server/search/evaluate/Scope.ts';

/** Numbers by row, at most one per row; NaN for none. */
export interface RowNumbers {
  readonly first: Float64Array;
  /** Ends of the values in a column of spans. */
  readonly last: Float64Array | undefined;
  readonly acl: AclColumn | undefined;
}

/** Returns undefined for paths without such numbers. */
export const numbersAt = (table: Table, path: string): RowNumbers | undefined => {
  if (path === 'created' || path === 'updated') return { first: table[path], last: undefined, acl: undefined };
  const column = table.columns.get(path);
  return column?.kind === 'number' && !column.all ? column : undefined;
};

/** Numbers values by the intervals in which they begin and end. */
export interface IntervalCodes {
  readonly intervals: Intervals;
  readonly size: number;
  /** `last` is the end of a value in a column of spans. */
  readonly codeOf: (first: number, last: number) => number;
  /** Returns the indices of the spans that the values with a code touch. */
  readonly spansOf: (code: number) => readonly number[];
}

/** Code of rows without a value. */
export const NO_NUMBER = 0;

/** `numbers`: about how many values will be looked up. `isSpanned`: values have ends. */
export const intervalCodes = (spans: readonly Span[], numbers: number, isSpanned: boolean): IntervalCodes => {
  const intervals = new Intervals(spans, numbers);
  const { count } = intervals;
  if (isSpanned)
    return {
      intervals,
      size: 1 + count * count,
      codeOf: (first, last) => 1 + intervals.of(first) * count + intervals.of(last),
      spansOf: (code) => intervals.touched(Math.floor((code - 1) / count), (code - 1) % count),
    };
  return {
    intervals,
    size: 1 + count,
    codeOf: (first) => 1 + intervals.of(first),
    spansOf: (code) => intervals.touched(code - 1, code - 1),
  };
};

/** Returns a function that numbers the value of a row. */
export const rowCodes = ({ first, last }: RowNumbers, { codeOf }: IntervalCodes): ((row: number) => number) => {
  if (!last)
    return (row) => {
      const value = first[row] as number;
      return Number.isNaN(value) ? NO_NUMBER : codeOf(value, value);
    };
  return (row) => {
    const value = first[row] as number;
    return Number.isNaN(value) ? NO_NUMBER : codeOf(value, last[row] as number);
  };
};

const float = new Float64Array(1);
const integer = new BigInt64Array(float.buffer);

/** Returns the smallest number that is greater. */
const numberAfter = (value: number): number => {
  if (value === 0) return Number.MIN_VALUE;
  float[0] = value;
  integer[0] = (integer[0] ?? 0n) + (value > 0 ? 1n : -1n);
  return float[0];
};

export interface NumberFilter {
  readonly numbers: RowNumbers;
  readonly intervals: Intervals;
  readonly codeOf: (row: number) => number;
  /** 1 for codes that pass. */
  readonly passes: Uint8Array;
}

/** `none`: rows without a value also pass. */
export const filterByNumbers = (
  numbers: RowNumbers,
  {
    spans,
    equal,
    none,
  }: { readonly spans: readonly Span[]; readonly equal: readonly number[]; readonly none: boolean },
): NumberFilter => {
  const points = equal.map((value) => ({ from: value, to: numberAfter(value) }));
  const codes = intervalCodes([...spans, ...points], numbers.first.length, numbers.last !== undefined);
  const passes = new Uint8Array(codes.size);
  for (let code = 1; code < codes.size; code++) passes[code] = codes.spansOf(code).length > 0 ? 1 : 0;
  passes[NO_NUMBER] = none ? 1 : 0;
  return { numbers, intervals: codes.intervals, codeOf: rowCodes(numbers, codes), passes };
};

export const numberTest = (scope: Scope, { numbers, codeOf, passes }: NumberFilter): ((row: number) => boolean) => {
  const { acl } = numbers;
  if (!acl || acl.unused) return (row) => passes[codeOf(row)] === 1;
  return (row) => {
    const level = acl.get(row);
    return passes[level === WITH_ITEM || scope.readable(level) ? codeOf(row) : NO_NUMBER] === 1;
  };
};

const rowsBySpan = (table: Table, { codeOf, passes }: NumberFilter, among: Uint32Array): Uint32Array => {
  const bits = bitsFor(table.size);
  eachBit(among, (row) => {
    if (passes[codeOf(row)] === 1) setBit(bits, row);
  });
  return bits;
};

/** Returns the rows among these that pass. */
export const bitsByNumber = (scope: Scope, table: Table, filter: NumberFilter, among: Uint32Array): Uint32Array => {
  scope.look();
  const { intervals, passes, numbers } = filter;
  const hidden = numbers.acl && scope.hiddenBits(table, numbers.acl);
  const bits = numbers.last ? rowsBySpan(table, filter, among) : intervals.flaggedRows(numbers.first, passes, among);
  if (!hidden) return bits;
  andNotInto(bits, hidden);
  if (passes[NO_NUMBER] === 0) return bits;
  const unknown = among.slice();
  andInto(unknown, hidden);
  orInto(bits, unknown);
  return bits;
};
