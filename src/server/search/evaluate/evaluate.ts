// Evaluates one search over the columns: read filter, filters, exact total, drill-sideways facet counts and the best rows. Each step passes
// over all rows in a short loop over few columns.

import type { Table } from 'src/server/search/columns/Table.ts';
import { countFacets } from 'src/server/search/evaluate/countFacets.ts';
import { countPairs, pairsOf, pairValues, type PairCounter } from 'src/server/search/evaluate/countPairs.ts';
import { firstRows } from 'src/server/search/evaluate/firstRows.ts';
import { forgiveTexts } from 'src/server/search/evaluate/forgiveTexts.ts';
import { FacetCounter, facetAnswerOf, counterSize, innermost } from 'src/server/search/evaluate/facets.ts';
import { selectRows } from 'src/server/search/evaluate/selectRows.ts';
import type {
  FacetLimit,
  SearchPlan,
  SearchResult,
  SortSource,
  SourcePlan,
  TypePlan,
} from 'src/server/search/evaluate/searchPlan.ts';
import { treeBranch, type Branch } from 'src/server/search/evaluate/branch.ts';
import { Scope, type Columns } from 'src/server/search/evaluate/Scope.ts';
import {
  compareCandidates,
  comparePositions,
  keysOf,
  sortNumber,
  positionOf,
  readOf,
  type Candidate,
  type ReadValue,
} from 'src/server/search/evaluate/sortOrder.ts';

const NO_VALUES: FacetLimit = { max: 0, ties: false };

interface Run {
  readonly plan: SearchPlan;
  readonly counters: readonly FacetCounter[];
  readonly pairs: readonly PairCounter[];
  /** One more than requested, which shows whether more follow. */
  readonly wanted: number;
  /** First rows of each table. */
  readonly found: Candidate[];
  total: number;
  /** Number of rows before the page. */
  before: number;
  branch?: Branch;
}

interface Listed {
  readonly table: Table;
  readonly sort: readonly SortSource[];
  readonly reads: readonly ReadValue[];
}

/** Returns the rows after the end of the former page. */
const following = (rows: Int32Array, { table, sort, reads }: Listed, { after, descending }: SearchPlan): Int32Array => {
  const [source] = sort;
  const [read] = reads;
  if (!after) return rows;
  const isAfter = (row: number): boolean => comparePositions(positionOf({ table, reads, row }), after, descending) > 0;
  if (!source || !read) return rows.filter(isAfter);
  const keys = keysOf(table, { source, read, descending: descending[0] ?? false, begin: 0 }, rows);
  const last = sortNumber(after.values[0] ?? null, descending[0] ?? false);
  const left = new Int32Array(rows.length);
  let count = 0;
  for (let at = 0; at < rows.length; at++) {
    const key = keys[at] as number;
    const row = rows[at] as number;
    if (key > last || (key === last && isAfter(row))) left[count++] = row;
  }
  return left.subarray(0, count);
};

const listRows = (scope: Scope, table: Table, { sort }: TypePlan, rows: Int32Array, run: Run): void => {
  run.total += rows.length;
  if (run.wanted === 0) return;
  const { descending } = run.plan;
  const reads = sort.map((source) => readOf(scope, table, source));
  const [first] = reads;
  const order = { sorts: sort, reads, descending };
  const left = following(rows, { table, sort, reads }, run.plan);
  run.before += rows.length - left.length;
  for (const row of firstRows(scope, table, order, left, run.wanted)) {
    const key = first ? sortNumber(first(row), descending[0] ?? false) : -(table.n[row] ?? 0);
    run.found.push({ key, table, reads, row });
  }
};

const runTable = (scope: Scope, table: Table, type: TypePlan, run: Run): void => {
  const selected = selectRows(scope, table, type);
  countFacets(scope, { table, sources: type.facets, selected }, run.counters);
  const { pairs = [] } = run.plan;
  const asked = { pairs, facets: run.counters, counters: run.pairs };
  const { bits, rows } = selected.found;
  countPairs(scope, { table, sources: type.facets, rows }, asked);
  if (run.plan.tree?.type !== type.type) {
    listRows(scope, table, type, rows, run);
    return;
  }
  run.branch = treeBranch(scope, table, run.plan.tree, bits);
  listRows(scope, table, type, Int32Array.from(run.branch.rows), run);
};

/** Returns start and end of each row, alternating. */
const timesOf = (scope: Scope, plan: SearchPlan, rows: readonly Candidate[]): Float64Array => {
  const tables = [...new Set(rows.map(({ table }) => table))];
  const reads = new Map(
    tables.map((table) => {
      const type = plan.types.find((each) => each.type === table.plan.number);
      return [table, (type?.times ?? []).map((source) => readOf(scope, table, source))];
    }),
  );
  const times = new Float64Array(rows.length * 2).fill(Number.NaN);
  rows.forEach(({ table, row }, at) =>
    reads.get(table)?.forEach((read, edge) => {
      const value = read(row);
      if (typeof value === 'number') times[at * 2 + edge] = value;
    }),
  );
  return times;
};

/** Returns the declared source of a facet in any type that has it. */
const facetSource = (plan: SearchPlan, facet: number): SourcePlan | undefined =>
  plan.types.map((type) => type.facets[facet]).find((source) => source !== undefined);

export const evaluate = (columns: Columns, plan: SearchPlan): SearchResult => {
  const scope = new Scope(columns, plan);
  forgiveTexts(scope, plan);
  const sources = plan.facetLimits.map((_, facet) => {
    const source = facetSource(plan, facet);
    return source && innermost(source);
  });
  const run: Run = {
    plan,
    counters: sources.map((source) => new FacetCounter(new Int32Array(counterSize(scope, source)))),
    pairs: (plan.pairs ?? []).map((): PairCounter => new Map()),
    wanted: plan.max === 0 ? 0 : plan.max + 1,
    found: [],
    total: 0,
    before: 0,
  };
  for (const type of plan.types) {
    const table = columns.tables.get(type.type);
    if (table) runTable(scope, table, type, run);
  }
  const found = run.found.sort((a, b) => compareCandidates(a, b, plan.descending));
  const rows = found.slice(0, plan.max);
  const last = found.length > rows.length ? rows.at(-1) : undefined;
  return {
    types: Int32Array.from(rows, (row) => row.table.plan.number),
    numbers: Int32Array.from(rows, (row) => row.table.number[row.row] ?? 0),
    replaced: scope.texts.replaced,
    total: run.total,
    before: run.before,
    facets: run.counters.map((counter, facet) =>
      facetAnswerOf(scope, sources[facet], counter, plan.facetLimits[facet] ?? NO_VALUES),
    ),
    pairs: run.pairs.map((counter, index) => {
      const [value, by] = (plan.pairs?.[index] ?? []).map((facet) =>
        pairValues(scope, sources[facet], run.counters[facet]),
      );
      return value && by ? pairsOf(counter, value, by) : [];
    }),
    ...(plan.tree && { tree: rows.map(({ row }) => run.branch?.about(row) ?? { below: 0, found: false }) }),
    ...(plan.types.some(({ times }) => times) && { times: timesOf(scope, plan, rows) }),
    last: last && positionOf(last),
  };
};
