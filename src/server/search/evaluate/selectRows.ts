// Selects the rows of a table for a query, as bits: all readable rows, unless the query names its rows (ids, text hits). Filters never use
// an index of rows: at a million rows, a filter takes about a millisecond.

import { andInto, countBits } from 'src/server/search/columns/bits.ts';
import type { Table } from 'src/server/search/columns/Table.ts';
import { compileFilter, conditionRows } from 'src/server/search/evaluate/filters.ts';
import { bitsByTest, passingRows } from 'src/server/search/evaluate/rowFilter.ts';
import { RowSet } from 'src/server/search/evaluate/RowSet.ts';
import type { FilterPlan, MustPlan, TypePlan } from 'src/server/search/evaluate/searchPlan.ts';
import type { Scope } from 'src/server/search/evaluate/Scope.ts';
import { rowsOfNumbers } from 'src/server/search/evaluate/valueFilters.ts';

/** Below this part of the table, each row is tested by itself. */
const SPARSE_PART = 16;

const namedRows = (scope: Scope, table: Table, filter: FilterPlan): Uint32Array | undefined => {
  if (filter.is === 'numbers') return rowsOfNumbers(table, filter.numbers);
  return filter.is === 'text' ? scope.texts.rows(table, filter.texts) : undefined;
};

/** Returns the visible rows that the query must test, and the filters that are left. */
const startingRows = (scope: Scope, table: Table, must: readonly MustPlan[]) => {
  const first = must.findIndex(({ filter, facet }) => facet < 0 && (filter.is === 'numbers' || filter.is === 'text'));
  const named = must[first] && namedRows(scope, table, must[first].filter);
  if (!named) return { rows: scope.readableBits(table), left: must };
  const left = must.filter((_, at) => at !== first);
  if (countBits(named) * SPARSE_PART < table.size)
    return { rows: bitsByTest(scope, named, (row) => scope.readable(table.acl[row] as number)), left };
  const rows = scope.readableBits(table).slice();
  andInto(rows, named);
  return { rows, left };
};

export interface Selected {
  readonly found: RowSet;
  /** Rows that pass all filters except those of a facet, by facet with filters. */
  readonly sideways: ReadonlyMap<number, RowSet>;
}

export const selectRows = (scope: Scope, table: Table, plan: TypePlan): Selected => {
  const { rows, left } = startingRows(scope, table, plan.must);
  const base = conditionRows(scope, table, { ...plan, must: left.filter(({ facet }) => facet < 0) }, rows);
  const chosen = left.filter(({ facet }) => facet >= 0);
  const passing = chosen.map(({ filter, facet }) => ({
    facet,
    rows: passingRows(scope, table, compileFilter(scope, table, filter), base),
  }));
  const except = (facet?: number): RowSet => {
    const all = base.slice();
    for (const each of passing) if (each.facet !== facet) andInto(all, each.rows);
    return new RowSet(all);
  };
  return { found: except(), sideways: new Map(chosen.map(({ facet }) => [facet, except(facet)])) };
};
