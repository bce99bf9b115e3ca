// Compiles filters by the values of a row. Values that the asker may not read, and relations to hidden items, are treated as missing: a
// hidden value gives the same result as an absent one.

import type { Span } from 'src/model/query/buckets.ts';
import { WITH_ITEM } from 'src/server/search/columns/AclColumn.ts';
import { bitsFor, setBit } from 'src/server/search/columns/bits.ts';
import type { Table } from 'src/server/search/columns/Table.ts';
import type { NumberColumn } from 'src/server/search/columns/valueColumns.ts';
import { countRelated } from 'src/server/search/evaluate/countRelated.ts';
import { filterByNumbers, numbersAt } from 'src/server/search/evaluate/numberFilter.ts';
import { EVERY_ROW, NO_ROW, type RowFilter, type RowTest } from 'src/server/search/evaluate/rowFilter.ts';
import type { FilterPlan } from 'src/server/search/evaluate/searchPlan.ts';
import { matchingTerms, setsOf, someOf, type TermTest } from 'src/server/search/evaluate/rowSets.ts';
import type { Scope } from 'src/server/search/evaluate/Scope.ts';

export type ValuePlan<K extends FilterPlan['is']> = Extract<FilterPlan, { is: K }>;

export const withoutValues = ({ none }: { readonly none: boolean }): RowFilter => (none ? EVERY_ROW : NO_ROW);

export const compileTerms = (scope: Scope, table: Table, plan: ValuePlan<'terms'>): RowFilter => {
  const sets = setsOf(scope, table, plan.prop);
  if (!sets) return withoutValues(plan);
  const mayName: TermTest = (term) => scope.mayName(term);
  const wanted = new Set(plan.terms.filter(mayName));
  const isEvery = plan.every && plan.terms.length > 1 && !plan.none;
  if (isEvery && wanted.size < plan.terms.length) return NO_ROW;
  const least = isEvery ? wanted.size : 1;
  const passes = (code: number): boolean =>
    matchingTerms(sets, code, (term) => wanted.has(term)) >= least || (plan.none && !someOf(sets, code, mayName));
  return { by: 'set', sets, passes, isCostly: false };
};

export const compileRelated = (scope: Scope, table: Table, plan: ValuePlan<'related'>): RowFilter => {
  const { interner } = scope;
  const wanted = new Set(plan.terms.filter((term) => scope.mayName(term)));
  const props = new Set([...wanted].map((term) => interner.propOf[term] ?? 0).filter((prop) => prop > 0));
  const filters = [...props].map((prop): RowFilter => {
    const sets = table.setsOf(interner, prop, scope.look);
    return { by: 'set', sets, passes: (code) => someOf(sets, code, (term) => wanted.has(term)), isCostly: false };
  });
  return { by: 'some', filters, least: 1 };
};

/** Tests a value, or the first and last day of a value that covers several: it passes where some part of it lies within a span. */
type NumberTest = (first: number, last?: number) => boolean;

const inSpans = (spans: readonly Span[], equal: readonly number[]): NumberTest => {
  const [only] = spans;
  if (only && spans.length === 1 && equal.length === 0)
    return (first, last = first) => last >= only.from && first < only.to;
  return (first, last = first) =>
    equal.some((value) => first <= value && last >= value) ||
    spans.some((span) => last >= span.from && first < span.to);
};

/** Passes the readable values of a number column to `test` until it returns true. */
export const someNumber = (scope: Scope, column: NumberColumn, test: NumberTest): RowTest => {
  const { acl, all } = column;
  const step = column.last ? 2 : 1;
  return (row) => {
    const level = acl.get(row);
    if (level !== WITH_ITEM && !scope.readable(level)) return false;
    if (!all) {
      const value = column.first[row] ?? Number.NaN;
      return !Number.isNaN(value) && test(value, column.last?.[row]);
    }
    const start = all.starts[row] ?? 0;
    for (let at = start; at < start + (all.lengths[row] ?? 0); at += step)
      if (test(all.data[at] ?? 0, all.data[at + step - 1] ?? 0)) return true;
    return false;
  };
};

export const compileSpans = (scope: Scope, table: Table, plan: ValuePlan<'spans'>): RowFilter => {
  const numbers = numbersAt(table, plan.path);
  if (numbers) return { by: 'number', ...filterByNumbers(numbers, plan) };
  const column = table.columns.get(plan.path);
  if (column?.kind !== 'number') return withoutValues(plan);
  const some = someNumber(scope, column, inSpans(plan.spans, plan.equal));
  if (!plan.none) return { by: 'test', test: some };
  const has = someNumber(scope, column, () => true);
  return { by: 'test', test: (row) => some(row) || !has(row) };
};

export const compileClock = (scope: Scope, table: Table, plan: ValuePlan<'clock'>): RowFilter => {
  const column = table.columns.get(plan.path);
  if (column?.kind !== 'steps') return withoutValues(plan);
  const places = new Set(plan.tokens.map((token) => column.tokens.indexOf(token)).filter((place) => place >= 0));
  const test: RowTest = (row) => {
    const level = column.acl.get(row);
    const place = level === WITH_ITEM || scope.readable(level) ? column.at(row, scope.now) : -1;
    return place < 0 ? plan.none : places.has(place);
  };
  return { by: 'test', test };
};

export const compileCounted = (scope: Scope, table: Table, plan: ValuePlan<'counted'>): RowFilter => {
  const inside = inSpans(plan.spans, plan.equal);
  const count = countRelated(scope, table, plan.count);
  return { by: 'test', test: (row) => inside(count(row)) };
};

/** Returns the rows of the items with these numbers. */
export const rowsOfNumbers = (table: Table, numbers: Int32Array): Uint32Array => {
  const bits = bitsFor(table.size);
  for (let at = 0; at < numbers.length; at++) {
    const row = table.rows.get(numbers[at] as number);
    if (row >= 0) setBit(bits, row);
  }
  return bits;
};
