// The evaluation of searches by itself, at 300,000 and 1,000,000 items: 5,000 reader sets of which the asker reads half, six facets, and the
// longest time in which a query does not look at its deadline. Needs no database. The baseline is one pass over the acls of all rows.

import { seededRandom } from 'src/base/seededRandom.ts';
import { countBits, flaggedBits } from 'src/server/search/columns/bits.ts';
import { Table, type RowMessage } from 'src/server/search/columns/Table.ts';
import { TermPlaces } from 'src/server/search/columns/TermPlaces.ts';
import { evaluate } from 'src/server/search/evaluate/evaluate.ts';
import type { FilterPlan, SearchPlan, SortSource, SourcePlan } from 'src/server/search/evaluate/searchPlan.ts';
import { askedText } from 'src/server/search/text/askedText.ts';
import { report } from 'tests/bench/figures.ts';
import { milliseconds, serially } from 'tests/bench/measure.ts';

const SIZES = [300_000, 1_000_000];
const ROUNDS = 21;
const READER_SETS = 5000;
const BOOK = 102;
const SHELF = 101;
const SHELVES = 100;
/** Limits in milliseconds at a million items. */
const WHOLE_TYPE = 14;
const LIST = 6;
const LONGEST_STEP = 15;
const YEARS = [-Infinity, 1700, 1750, 1800, 1850, 1900, 1920, 1940, 1960, 1980, 2000, Infinity];
/** Number of values by property. */
const VALUES = { state: 4, shelf: SHELVES, genres: 13, fragile: 2, access: 4 } as const;
const PROPS = Object.keys(VALUES) as (keyof typeof VALUES)[];

const random = seededRandom(11);

const internTerms = (): { interner: TermPlaces; termsOf: Record<keyof typeof VALUES, number[]> } => {
  const interner = new TermPlaces();
  const terms = PROPS.flatMap((prop, at) => Array.from({ length: VALUES[prop] }, (_, value) => ({ at, value })));
  const isShelf = ({ at }: (typeof terms)[number]): boolean => PROPS[at] === 'shelf';
  interner.add({
    ids: Int32Array.from(terms, (_, index) => index + 1),
    props: PROPS,
    prop: Int32Array.from(terms, ({ at }) => at),
    targetType: Int32Array.from(terms, (term) => (isShelf(term) ? SHELF : 0)),
    targetNumber: Int32Array.from(terms, (term) => (isShelf(term) ? term.value + 1 : 0)),
  });
  const ofProp = (prop: keyof typeof VALUES): number[] => [...interner.terms(interner.prop(prop))];
  return {
    interner,
    termsOf: {
      state: ofProp('state'),
      shelf: ofProp('shelf'),
      genres: ofProp('genres'),
      fragile: ofProp('fragile'),
      access: ofProp('access'),
    },
  };
};

const tablePlan = (type: string, number: number) => ({
  type,
  number,
  columns: [
    { path: 'year', kind: 'number' as const, many: false },
    { path: 'title', kind: 'text' as const, many: false },
  ],
  places: [],
  facets: PROPS,
});

const SYLLABLES = ['ka', 'ti', 'mo', 'ru', 'se', 'lo', 'an', 'we', 'þi', 'ga'];
const word = (): string => Array.from({ length: 1 + random.whole(2, 4) }, () => random.pick(SYLLABLES)).join('');

const bookMessage = (i: number, termsOf: Readonly<Record<string, readonly number[]>>): RowMessage => {
  const genres = new Set(Array.from({ length: random.whole(1, 3) }, () => random.pick(termsOf['genres'] ?? [])));
  const terms = ['state', 'shelf', 'fragile', 'access'].map((prop) => random.pick(termsOf[prop] ?? []));
  const title = `${word()} ${word()} ${word()}`;
  return {
    i,
    n: i,
    acl: random.whole(1, READER_SETS),
    created: i * 1000,
    updated: i * 1000 + random.whole(0, 1_000_000),
    terms: `{${[...terms, ...genres].join(',')}}`,
    sortKeys: JSON.stringify({ year: random.whole(1650, 2020), title: `${title}\u0001${title}` }),
    places: null,
    levels: null,
    words: i % 3 === 0 ? 'river' : 'cedar',
    label: title,
  };
};

interface Loaded {
  readonly tables: Map<number, Table>;
  readonly interner: TermPlaces;
  readonly termsOf: Readonly<Record<string, readonly number[]>>;
  /** Microseconds to put one row. */
  readonly put: number;
}

const ROWS_PER_BATCH = 10_000;

const load = (size: number): Loaded => {
  const { interner, termsOf } = internTerms();
  const [shelves, books] = [new Table(tablePlan('Shelf', SHELF)), new Table(tablePlan('Book', BOOK))];
  for (let i = 1; i <= SHELVES; i++) shelves.put({ ...bookMessage(i, termsOf), terms: '{}' });
  let spent = 0;
  for (let first = 1; first <= size; first += ROWS_PER_BATCH) {
    const rows = Array.from({ length: ROWS_PER_BATCH }, (_, at) => bookMessage(first + at, termsOf));
    const started = performance.now();
    for (const row of rows) books.put(row);
    spent += performance.now() - started;
  }
  books.prepareSets(
    interner,
    PROPS.map((prop) => interner.prop(prop)),
  );
  const tables = new Map([
    [SHELF, shelves],
    [BOOK, books],
  ]);
  return { tables, interner, termsOf, put: (spent * 1000) / size };
};

const terms = (prop: string, ...ids: readonly number[]): FilterPlan => ({
  is: 'terms',
  prop,
  terms: ids,
  none: false,
  every: false,
});
const buckets = YEARS.slice(1).map((to, at) => ({ from: YEARS[at] ?? -Infinity, to }));
const FACETS: readonly SourcePlan[] = [
  ...PROPS.map((prop) => ({ from: 'terms' as const, prop })),
  { from: 'spans', path: 'year', buckets },
];
const NEWEST: SortSource = { from: 'value', path: 'created' };
const BY_TITLE: SortSource = { from: 'value', path: 'title' };

const searchPlan = (
  must: SearchPlan['types'][number]['must'],
  facets: readonly SourcePlan[],
  [sort, isDescending]: readonly [SortSource, boolean] = [NEWEST, true],
): SearchPlan => {
  const bits = new Uint8Array((READER_SETS >> 3) + 1);
  for (let acl = 1; acl <= READER_SETS; acl += 2) bits[acl >> 3] = (bits[acl >> 3] ?? 0) | (1 << (acl & 7));
  return {
    mask: { bits, known: READER_SETS + 1, admin: false },
    now: 0,
    deadline: Infinity,
    facetLimits: facets.map(() => ({ max: 20, ties: false })),
    descending: [isDescending],
    max: 50,
    forgiving: false,
    after: undefined,
    types: [{ type: BOOK, must, should: [], minShould: 0, mustNot: [], facets, sort: [sort] }],
  };
};

const plansOf = ({ termsOf }: Loaded): Readonly<Record<string, SearchPlan>> => {
  const [state = 0] = termsOf['state'] ?? [];
  const [genre = 0] = termsOf['genres'] ?? [];
  const chosen = [
    { filter: terms('state', state), facet: 0 },
    { filter: terms('genres', genre), facet: 2 },
  ];
  const listed = chosen.map(({ filter }) => ({ filter, facet: -1 }));
  const asked = askedText('river');
  const river: FilterPlan = { is: 'text', texts: asked ? [asked] : [] };
  const third = [{ filter: river, facet: -1 }];
  const numbers = Int32Array.from({ length: 500 }, (_, at) => at * 137 + 1);
  const years: FilterPlan = { is: 'spans', path: 'year', spans: [{ from: 1900, to: 1950 }], equal: [], none: false };
  return {
    'whole type, six facets': searchPlan([], FACETS),
    'two facets chosen, six facets': searchPlan(chosen, FACETS),
    'a word in a third, six facets': searchPlan(third, FACETS),
    'a word in a third, two facets chosen, six facets': searchPlan([...third, ...chosen], FACETS),
    '500 named items, six facets': searchPlan([{ filter: { is: 'numbers', numbers }, facet: -1 }], FACETS),
    'list of 50 with two filters': searchPlan(listed, []),
    'list of 50 with two filters, by title': searchPlan(listed, [], [BY_TITLE, false]),
    'list of 50 of the whole type, by title': searchPlan([], [], [BY_TITLE, false]),
    'list of 50 within years': searchPlan([{ filter: years, facet: -1 }], []),
  };
};

/** Returns the longest time between two looks at the deadline, the best of some rounds. */
const longestStep = (loaded: Loaded, plan: SearchPlan): number => {
  let best = Infinity;
  for (let round = 0; round < 5; round++) {
    let longest = 0;
    let last = performance.now();
    const isOver = (): boolean => {
      const now = performance.now();
      longest = Math.max(longest, now - last);
      last = now;
      return false;
    };
    evaluate({ ...loaded, isOver }, plan);
    isOver();
    best = Math.min(best, longest);
  }
  return best;
};

const runAt = async (size: number): Promise<void> => {
  const before = process.memoryUsage();
  const loaded = load(size);
  const after = process.memoryUsage();
  const bytes = after.heapUsed + after.arrayBuffers - before.heapUsed - before.arrayBuffers;
  const books = loaded.tables.get(BOOK);
  if (!books) throw new Error('no books');
  console.log(`\n${size} books: ${loaded.put.toFixed(1)} microseconds a row, about ${Math.round(bytes / 1e6)} MB`);
  const flags = Uint8Array.from({ length: READER_SETS + 1 }, (_, acl) => acl % 2);
  const pass = async (): Promise<number> => countBits(flaggedBits(books.acl, flags, size));
  for (const [name, plan] of Object.entries(plansOf(loaded))) {
    const { total } = evaluate(loaded, plan);
    const { search, acls } = await serially({ search: async () => evaluate(loaded, plan), acls: pass }, ROUNDS);
    if (!search || !acls) return;
    const step = longestStep(loaded, plan);
    console.log(
      `${name.padEnd(48)} ${String(total).padStart(7)}  ${milliseconds(search.median)} (${milliseconds(search.best)})  longest step ${milliseconds(step)}`,
    );
    const limits: Readonly<Record<string, number>> = {
      'whole type, six facets': WHOLE_TYPE,
      'list of 50 with two filters': LIST,
    };
    const limit = size === 1_000_000 ? limits[name] : undefined;
    report({
      name: `evaluation: ${name}, ${size} items`,
      unit: 'ms',
      value: search.median,
      best: search.best,
      baseline: { name: 'one pass over their acls', value: acls.median, best: acls.best },
      ...(limit !== undefined && { limit: { of: 'value' as const, atMost: limit } }),
    });
    if (name === 'whole type, six facets')
      report({
        name: `longest step between two looks at the deadline, ${size} items`,
        unit: 'ms',
        value: step,
        limit: { of: 'value', atMost: LONGEST_STEP },
      });
  }
};

export const run = async (): Promise<void> => {
  for (const size of SIZES) await runAt(size);
};
