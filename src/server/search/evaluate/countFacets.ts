// The counting of a row into the facets of a query: the hot loop of search. Most facets (terms, and single numbers
// in buckets) are counted in typed arrays alone; for the others `emitOf` names the counters of a row.

import type { Span } from 'src/model/query/buckets.ts';
import type { Table } from 'src/server/search/columns/Table.ts';
import { emitOf, type FacetCounter } from 'src/server/search/evaluate/facets.ts';
import type { SourcePlan, TypePlan } from 'src/server/search/evaluate/searchPlan.ts';
import type { Scope } from 'src/server/search/evaluate/Scope.ts';

/** Counts one row into one facet, or into every facet when it is -1. */
export type Count = (row: number, facet: number) => void;

interface Facet<K extends SourcePlan['from']> {
  readonly index: number;
  readonly counter: FacetCounter;
  readonly source: Extract<SourcePlan, { from: K }>;
}

type AnyFacet = { [K in SourcePlan['from']]: Facet<K> }[SourcePlan['from']];

/** The counters of one query, over all its tables. */
export interface Counting {
  readonly counters: readonly FacetCounter[];
  readonly slots: TermSlots;
}

const NONE = -1;

const addMissing = (facets: readonly Facet<'terms'>[], missing: number): void => {
  for (const { index, counter } of facets) if (missing & (1 << index)) counter.none += 1;
};

/** A facet's number is less: the facets of a row are noted in the bits of a number. */
const FACET_BITS = 5;
const FACET_MASK = (1 << FACET_BITS) - 1;

/** Where each term of a counted property is counted: one array for all facets, so that a term costs two look-ups. */
export interface TermSlots {
  /** Index into `counts`, and in the last FACET_BITS the facet, per term id; or -1. */
  readonly slots: Int32Array;
  readonly counts: Int32Array;
  /** The part of `counts` that is a facet's own; undefined for a facet that counts no terms. */
  readonly parts: readonly (Int32Array | undefined)[];
}

export const termSlots = (scope: Scope, sources: readonly (SourcePlan | undefined)[]): TermSlots => {
  const { interner } = scope;
  const terms = sources.map((source) => (source?.from === 'terms' ? interner.terms(interner.prop(source.prop)) : []));
  const counts = new Int32Array(terms.reduce((sum, each) => sum + each.length, 0));
  const slots = new Int32Array(interner.propOf.length).fill(NONE);
  let offset = 0;
  const parts = sources.map((source, facet) => {
    if (source?.from !== 'terms') return undefined;
    const own = terms[facet] ?? [];
    for (let place = 0; place < own.length; place++) {
      // Not counted, and no value: a relation to what the asker may not see.
      slots[own[place] as number] = scope.mayName(own[place] as number)
        ? ((offset + place) << FACET_BITS) | facet
        : NONE;
    }
    offset += own.length;
    return counts.subarray(offset - own.length, offset);
  });
  return { slots, counts, parts };
};

/** All term facets in one walk over the row's terms. */
const countTerms = (
  scope: Scope,
  table: Table,
  facets: readonly Facet<'terms'>[],
  into: TermSlots,
): Count | undefined => {
  if (facets.length === 0) return undefined;
  const { slots, counts } = into;
  const wanted = facets.reduce((bits, { index }) => bits | (1 << index), 0);
  const { starts, lengths, data } = table.terms;
  const { leveled } = table;
  let seen = 0;
  const one = (term: number, asked: number): void => {
    const slot = slots[term] as number;
    if (slot < 0) return;
    const bit = 1 << (slot & FACET_MASK);
    if ((bit & asked) === 0) return;
    seen |= bit;
    counts[slot >> FACET_BITS] = (counts[slot >> FACET_BITS] as number) + 1;
  };
  return (row, only) => {
    seen = 0;
    const asked = only < 0 ? wanted : wanted & (1 << only);
    const start = starts[row] as number;
    const end = start + (lengths[row] as number);
    for (let at = start; at < end; at++) one(data[at] as number, asked);
    if (row < leveled.length) {
      for (const { acl, terms } of leveled[row] ?? []) {
        if (scope.readable(acl)) for (const term of terms) one(term, asked);
      }
    }
    if (seen !== asked) addMissing(facets, asked & ~seen);
  };
};

/** Values that need no read filter of their own and are at most one per row. */
const plainNumbers = (table: Table, path: string): Float64Array | undefined => {
  if (path === 'created' || path === 'updated') return table[path];
  const column = table.columns.get(path);
  return column?.kind === 'number' && column.acl.unused && !column.all ? column.first : undefined;
};

/** Edges of the buckets in order, and which buckets hold what lies between an edge and the next. */
const intervalsOf = (buckets: readonly Span[]): { edges: Float64Array; inside: readonly (readonly number[])[] } => {
  const edges = [...new Set(buckets.flatMap(({ from, to }) => [from, to]))].sort((a, b) => a - b);
  const inside = edges.map((edge) =>
    buckets.flatMap(({ from, to }, index) => (edge >= from && edge < to ? [index] : [])),
  );
  return { edges: Float64Array.from(edges), inside };
};

const countSpans = (values: Float64Array, { index, counter, source }: Facet<'spans'>): Count => {
  const { edges, inside } = intervalsOf(source.buckets);
  const { counts } = counter;
  return (row, only) => {
    if (only >= 0 && only !== index) return;
    const value = values[row] as number;
    if (Number.isNaN(value)) {
      counter.none += 1;
      return;
    }
    let interval = edges.length - 1;
    while (interval >= 0 && (edges[interval] as number) > value) interval -= 1;
    const places = inside[interval];
    for (let at = 0; places && at < places.length; at++) {
      const place = places[at] as number;
      counts[place] = (counts[place] as number) + 1;
    }
  };
};

const countEmitted = (scope: Scope, table: Table, { index, counter, source }: AnyFacet): Count => {
  const emit = emitOf(scope, table, source, counter);
  const places: number[] = [];
  return (row, only) => {
    if (only >= 0 && only !== index) return;
    places.length = 0;
    emit(row, places);
    counter.add(places);
  };
};

const ofTerms = (facet: AnyFacet): facet is Facet<'terms'> => facet.source.from === 'terms';
const ofSpans = (facet: AnyFacet): facet is Facet<'spans'> => facet.source.from === 'spans';

const countOther = (scope: Scope, table: Table, facet: AnyFacet): Count => {
  const values = ofSpans(facet) ? plainNumbers(table, facet.source.path) : undefined;
  return values && ofSpans(facet) ? countSpans(values, facet) : countEmitted(scope, table, facet);
};

export const countFacets = (
  scope: Scope,
  table: Table,
  sources: TypePlan['facets'],
  { counters, slots }: Counting,
): Count => {
  const facets = sources.flatMap((source, index): AnyFacet[] => {
    const counter = counters[index];
    return source && counter ? [{ index, counter, source } as AnyFacet] : [];
  });
  const inTerms = countTerms(scope, table, facets.filter(ofTerms), slots);
  const others = facets.filter((facet) => !ofTerms(facet)).map((facet) => countOther(scope, table, facet));
  const counts = inTerms ? [inTerms, ...others] : others;
  return (row, only) => {
    for (let at = 0; at < counts.length; at++) (counts[at] as Count)(row, only);
  };
};
