// One search over the columns: the read filter, the filters, exact total, drill-sideways facet counts and the best rows in one loop.
// Planner: a table is scanned whole (2-5 ns a row with the read filter alone) unless the query names its rows (ids, text hits), when
// only those are walked. A filter is never resolved through an index of rows: at a million rows the scan is below 10 ms.

import type { Table } from 'src/server/search/columns/Table.ts';
import { BestRows } from 'src/server/search/evaluate/BestRows.ts';
import { countFacets, termSlots, type Counting } from 'src/server/search/evaluate/countFacets.ts';
import { FacetCounter, answerOf, counterSize, innermost } from 'src/server/search/evaluate/facets.ts';
import { atLeast, compileFilter, type RowTest } from 'src/server/search/evaluate/filters.ts';
import type {
  FacetLimit,
  FilterPlan,
  SearchPlan,
  SearchResult,
  SourcePlan,
  TypePlan,
} from 'src/server/search/evaluate/searchPlan.ts';
import { branchOf, type Branch } from 'src/server/search/evaluate/branch.ts';
import { Scope, type Columns } from 'src/server/search/evaluate/Scope.ts';
import { comparePositions, keyOf, positionOf, readOf, type Candidate } from 'src/server/search/evaluate/sortOrder.ts';

/** Item numbers that the query names for a table, when it does. */
const named = (plan: TypePlan): Int32Array | undefined => {
  let least: Int32Array | undefined;
  for (const { filter, facet } of plan.must) {
    if (filter.is === 'numbers' && facet < 0 && (!least || filter.numbers.length < least.length))
      least = filter.numbers;
  }
  return least;
};

/** The clock is looked at once per so many rows. */
const BLOCK = 4095;

export const walk = (scope: Scope, table: Table, plan: TypePlan, visit: (row: number) => void): void => {
  const numbers = named(plan);
  if (numbers) {
    for (const number of numbers) {
      const row = table.rows.get(number);
      scope.tick();
      if (row >= 0 && scope.readable(table.acl[row] ?? -1)) visit(row);
    }
    return;
  }
  const { acl, size } = table;
  const { readable } = scope;
  for (let row = 0; row < size; row++) {
    if ((row & BLOCK) === 0) scope.look();
    if (readable(acl[row] as number)) visit(row);
  }
};

const NO_VALUES: FacetLimit = { max: 0, ties: false };

const FAILED = -2;
export const PASSED = -1;

/** PASSED, FAILED, or the one facet whose own filter alone turned the row away. */
export const verdictFor = (scope: Scope, table: Table, plan: TypePlan): ((row: number) => number) => {
  const compile = (filter: FilterPlan): RowTest => compileFilter(scope, table, filter);
  const must = plan.must.map(({ filter, facet }) => ({ test: compile(filter), facet }));
  const mustNot = plan.mustNot.map(compile);
  const should = atLeast(plan.should.map(compile), plan.minShould);
  if (must.length + mustNot.length + plan.should.length === 0) return () => PASSED;
  return (row) => {
    let verdict = PASSED;
    for (const { test, facet } of must) {
      if (test(row)) continue;
      if (facet < 0 || verdict >= 0) return FAILED;
      verdict = facet;
    }
    for (const test of mustNot) if (test(row)) return FAILED;
    return should(row) ? verdict : FAILED;
  };
};

interface Run extends Counting {
  readonly plan: SearchPlan;
  readonly best: BestRows;
  total: number;
  branch?: Branch;
}

/** Takes a row that is to be listed. */
const offering = (scope: Scope, table: Table, type: TypePlan, run: Run): ((row: number) => void) => {
  const reads = type.sort.map((source) => readOf(scope, table, source));
  const [primary] = reads;
  const { after, descending } = run.plan;
  return (row) => {
    run.total += 1;
    const key = primary ? keyOf(primary(row), descending[0] ?? false) : -(table.n[row] ?? 0);
    if (!run.best.wants(key)) return;
    const candidate = { key, table, reads, row };
    if (!after || comparePositions(positionOf(candidate), after, descending) > 0) run.best.offer(candidate);
  };
};

const runTable = (scope: Scope, table: Table, type: TypePlan, run: Run): void => {
  const verdictOf = verdictFor(scope, table, type);
  const count = countFacets(scope, table, type.facets, run);
  const offer = offering(scope, table, type, run);
  const tree = run.plan.tree?.type === type.type ? run.plan.tree : undefined;
  const found = new Uint8Array(tree ? table.size : 0);
  walk(scope, table, type, (row) => {
    const verdict = verdictOf(row);
    if (verdict === FAILED) return;
    count(row, verdict);
    if (verdict !== PASSED) return;
    if (tree) found[row] = 1;
    else offer(row);
  });
  if (!tree) return;
  run.branch = branchOf(scope, table, tree, found);
  for (const row of run.branch.rows) offer(row);
};

/** Start and end of each row, two after two. */
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

/** The declared source of a facet, whichever type has it. */
const sourceOf = (plan: SearchPlan, facet: number): SourcePlan | undefined =>
  plan.types.map((type) => type.facets[facet]).find((source) => source !== undefined);

export const evaluate = (columns: Columns, plan: SearchPlan): SearchResult => {
  const scope = new Scope(columns, plan);
  const sources = plan.facetLimits.map((_, facet) => {
    const source = sourceOf(plan, facet);
    return source && innermost(source);
  });
  // A path over relations ends in terms too, but counts them by itself.
  const slots = termSlots(
    scope,
    plan.facetLimits.map((_, facet) => sourceOf(plan, facet)),
  );
  const run: Run = {
    plan,
    slots,
    counters: sources.map(
      (source, facet) => new FacetCounter(slots.parts[facet] ?? new Int32Array(counterSize(scope, source))),
    ),
    // One more than asked tells whether more follow.
    best: new BestRows(plan.max === 0 ? 0 : plan.max + 1, plan.descending),
    total: 0,
  };
  for (const type of plan.types) {
    const table = columns.tables.get(type.type);
    if (table) runTable(scope, table, type, run);
  }
  const found = run.best.sorted();
  const rows = found.slice(0, plan.max);
  const last = found.length > rows.length ? rows.at(-1) : undefined;
  return {
    types: Int32Array.from(rows, (row) => row.table.plan.number),
    numbers: Int32Array.from(rows, (row) => row.table.number[row.row] ?? 0),
    total: run.total,
    facets: run.counters.map((counter, facet) =>
      answerOf(scope, sources[facet], counter, plan.facetLimits[facet] ?? NO_VALUES),
    ),
    ...(plan.tree && { tree: rows.map(({ row }) => run.branch?.about(row) ?? { below: 0, found: false }) }),
    ...(plan.types.some(({ times }) => times) && { times: timesOf(scope, plan, rows) }),
    last: last && positionOf(last),
  };
};
