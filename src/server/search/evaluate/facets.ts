// Counters of one facet in one query. Counts are indexed by place (a term's index in its property, a bucket's index), so that loops over
// rows use only typed arrays; words are added to the answer. Measured: 2.2 million increments for 300,000 rows and six facets in 12 ms
// (docs/decisions).

import type { Span } from 'src/model/query/buckets.ts';
import type { Table } from 'src/server/search/columns/Table.ts';
import { WITH_ITEM } from 'src/server/search/columns/AclColumn.ts';
import type { TermSets } from 'src/server/search/columns/TermSets.ts';
import { countRelated } from 'src/server/search/evaluate/countRelated.ts';
import { compileFilter } from 'src/server/search/evaluate/filters.ts';
import { testOf } from 'src/server/search/evaluate/rowFilter.ts';
import { codeReader, eachOf, setsOf } from 'src/server/search/evaluate/rowSets.ts';
import { someNumber } from 'src/server/search/evaluate/valueFilters.ts';
import {
  MOST_VALUES,
  type FacetCounts,
  type FacetLimit,
  type SourcePlan,
} from 'src/server/search/evaluate/searchPlan.ts';
import type { Scope } from 'src/server/search/evaluate/Scope.ts';

/** The row has a value, but none that the facet counts (outside of every bucket). */
const UNCOUNTED = -1;

/** Collects the places of one row's values. */
type Emit = (row: number, places: number[]) => void;

type Source<K extends SourcePlan['from']> = Extract<SourcePlan, { from: K }>;

export class FacetCounter {
  counts: Int32Array;
  none = 0;
  /** Words of clock values by place. */
  readonly tokens: string[] = [];

  constructor(counts: Int32Array) {
    this.counts = counts;
  }

  /** Counts rows with these values. */
  add(places: readonly number[], rows: number): void {
    if (places.length === 0) this.none += rows;
    for (let at = 0; at < places.length; at++) {
      const place = places[at] ?? UNCOUNTED;
      if (place >= 0 && places.indexOf(place) === at) this.counts[place] = (this.counts[place] ?? 0) + rows;
    }
  }

  token(token: string): number {
    const known = this.tokens.indexOf(token);
    if (known >= 0) return known;
    const place = this.tokens.push(token) - 1;
    if (place >= this.counts.length) {
      const wider = new Int32Array(place * 2 + 16);
      wider.set(this.counts);
      this.counts = wider;
    }
    return place;
  }
}

/** Returns the source at the end of the hops, which determines the meaning of places. */
export const innermost = (source: SourcePlan): Exclude<SourcePlan, Source<'hop'>> | undefined =>
  source.from === 'hop'
    ? source.targets.map((target) => innermost(target.source)).find((each) => each !== undefined)
    : source;

export const counterSize = (scope: Scope, source: SourcePlan | undefined): number => {
  if (source?.from === 'terms') return scope.interner.terms(scope.interner.prop(source.prop)).length;
  if (source?.from === 'spans' || source?.from === 'counted') return source.buckets.length;
  if (source?.from === 'test') return 2;
  return source?.from === 'type' ? Math.max(0, ...scope.tables.keys()) + 1 : 0;
};

const emitTerms = (scope: Scope, table: Table, source: Source<'terms'>): Emit => {
  const sets = setsOf(scope, table, source.prop);
  if (!sets) return () => undefined;
  const codeOf = codeReader(scope, sets);
  const { placeOf } = scope.interner;
  return (row, places) =>
    eachOf(sets, codeOf(row), (term) => {
      if (scope.mayName(term)) places.push(placeOf[term] ?? UNCOUNTED);
    });
};

/** Adds each bucket in which a part of the value lies. */
const pushBuckets = (buckets: readonly Span[], places: number[], first: number, last = first): void => {
  const before = places.length;
  for (let index = 0; index < buckets.length; index++) {
    const bucket = buckets[index];
    if (bucket && last >= bucket.from && first < bucket.to) places.push(index);
  }
  if (places.length === before) places.push(UNCOUNTED);
};

const emitBuckets = (scope: Scope, table: Table, { path, buckets }: Source<'spans'>): Emit => {
  if (path === 'created' || path === 'updated')
    return (row, places) => pushBuckets(buckets, places, table[path][row] ?? 0);
  const column = table.columns.get(path);
  if (column?.kind !== 'number') return () => undefined;
  let into: number[] = [];
  const walk = someNumber(scope, column, (first, last) => {
    pushBuckets(buckets, into, first, last);
    return false;
  });
  return (row, places) => {
    into = places;
    walk(row);
  };
};

const emitSpans = (scope: Scope, table: Table, source: Source<'spans'>): Emit => {
  const emit = emitBuckets(scope, table, source);
  if (!source.while) return emit;
  const isCounted = testOf(scope, compileFilter(scope, table, source.while));
  return (row, places) => {
    const before = places.length;
    emit(row, places);
    if (places.length > before && !isCounted(row)) places.splice(before, Infinity, UNCOUNTED);
  };
};

const emitCounted = (scope: Scope, table: Table, { count, buckets }: Source<'counted'>): Emit => {
  const counted = countRelated(scope, table, count);
  return (row, places) => pushBuckets(buckets, places, counted(row));
};

const emitTest = (scope: Scope, table: Table, { filter }: Source<'test'>): Emit => {
  const test = testOf(scope, compileFilter(scope, table, filter));
  return (row, places) => void places.push(test(row) ? 1 : 0);
};

const emitClock = (scope: Scope, table: Table, source: Source<'clock'>, counter: FacetCounter): Emit => {
  const column = table.columns.get(source.path);
  if (column?.kind !== 'steps') return () => undefined;
  return (row, places) => {
    const level = column.acl.get(row);
    const place = level === WITH_ITEM || scope.readable(level) ? column.at(row, scope.now) : -1;
    const token = column.tokens[place];
    if (token !== undefined) places.push(counter.token(token));
  };
};

/** Collects the places of the visible items that a set of relation terms names. */
export const emitTargets = (
  scope: Scope,
  sets: TermSets,
  source: Source<'hop'>,
  counter: FacetCounter,
): ((code: number, places: number[]) => void) => {
  const emits = source.targets.flatMap((target) => {
    const to = scope.tables.get(target.type);
    return to ? [{ to, emit: emitOf(scope, to, target.source, counter) }] : [];
  });
  return (code, places) =>
    eachOf(sets, code, (term) => {
      for (const { to, emit } of emits) {
        const at = scope.visibleRow(term, to);
        if (at >= 0) emit(at, places);
      }
    });
};

const emitHop = (scope: Scope, table: Table, source: Source<'hop'>, counter: FacetCounter): Emit => {
  const sets = setsOf(scope, table, source.prop);
  if (!sets) return () => undefined;
  const codeOf = codeReader(scope, sets);
  const emit = emitTargets(scope, sets, source, counter);
  return (row, places) => emit(codeOf(row), places);
};

export const emitOf = (scope: Scope, table: Table, source: SourcePlan, counter: FacetCounter): Emit => {
  switch (source.from) {
    case 'type':
      return (_row, places) => void places.push(table.plan.number);
    case 'terms':
      return emitTerms(scope, table, source);
    case 'spans':
      return emitSpans(scope, table, source);
    case 'clock':
      return emitClock(scope, table, source, counter);
    case 'counted':
      return emitCounted(scope, table, source);
    case 'test':
      return emitTest(scope, table, source);
    case 'hop':
      return emitHop(scope, table, source, counter);
  }
};

export const placeValues = (
  scope: Scope,
  source: SourcePlan,
  counter: FacetCounter,
): ((place: number) => number | string) => {
  if (source.from === 'terms') {
    const terms = scope.interner.terms(scope.interner.prop(source.prop));
    return (place) => terms[place] ?? 0;
  }
  return source.from === 'clock' ? (place) => counter.tokens[place] ?? '' : (place) => place;
};

interface Found {
  readonly value: number | string;
  readonly count: number;
}

/** Most frequent first. Equal counts must not be ordered by term ids, whose order depends on hidden data. */
const facetOrder = ({ interner }: Scope, source: SourcePlan): ((a: Found, b: Found) => number) => {
  const targetOf = ({ value }: Found, part: Int32Array): number => (typeof value === 'number' ? (part[value] ?? 0) : 0);
  const byTarget = (a: Found, b: Found): number =>
    targetOf(a, interner.targetType) - targetOf(b, interner.targetType) ||
    targetOf(a, interner.targetNumber) - targetOf(b, interner.targetNumber);
  const byValue = (a: Found, b: Found): number => (a.value < b.value ? -1 : 1);
  return (a, b) => b.count - a.count || (source.from === 'terms' ? byTarget(a, b) : 0) || byValue(a, b);
};

/** Few counts are larger. */
const LARGE_COUNT = 4096;

/** Returns the smallest count among the `max` most frequent. Zero counts belong to values without rows. */
const leastKept = (counts: Int32Array, max: number): number => {
  const having = new Int32Array(LARGE_COUNT);
  const large: number[] = [];
  for (let place = 0; place < counts.length; place++) {
    const count = counts[place] as number;
    if (count < LARGE_COUNT) having[count] = (having[count] as number) + 1;
    else large.push(count);
  }
  if (large.length >= max) return large.toSorted((a, b) => b - a)[max - 1] ?? 1;
  let least = LARGE_COUNT;
  for (let left = max - large.length; left > 0 && least > 1; left -= having[least] as number) least -= 1;
  return least;
};

/** Returns the counts for an answer: values that the asker may see, most frequent first, buckets in declared order. */
export const facetAnswerOf = (
  scope: Scope,
  source: SourcePlan | undefined,
  counter: FacetCounter,
  { max, ties }: FacetLimit,
): FacetCounts => {
  if (!source) return { values: [], counts: [], none: counter.none, more: 0 };
  const value = placeValues(scope, source, counter);
  const least = leastKept(counter.counts, max);
  const found: Found[] = [];
  let present = 0;
  for (let place = 0; place < counter.counts.length; place++) {
    const count = counter.counts[place] ?? 0;
    if (count === 0) continue;
    present += 1;
    if (count >= least) found.push({ value: value(place), count });
  }
  if (source.from !== 'spans' && source.from !== 'counted') found.sort(facetOrder(scope, source));
  const topValues = found.slice(0, ties ? MOST_VALUES : max);
  return {
    values: topValues.map((each) => each.value),
    counts: topValues.map((each) => each.count),
    none: counter.none,
    more: present - topValues.length,
  };
};
