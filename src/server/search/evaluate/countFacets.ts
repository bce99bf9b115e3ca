// Counts the selected rows of a table into the facets of a query: the inner loops of search. Terms are counted by set and numbers by
// bucket, in typed arrays only; for other facets, `emitOf` returns the counters of a row.

import type { Span } from 'src/model/query/buckets.ts';
import type { Table } from 'src/server/search/columns/Table.ts';
import type { NumberColumn } from 'src/server/search/columns/valueColumns.ts';
import type { TermSets } from 'src/server/search/columns/TermSets.ts';
import { countRelated } from 'src/server/search/evaluate/countRelated.ts';
import { emitOf, type FacetCounter } from 'src/server/search/evaluate/facets.ts';
import { compileFilter, type RowTest } from 'src/server/search/evaluate/filters.ts';
import { countSets, setsOf } from 'src/server/search/evaluate/rowSets.ts';
import type { SourcePlan, TypePlan } from 'src/server/search/evaluate/searchPlan.ts';
import type { Scope } from 'src/server/search/evaluate/Scope.ts';
import type { Selected } from 'src/server/search/evaluate/selectRows.ts';

type Source<K extends SourcePlan['from']> = Extract<SourcePlan, { from: K }>;

/** Rows of one table in disjoint lists. */
interface Rows {
  readonly scope: Scope;
  readonly table: Table;
  readonly lists: readonly Int32Array[];
}

const totalLength = (lists: readonly Int32Array[]): number => lists.reduce((sum, { length }) => sum + length, 0);

/** Adds the count of a set to its terms that the asker may see. A relation to a hidden item is not a value. */
const addSets = (scope: Scope, sets: TermSets, perSet: Int32Array, counter: FacetCounter): void => {
  const { placeOf } = scope.interner;
  const { starts, terms } = sets;
  const { counts } = counter;
  for (let code = 0; code < perSet.length; code++) {
    const times = perSet[code] as number;
    if (times === 0) continue;
    let isNamed = false;
    const end = starts[code + 1] as number;
    for (let at = starts[code] as number; at < end; at++) {
      const term = terms[at] as number;
      if (!scope.mayName(term)) continue;
      const place = placeOf[term] as number;
      counts[place] = (counts[place] as number) + times;
      isNamed = true;
    }
    if (!isNamed) counter.none += times;
  }
};

const countTerms = ({ scope, table, lists }: Rows, { prop }: Source<'terms'>, counter: FacetCounter): void => {
  const sets = setsOf(scope, table, prop);
  if (sets) addSets(scope, sets, countSets(scope, sets, lists), counter);
  else counter.none += totalLength(lists);
};

/** Returns a column whose values are unrestricted and at most one per row. */
const plainColumn = (table: Table, path: string): Pick<NumberColumn, 'first' | 'last'> | undefined => {
  if (path === 'created' || path === 'updated') return { first: table[path], last: undefined };
  const column = table.columns.get(path);
  return column?.kind === 'number' && column.acl.unused && !column.all ? column : undefined;
};

/** Returns values that are unrestricted and one number per row. */
export const plainNumbers = (table: Table, path: string): Float64Array | undefined => {
  const column = plainColumn(table, path);
  return column?.last ? undefined : column?.first;
};

/** Returns the sorted edges of the buckets, and which buckets contain each interval between two edges. */
export const intervalsOf = (
  buckets: readonly Span[],
): { edges: Float64Array; inside: readonly (readonly number[])[] } => {
  const edges = [...new Set(buckets.flatMap(({ from, to }) => [from, to]))].sort((a, b) => a - b);
  const inside = edges.map((edge) =>
    buckets.flatMap(({ from, to }, index) => (edge >= from && edge < to ? [index] : [])),
  );
  return { edges: Float64Array.from(edges), inside };
};

/** Adds a span that crosses an edge to each bucket that it touches. */
const addTouched = (
  buckets: readonly Span[],
  span: { readonly first: number; readonly last: number },
  { counts }: FacetCounter,
): void =>
  buckets.forEach(({ from, to }, place) => {
    if (span.last >= from && span.first < to) counts[place] = (counts[place] ?? 0) + 1;
  });

interface NumbersByRow {
  /** Returns NaN for a row without a value. */
  readonly first: (row: number) => number;
  /** The end of the value, where values are spans. */
  readonly last?: ((row: number) => number) | undefined;
}

/** Counts each row in the buckets that its value touches. */
const countSpans = (
  { scope, lists }: Rows,
  { first, last }: NumbersByRow,
  buckets: readonly Span[],
  counter: FacetCounter,
): void => {
  const { edges, inside } = intervalsOf(buckets);
  /** Counts by the last edge that is not above a value; the first counter is for values below all edges. */
  const perInterval = new Int32Array(edges.length + 1);
  for (const rows of lists) {
    scope.look();
    for (let at = 0; at < rows.length; at++) {
      const value = first(rows[at] as number);
      if (Number.isNaN(value)) {
        counter.none += 1;
        continue;
      }
      let interval = edges.length;
      while (interval > 0 && (edges[interval - 1] as number) > value) interval -= 1;
      const end = last === undefined || interval === edges.length ? value : last(rows[at] as number);
      if (end >= (edges[interval] ?? Infinity)) addTouched(buckets, { first: value, last: end }, counter);
      else perInterval[interval] = (perInterval[interval] as number) + 1;
    }
  }
  inside.forEach((places, interval) => {
    for (const place of places) counter.counts[place] = (counter.counts[place] ?? 0) + (perInterval[interval + 1] ?? 0);
  });
};

const countTest = ({ scope, lists }: Rows, test: RowTest, { counts }: FacetCounter): void => {
  let passed = 0;
  for (const rows of lists) {
    scope.look();
    for (let at = 0; at < rows.length; at++) if (test(rows[at] as number)) passed += 1;
  }
  counts[1] = (counts[1] ?? 0) + passed;
  counts[0] = (counts[0] ?? 0) + totalLength(lists) - passed;
};

const countEmitted = ({ scope, table, lists }: Rows, source: SourcePlan, counter: FacetCounter): void => {
  const emit = emitOf(scope, table, source, counter);
  const places: number[] = [];
  for (const rows of lists)
    for (let at = 0; at < rows.length; at++) {
      scope.tick();
      places.length = 0;
      emit(rows[at] as number, places);
      counter.add(places);
    }
};

const countFacet = (rows: Rows, source: SourcePlan, counter: FacetCounter): void => {
  const { scope, table } = rows;
  if (source.from === 'terms') return countTerms(rows, source, counter);
  if (source.from === 'test') return countTest(rows, compileFilter(scope, table, source.filter), counter);
  if (source.from === 'counted')
    return countSpans(rows, { first: countRelated(scope, table, source.count) }, source.buckets, counter);
  const column = source.from === 'spans' ? plainColumn(table, source.path) : undefined;
  if (column && source.from === 'spans') {
    const { first, last } = column;
    const numbers = {
      first: (row: number) => first[row] as number,
      last: last && ((row: number) => last[row] as number),
    };
    return countSpans(rows, numbers, source.buckets, counter);
  }
  return countEmitted(rows, source, counter);
};

interface ToCount {
  readonly table: Table;
  readonly sources: TypePlan['facets'];
  readonly selected: Selected;
}

export const countFacets = (
  scope: Scope,
  { table, sources, selected }: ToCount,
  counters: readonly FacetCounter[],
): void => {
  const props = sources.map((source) => (source?.from === 'terms' ? scope.interner.prop(source.prop) : 0));
  table.prepareSets(
    scope.interner,
    props.filter((prop) => prop > 0),
  );
  sources.forEach((source, facet) => {
    const counter = counters[facet];
    const beside = selected.beside.get(facet);
    const lists = beside ? [selected.rows, beside] : [selected.rows];
    if (source && counter) countFacet({ scope, table, lists }, source, counter);
  });
};
