// Counts the selected rows of a table into the facets of a query: the inner loops of search. Terms are counted by set and numbers by
// interval.

import { countBits } from 'src/server/search/columns/bits.ts';
import type { Table } from 'src/server/search/columns/Table.ts';
import type { TermSets } from 'src/server/search/columns/TermSets.ts';
import { countRelated } from 'src/server/search/evaluate/countRelated.ts';
import { emitTargets, FacetCounter } from 'src/server/search/evaluate/facets.ts';
import { compileFilter } from 'src/server/search/evaluate/filters.ts';
import { countLists, countNumbers, type CountedRows } from 'src/server/search/evaluate/countNumbers.ts';
import { numbersAt } from 'src/server/search/evaluate/numberFilter.ts';
import { passingRows } from 'src/server/search/evaluate/rowFilter.ts';
import { RowSet } from 'src/server/search/evaluate/RowSet.ts';
import { countSets, eachOf, setsOf } from 'src/server/search/evaluate/rowSets.ts';
import type { SourcePlan, TypePlan } from 'src/server/search/evaluate/searchPlan.ts';
import type { Scope } from 'src/server/search/evaluate/Scope.ts';
import type { Selected } from 'src/server/search/evaluate/selectRows.ts';

type Source<K extends SourcePlan['from']> = Extract<SourcePlan, { from: K }>;

const ROWS_BETWEEN_LOOKS = 1 << 16;

/** Adds the count of a set to its terms that the asker may see. A relation to a hidden item is not a value. */
const addSets = (scope: Scope, sets: TermSets, perSet: Int32Array, counter: FacetCounter): void => {
  const { placeOf } = scope.interner;
  const { counts } = counter;
  for (let code = 0; code < perSet.length; code++) {
    const times = perSet[code] as number;
    if (times === 0) continue;
    let isNamed = false;
    eachOf(sets, code, (term) => {
      if (!scope.mayName(term)) return;
      const place = placeOf[term] as number;
      counts[place] = (counts[place] as number) + times;
      isNamed = true;
    });
    if (!isNamed) counter.none += times;
  }
};

/** Counts by term, for columns in which each row has a set of its own. */
const addRows = (scope: Scope, { codes, terms }: TermSets, rows: Int32Array, counter: FacetCounter): void => {
  const { placeOf } = scope.interner;
  const { counts } = counter;
  const { data, starts, lengths } = terms;
  for (let at = 0; at < rows.length; at++) {
    if (at % ROWS_BETWEEN_LOOKS === 0) scope.look();
    const code = codes[rows[at] as number] as number;
    const start = starts[code] as number;
    const end = start + (lengths[code] as number);
    let isNamed = false;
    for (let index = start; index < end; index++) {
      const term = data[index] as number;
      if (!scope.mayName(term)) continue;
      const place = placeOf[term] as number;
      counts[place] = (counts[place] as number) + 1;
      isNamed = true;
    }
    if (!isNamed) counter.none += 1;
  }
};

const countTerms = (
  { scope, table, selected }: CountedRows,
  { prop }: Source<'terms'>,
  counter: FacetCounter,
): void => {
  const sets = setsOf(scope, table, prop);
  const readable = sets ? selected.without(scope.hiddenBits(table, sets.acl)) : undefined;
  counter.none += selected.count - (readable?.count ?? 0);
  if (!sets || !readable) return;
  if (sets.isPerRow) addRows(scope, sets, readable.rows, counter);
  else addSets(scope, sets, countSets(scope, sets, readable.rows), counter);
};

const countTest = (
  { scope, table, selected }: CountedRows,
  { filter }: Source<'test'>,
  { counts }: FacetCounter,
): void => {
  const passed = countBits(passingRows(scope, table, compileFilter(scope, table, filter), selected.bits));
  counts[1] = (counts[1] ?? 0) + passed;
  counts[0] = (counts[0] ?? 0) + selected.count - passed;
};

/** Collects the values of the visible targets once for each set of targets. */
const countHop = ({ scope, table, selected }: CountedRows, source: Source<'hop'>, counter: FacetCounter): void => {
  const sets = setsOf(scope, table, source.prop);
  const readable = sets ? selected.without(scope.hiddenBits(table, sets.acl)) : undefined;
  counter.none += selected.count - (readable?.count ?? 0);
  if (!sets || !readable) return;
  const emit = emitTargets(scope, sets, source, counter);
  const places: number[] = [];
  countSets(scope, sets, readable.rows).forEach((times, code) => {
    if (times === 0) return;
    scope.tick();
    places.length = 0;
    emit(code, places);
    counter.add(places, times);
  });
};

/** Counts the values that hold at the time of the query. */
const countClock = (
  { scope, table, selected }: CountedRows,
  { path }: Source<'clock'>,
  counter: FacetCounter,
): void => {
  const column = table.columns.get(path);
  const readable = column?.kind === 'steps' ? selected.without(scope.hiddenBits(table, column.acl)) : undefined;
  counter.none += selected.count - (readable?.count ?? 0);
  if (column?.kind !== 'steps' || !readable) return;
  scope.look();
  /** The first one counts rows without a value at this time. */
  const perToken = new Int32Array(column.tokens.length + 1);
  for (const row of readable.rows) {
    const at = column.at(row, scope.now) + 1;
    perToken[at] = (perToken[at] as number) + 1;
  }
  counter.none += perToken[0] ?? 0;
  column.tokens.forEach((token, at) => {
    const times = perToken[at + 1] as number;
    if (times > 0) counter.add([counter.token(token)], times);
  });
};

const countBuckets = (counted: CountedRows, { path, buckets }: Source<'spans'>, counter: FacetCounter): void => {
  const { table, selected } = counted;
  const numbers = numbersAt(table, path);
  if (numbers) return countNumbers(counted, numbers, buckets, counter);
  const column = table.columns.get(path);
  if (column?.kind === 'number') return countLists(counted, column, buckets, counter);
  counter.none += selected.count;
};

/** Counts the rows that the buckets count, and those without a value among all rows. */
const countSpans = (counted: CountedRows, source: Source<'spans'>, counter: FacetCounter): void => {
  if (!source.while) return countBuckets(counted, source, counter);
  const { scope, table, selected } = counted;
  const filter = compileFilter(scope, table, source.while);
  const inBuckets = new RowSet(passingRows(scope, table, filter, selected.bits));
  countBuckets({ ...counted, selected: inBuckets }, source, counter);
  const others = new FacetCounter(new Int32Array(counter.counts.length));
  countBuckets({ ...counted, selected: selected.without(inBuckets.bits) }, source, others);
  counter.none += others.none;
};

const countFacet = (counted: CountedRows, source: SourcePlan, counter: FacetCounter): void => {
  const { scope, table, selected } = counted;
  switch (source.from) {
    case 'type':
      return counter.add([table.plan.number], selected.count);
    case 'terms':
      return countTerms(counted, source, counter);
    case 'hop':
      return countHop(counted, source, counter);
    case 'test':
      return countTest(counted, source, counter);
    case 'counted': {
      const count = countRelated(scope, table, source.count);
      const first = new Float64Array(table.size);
      for (const row of selected.rows) first[row] = count(row);
      return countNumbers(counted, { first, last: undefined, acl: undefined }, source.buckets, counter);
    }
    case 'spans':
      return countSpans(counted, source, counter);
    case 'clock':
      return countClock(counted, source, counter);
  }
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
    scope.look,
  );
  sources.forEach((source, facet) => {
    const counter = counters[facet];
    if (!source || !counter) return;
    countFacet({ scope, table, selected: selected.sideways.get(facet) ?? selected.found }, source, counter);
  });
};
