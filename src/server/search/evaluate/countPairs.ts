// Counts two facets together: the rows for each pair of values. A row costs one look-up of a code per facet, the number of its term set or
// interval; codes are converted to values after all rows are counted.

import type { Span } from 'src/model/query/buckets.ts';
import type { Table } from 'src/server/search/columns/Table.ts';
import type { TermSets } from 'src/server/search/columns/TermSets.ts';
import { emitOf, placeValues, type FacetCounter } from 'src/server/search/evaluate/facets.ts';
import {
  NO_NUMBER,
  intervalCodes,
  numbersAt,
  rowCodes,
  type RowNumbers,
} from 'src/server/search/evaluate/numberFilter.ts';
import { codeReader, eachOf, setsOf } from 'src/server/search/evaluate/rowSets.ts';
import type { FacetPair, PairCount, SourcePlan } from 'src/server/search/evaluate/searchPlan.ts';
import type { Scope } from 'src/server/search/evaluate/Scope.ts';

/** Place of rows without a value. -1 is a value that the facet does not count. */
const NO_VALUE_PLACE = -2;

interface Axis {
  code(row: number): number;
  /** Returns the places of the values of a code. */
  places(code: number): readonly number[];
}

const NO_VALUE: Axis = { code: () => 0, places: () => [NO_VALUE_PLACE] };

const termAxis = (scope: Scope, sets: TermSets): Axis => ({
  code: codeReader(scope, sets),
  places(code) {
    const places: number[] = [];
    eachOf(sets, code, (term) => {
      if (scope.mayName(term)) places.push(scope.interner.placeOf[term] ?? -1);
    });
    return places.length === 0 ? [NO_VALUE_PLACE] : places;
  },
});

const spanAxis = (numbers: RowNumbers, buckets: readonly Span[]): Axis => {
  const codes = intervalCodes(buckets, numbers.first.length, numbers.last !== undefined);
  return {
    code: rowCodes(numbers, codes),
    places: (code) => (code === NO_NUMBER ? [NO_VALUE_PLACE] : codes.spansOf(code)),
  };
};

/** For all other facets, each list of places is a code. */
const emittedAxis = (scope: Scope, table: Table, source: SourcePlan, counter: FacetCounter): Axis => {
  const emit = emitOf(scope, table, source, counter);
  const known = new Map<string, number>();
  const lists: (readonly number[])[] = [];
  const places: number[] = [];
  return {
    code(row) {
      places.length = 0;
      emit(row, places);
      const key = places.join();
      const before = known.get(key);
      if (before !== undefined) return before;
      const code = lists.push(places.length === 0 ? [NO_VALUE_PLACE] : [...new Set(places)]) - 1;
      known.set(key, code);
      return code;
    },
    places: (code) => lists[code] ?? [],
  };
};

const axisOf = (scope: Scope, table: Table, source: SourcePlan | undefined, counter: FacetCounter): Axis => {
  if (!source) return NO_VALUE;
  if (source.from === 'terms') {
    const sets = setsOf(scope, table, source.prop);
    return sets ? termAxis(scope, sets) : NO_VALUE;
  }
  const numbers = source.from === 'spans' && !source.while ? numbersAt(table, source.path) : undefined;
  if (source.from === 'spans' && numbers && (numbers.acl?.unused ?? true)) return spanAxis(numbers, source.buckets);
  return emittedAxis(scope, table, source, counter);
};

/** Counts by two places, over all tables of a search. */
export type PairCounter = Map<number, Map<number, number>>;

const addPair = (counter: PairCounter, place: number, by: number, count: number): void => {
  const row = counter.get(place) ?? new Map<number, number>();
  counter.set(place, row);
  row.set(by, (row.get(by) ?? 0) + count);
};

interface Selected {
  readonly table: Table;
  readonly sources: readonly (SourcePlan | undefined)[];
  readonly rows: Int32Array;
}

/** Numbers the codes of all rows in order of appearance, so that two of them form one small number. */
const codesOf = (scope: Scope, { code }: Axis, rows: Int32Array): { of: Int32Array; codes: readonly number[] } => {
  const numbers = new Map<number, number>();
  const of = new Int32Array(rows.length);
  for (let at = 0; at < rows.length; at++) {
    scope.tick();
    const own = code(rows[at] as number);
    let number = numbers.get(own);
    if (number === undefined) numbers.set(own, (number = numbers.size));
    of[at] = number;
  }
  return { of, codes: [...numbers.keys()] };
};

const countPair = (scope: Scope, { rows }: Selected, axes: readonly [Axis, Axis], counter: PairCounter): void => {
  const [first, second] = axes.map((axis) => codesOf(scope, axis, rows)) as [
    ReturnType<typeof codesOf>,
    ReturnType<typeof codesOf>,
  ];
  const width = second.codes.length;
  const together = new Map<number, number>();
  const dense = first.codes.length * width <= 1 << 20 ? new Int32Array(first.codes.length * width) : undefined;
  for (let at = 0; at < rows.length; at++) {
    const cell = (first.of[at] as number) * width + (second.of[at] as number);
    if (dense) dense[cell] = (dense[cell] as number) + 1;
    else together.set(cell, (together.get(cell) ?? 0) + 1);
  }
  dense?.forEach((count, cell) => count > 0 && together.set(cell, count));
  for (const [cell, count] of together)
    for (const place of axes[0].places(first.codes[Math.floor(cell / width)] ?? 0))
      for (const by of axes[1].places(second.codes[cell % width] ?? 0)) addPair(counter, place, by, count);
};

interface Counting {
  readonly pairs: readonly FacetPair[];
  readonly facets: readonly FacetCounter[];
  readonly counters: readonly PairCounter[];
}

export const countPairs = (scope: Scope, selected: Selected, { pairs, facets, counters }: Counting): void =>
  pairs.forEach((pair, index) => {
    const counter = counters[index];
    const [first, second] = pair.map((facet) => {
      const own = facets[facet];
      return own ? axisOf(scope, selected.table, selected.sources[facet], own) : NO_VALUE;
    });
    if (counter && first && second) countPair(scope, selected, [first, second], counter);
  });

type ValueOf = (place: number) => number | string;

/** Returns the counts with values of the facets instead of places. */
export const pairsOf = (counter: PairCounter, valueOf: ValueOf, byOf: ValueOf): PairCount[] => {
  const named = (place: number, of: ValueOf): PairCount['value'] => (place === NO_VALUE_PLACE ? null : of(place));
  return [...counter].flatMap(([place, row]) =>
    [...row].flatMap(([by, count]) =>
      place === -1 || by === -1 ? [] : [{ value: named(place, valueOf), by: named(by, byOf), count }],
    ),
  );
};

/** Returns the values of a facet by their places. */
export const pairValues = (scope: Scope, source: SourcePlan | undefined, counter: FacetCounter | undefined): ValueOf =>
  source && counter ? placeValues(scope, source, counter) : (place) => place;
