// Counts rows into spans of numbers: buckets of dates, sizes and counts.

import type { Span } from 'src/model/query/buckets.ts';
import type { Table } from 'src/server/search/columns/Table.ts';
import type { NumberColumn } from 'src/server/search/columns/valueColumns.ts';
import type { FacetCounter } from 'src/server/search/evaluate/facets.ts';
import {
  NO_NUMBER,
  intervalCodes,
  rowCodes,
  type IntervalCodes,
  type RowNumbers,
} from 'src/server/search/evaluate/numberFilter.ts';
import type { RowSet } from 'src/server/search/evaluate/RowSet.ts';
import type { Scope } from 'src/server/search/evaluate/Scope.ts';

export interface CountedRows {
  readonly scope: Scope;
  readonly table: Table;
  readonly selected: RowSet;
}

const countCodes = (numbers: RowNumbers, codes: IntervalCodes, rows: Int32Array): Int32Array => {
  const codeOf = rowCodes(numbers, codes);
  const perCode = new Int32Array(codes.size);
  for (let at = 0; at < rows.length; at++) {
    const code = codeOf(rows[at] as number);
    perCode[code] = (perCode[code] as number) + 1;
  }
  return perCode;
};

/** Counts each row in the spans that its value touches. */
export const countNumbers = (
  { scope, table, selected }: CountedRows,
  numbers: RowNumbers,
  spans: readonly Span[],
  counter: FacetCounter,
): void => {
  scope.look();
  const { rows } = selected.without(numbers.acl && scope.hiddenBits(table, numbers.acl));
  const codes = intervalCodes(spans, rows.length, numbers.last !== undefined);
  const perCode = numbers.last ? countCodes(numbers, codes, rows) : codes.intervals.countRows(numbers.first, rows);
  counter.none += selected.count - rows.length + (perCode[NO_NUMBER] ?? 0);
  perCode.forEach((times, code) => {
    if (times === 0 || code === NO_NUMBER) return;
    for (const place of codes.spansOf(code)) counter.counts[place] = (counter.counts[place] ?? 0) + times;
  });
};

const ROWS_OF_STEP = 1 << 16;

/** Counts each row once in every span that one of its values touches. */
export const countLists = (
  { scope, table, selected }: CountedRows,
  { all, last, acl }: NumberColumn,
  spans: readonly Span[],
  counter: FacetCounter,
): void => {
  const { rows } = selected.without(scope.hiddenBits(table, acl));
  counter.none += selected.count - rows.length;
  if (!all) return;
  const codes = intervalCodes(spans, rows.length, last !== undefined);
  const known = new Map<number, readonly number[]>();
  const spansOf = (code: number): readonly number[] => {
    const touched = known.get(code) ?? codes.spansOf(code);
    known.set(code, touched);
    return touched;
  };
  /** Row that was counted last, by span. */
  const latest = new Int32Array(spans.length).fill(-1);
  const step = last ? 2 : 1;
  for (let at = 0; at < rows.length; at++) {
    if (at % ROWS_OF_STEP === 0) scope.look();
    const row = rows[at] as number;
    const start = all.starts[row] as number;
    const end = start + all.lengthOf(row);
    if (start === end) counter.none += 1;
    for (let index = start; index < end; index += step)
      for (const place of spansOf(codes.codeOf(all.data[index] as number, all.data[index + step - 1] as number))) {
        if (latest[place] === row) continue;
        latest[place] = row;
        counter.counts[place] = (counter.counts[place] ?? 0) + 1;
      }
  }
};
