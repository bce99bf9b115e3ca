// Filters over columns: the rows that they find at once and one by one, numbers by interval, texts without strings.
import { fc } from 'tests/properties.ts';
import { describe, expect, it } from 'vitest';
import { bitsFor, countBits, rowsOfBits, setBit } from 'src/server/search/columns/bits.ts';
import { Table } from 'src/server/search/columns/Table.ts';
import { TermPlaces } from 'src/server/search/columns/TermPlaces.ts';
import { TermSets } from 'src/server/search/columns/TermSets.ts';
import { TextColumn } from 'src/server/search/columns/TextColumn.ts';
import { textPrefix } from 'src/server/search/columns/textUnits.ts';
import { evaluate } from 'src/server/search/evaluate/evaluate.ts';
import { compileFilter } from 'src/server/search/evaluate/filters.ts';
import { Intervals } from 'src/server/search/evaluate/Intervals.ts';
import { passingRows, testOf } from 'src/server/search/evaluate/rowFilter.ts';
import { OutOfTime, Scope } from 'src/server/search/evaluate/Scope.ts';
import type { FilterPlan, SearchPlan } from 'src/server/search/evaluate/searchPlan.ts';
import { askedText } from 'src/server/search/text/askedText.ts';

const BOOK = 102;
const SIZE = 300;
const WORDS = [1, 2, 3, 4];
const READER = { bits: Uint8Array.from([0b1010]), known: 8, admin: false };

const interner = new TermPlaces();
interner.add({
  ids: Int32Array.from(WORDS),
  props: ['word'],
  prop: new Int32Array(WORDS.length),
  targetType: new Int32Array(WORDS.length),
  targetNumber: new Int32Array(WORDS.length),
});

interface Book {
  readonly acl: number;
  readonly words: readonly number[];
  readonly year: number | null;
  /** Acl of the year and the words, if they are restricted. */
  readonly restricted: number | null;
}

const book = fc.record<Book>({
  acl: fc.constantFrom(1, 1, 1, 2),
  words: fc.uniqueArray(fc.constantFrom(...WORDS), { maxLength: 3 }),
  year: fc.option(fc.integer({ min: 0, max: 9 })),
  restricted: fc.constantFrom(null, null, 2, 3),
});

const bookAt = (books: readonly Book[], i: number): Book => books[(i * 7919) % books.length] ?? books[0]!;

/** The text of the named items has the word `river`. */
const tableOf = (books: readonly Book[], named: ReadonlySet<number> = new Set(), size = SIZE): Table => {
  const columns = [{ path: 'year', kind: 'number' as const, many: false }];
  const table = new Table({ type: 'Book', number: BOOK, columns, places: [], facets: ['word'] });
  for (let i = 1; i <= size; i++) {
    const { acl, words, year, restricted } = bookAt(books, i);
    const terms = `{${words.join(',')}}`;
    const sortKeys = year === null ? '{}' : JSON.stringify({ year });
    const own = restricted === null ? { terms, sortKeys } : { terms: '{}', sortKeys: '{}' };
    const levels = restricted === null ? null : JSON.stringify([[restricted, terms, sortKeys, '']]);
    table.put({
      i,
      n: i,
      acl,
      created: i,
      updated: i,
      places: null,
      words: named.has(i) ? 'river' : 'cedar',
      label: '',
      ...own,
      levels,
    });
  }
  return table;
};

const filter = fc.letrec<{ filter: FilterPlan }>((tie) => ({
  filter: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.record({
      is: fc.constant('terms' as const),
      prop: fc.constantFrom('word', 'unknown'),
      terms: fc.uniqueArray(fc.constantFrom(...WORDS), { minLength: 1 }),
      none: fc.boolean(),
      every: fc.boolean(),
    }),
    fc.record({
      is: fc.constant('spans' as const),
      path: fc.constantFrom('year', 'created'),
      spans: fc.array(fc.record({ from: fc.constantFrom(-Infinity, 2, 5), to: fc.constantFrom(3, 5, 8, Infinity) }), {
        maxLength: 2,
      }),
      equal: fc.array(fc.integer({ min: 0, max: 9 }), { maxLength: 2 }),
      none: fc.boolean(),
    }),
    fc.record({
      is: fc.constant('numbers' as const),
      numbers: fc.uniqueArray(fc.integer({ min: 1, max: SIZE + 5 })).map((numbers) => Int32Array.from(numbers)),
    }),
    fc.record({ is: fc.constant('not' as const), filter: tie('filter') }),
    fc.record({ is: fc.constantFrom('everything' as const, 'nothing' as const) }),
  ),
})).filter;

const scopeOf = (table: Table): Scope =>
  new Scope({ tables: new Map([[BOOK, table]]), interner }, { mask: READER, now: 0, deadline: Infinity });

const planOf = (more: Partial<SearchPlan['types'][number]>, deadline = Infinity): SearchPlan => ({
  mask: READER,
  now: 0,
  deadline,
  facetLimits: [],
  descending: [],
  max: SIZE,
  forgiving: false,
  after: undefined,
  types: [{ type: BOOK, must: [], should: [], minShould: 0, mustNot: [], facets: [], sort: [], ...more }],
});

describe('filters', () => {
  it('[SRCH-08] [PERM-01] find the same rows at once as one by one, among many rows and few', () => {
    fc.assert(
      fc.property(
        fc.array(book, { minLength: 1, maxLength: 20 }),
        filter,
        fc.integer({ min: 1, max: 9 }),
        (books, plan, step) => {
          const table = tableOf(books);
          const scope = scopeOf(table);
          const among = bitsFor(SIZE);
          for (let row = 0; row < SIZE; row += step) setBit(among, row);
          const compiled = compileFilter(scope, table, plan);
          const test = testOf(scope, compiled);
          const found = passingRows(scope, table, compiled, among);
          expect([...rowsOfBits(found, countBits(found))]).toEqual(
            [...rowsOfBits(among, countBits(among))].filter((row) => test(row)),
          );
        },
      ),
    );
  });

  it('[SRCH-08] [PERM-01] select the rows that pass enough of them, among rows that are named by a text or by numbers', () => {
    fc.assert(
      fc.property(
        fc.array(book, { minLength: 1, maxLength: 20 }),
        fc.array(filter, { maxLength: 3 }),
        fc.array(filter, { maxLength: 3 }),
        fc.nat(4),
        fc.uniqueArray(fc.integer({ min: 1, max: SIZE })),
        (books, mustNot, should, minShould, numbers) => {
          const table = tableOf(books, new Set(numbers));
          const scope = scopeOf(table);
          const tests = (plans: readonly FilterPlan[]) =>
            plans.map((plan) => testOf(scope, compileFilter(scope, table, plan)));
          const [nots, shoulds] = [tests(mustNot), tests(should)];
          const expected = numbers.filter((number) => {
            const row = number - 1;
            const passed = shoulds.filter((test) => test(row)).length;
            return table.acl[row] === 1 && !nots.some((test) => test(row)) && passed >= minShould;
          });
          const named: FilterPlan[] = [
            { is: 'numbers', numbers: Int32Array.from(numbers) },
            { is: 'text', texts: [askedText('river') ?? expect.unreachable()] },
          ];
          for (const plan of named) {
            const must = [{ filter: plan, facet: -1 }];
            const { numbers: found } = evaluate(
              { tables: new Map([[BOOK, table]]), interner },
              planOf({ must, mustNot, should, minShould }),
            );
            expect([...found].toSorted((a, b) => a - b)).toEqual(expected.toSorted((a, b) => a - b));
          }
        },
      ),
    );
  });

  it('[SRCH-08] [PERM-01] [SRCH-06] do not narrow the counts of their own facet, and hidden values count as none', () => {
    const buckets = [
      { from: 0, to: 3 },
      { from: 2, to: 7 },
    ];
    const facets = [
      { from: 'terms' as const, prop: 'word' },
      { from: 'spans' as const, path: 'year', buckets },
    ];
    const chosen: readonly FilterPlan[] = [
      { is: 'terms', prop: 'word', terms: [1, 2], none: false, every: false },
      { is: 'spans', path: 'year', spans: [{ from: 2, to: 8 }], equal: [], none: false },
    ];
    const must = chosen.map((each, facet) => ({ filter: each, facet }));
    fc.assert(
      fc.property(fc.array(book, { minLength: 1, maxLength: 20 }), (books) => {
        const seen = Array.from({ length: SIZE }, (_, at) => bookAt(books, at + 1))
          .filter(({ acl }) => acl === 1)
          .map(({ words, year, restricted }) => (restricted === 2 ? { words: [], year: null } : { words, year }));
        const isChosen = [
          ({ words }: (typeof seen)[number]) => words.some((each) => each < 3),
          ({ year }: (typeof seen)[number]) => year !== null && year >= 2 && year < 8,
        ];
        const [forWords, forYears] = [
          seen.filter((each) => isChosen[1]!(each)),
          seen.filter((each) => isChosen[0]!(each)),
        ];
        const byWord = WORDS.map((each) => forWords.filter(({ words }) => words.includes(each)).length);
        const byYear = buckets.map(
          ({ from, to }) => forYears.filter(({ year }) => year !== null && year >= from && year < to).length,
        );
        const limits = facets.map(() => ({ max: 10, ties: false }));
        const answer = evaluate(
          { tables: new Map([[BOOK, tableOf(books)]]), interner },
          { ...planOf({ must, facets }), facetLimits: limits },
        );
        expect(answer.total).toBe(seen.filter((each) => isChosen.every((test) => test(each))).length);
        const [words, years] = answer.facets.map(
          ({ values, counts }) => new Map(values.map((each, at) => [each, counts[at]])),
        );
        expect(WORDS.map((each) => words?.get(each) ?? 0)).toEqual(byWord);
        expect(buckets.map((_, at) => years?.get(at) ?? 0)).toEqual(byYear);
        expect(answer.facets.map(({ none }) => none)).toEqual([
          forWords.filter(({ words }) => words.length === 0).length,
          forYears.filter(({ year }) => year === null).length,
        ]);
      }),
    );
  });

  it('[SRCH-08] end between their steps when the answer is no longer needed', () => {
    const table = tableOf([{ acl: 1, words: [1, 2], year: 5, restricted: null }], new Set(), 40_000);
    const facets = [{ from: 'terms' as const, prop: 'word' }];
    const must = [{ filter: { is: 'terms' as const, prop: 'word', terms: [1], none: false, every: false }, facet: 0 }];
    const plan = { ...planOf({ must, facets }), facetLimits: [{ max: 10, ties: false }] };
    const evaluated = (looks: number): number => {
      let left = looks;
      const isOver = (): boolean => (left -= 1) < 0;
      return evaluate({ tables: new Map([[BOOK, table]]), interner, isOver }, plan).total;
    };
    for (const looks of [0, 1, 2, 3]) expect(() => evaluated(looks)).toThrow(OutOfTime);
    expect(evaluated(Infinity)).toBe(40_000);
  });
});

describe('intervals of numbers', () => {
  const edge = fc.oneof(fc.constantFrom(-Infinity, Infinity, 0, 1, 1e12), fc.double({ noNaN: true }));
  const span = fc.tuple(edge, edge).map(([a, b]) => ({ from: Math.min(a, b), to: Math.max(a, b) }));

  it('[SRCH-06] [SRCH-08] tell which spans a value touches as a comparison with each does', () => {
    const value = fc.oneof(fc.double({ noNaN: true, noDefaultInfinity: true }), fc.integer({ min: -2, max: 3 }));
    fc.assert(
      fc.property(fc.array(span, { maxLength: 6 }), fc.array(fc.tuple(value, value)), fc.nat(), (spans, pairs, at) => {
        const intervals = new Intervals(spans, at % 2 === 0 ? 10 : 1_000_000);
        const edges = spans.flatMap(({ from, to }) => [from, to]).filter(Number.isFinite);
        const edgeValue = edges[at % Math.max(1, edges.length)] ?? 0;
        for (const [a, b] of [...pairs, [edgeValue, edgeValue] as const]) {
          const [first, last] = [Math.min(a, b), Math.max(a, b)];
          const touched = spans.flatMap(({ from, to }, index) => (last >= from && first < to ? [index] : []));
          expect(intervals.touched(intervals.of(first), intervals.of(last))).toEqual(touched);
        }
      }),
    );
  });
});

describe('columns without objects for rows', () => {
  it('keep texts of one and of two bytes, and compare any part of them by unit', () => {
    const text = fc.oneof(fc.string({ maxLength: 12 }), fc.string({ unit: 'binary', maxLength: 12 }));
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.nat(5), fc.option(text, { nil: undefined })), { maxLength: 30 }), (writes) => {
        const column = new TextColumn();
        const expected = new Map<number, string | undefined>();
        for (const [row, value] of writes) {
          column.set(row, value, 0);
          expected.set(row, value);
        }
        for (const [row, value] of expected) {
          expect(column.text(row)).toBe(value);
          if (value === undefined) expect(column.prefix[row]).toBeNaN();
          else for (const begin of [0, 3, 6]) expect(column.prefixAt(row, begin)).toBe(textPrefix(value.slice(begin)));
        }
      }),
    );
  });

  it('[SRCH-08] keep the terms of each row, whether rows share sets or each has its own', () => {
    const write = fc.tuple(fc.nat(20), fc.uniqueArray(fc.integer({ min: 1, max: 6 }), { maxLength: 4 }));
    fc.assert(
      fc.property(fc.array(write, { maxLength: 60 }), fc.integer({ min: 1, max: 12 }), (writes, maxShared) => {
        const sets = new TermSets(maxShared);
        const expected = new Map<number, readonly number[]>();
        for (const [row, terms] of writes) {
          sets.set(row, terms, 0);
          expected.set(row, terms);
        }
        for (const [row, terms] of expected) {
          const code = sets.codes[row] ?? -1;
          const { data, starts } = sets.terms;
          const start = starts[code] ?? 0;
          expect([...data.subarray(start, start + sets.terms.lengthOf(code))]).toEqual(terms);
          expect(code).toBeLessThan(sets.count);
        }
        expect(sets.isPerRow || sets.count <= maxShared).toBe(true);
      }),
    );
  });
});
