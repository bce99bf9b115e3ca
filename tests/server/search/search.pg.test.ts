// Search against the reference evaluator: random queries, subjects and data; ids, totals and every facet count must be equal.

import { fc } from 'tests/properties.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Level } from 'src/model/access/levels.ts';
import { VISITOR, ownerPrincipal, userPrincipal } from 'src/model/access/Subject.ts';
import type { Query } from 'src/model/generated/wire.ts';
import type { ReadFilter } from 'src/server/store/readers/readFilters.ts';
import { corpus, insertSeeds, type Seed } from 'tests/bench/corpus.ts';
import { testDatabase, type TestDatabase } from 'tests/server/harness/testDatabase.ts';
import { referenceFacet, referenceIds } from 'tests/server/search/reference/referenceAnswers.ts';
import type { ReferenceWorld } from 'tests/server/search/reference/referenceWorld.ts';
import { NOW, openSearch, subject, toyClocks, worldOf, type SearchServices } from 'tests/server/search/searchWorld.ts';
import { registry } from 'tests/toy/generated/registry.server.ts';

const SHELVES = ['Shelf-1', 'Shelf-2', 'Shelf-3'];
const LEVELS: Level[] = ['COMMUNITY', 'PROTECTED', 'PRIVATE'];
const FACETS: Record<string, readonly string[]> = {
  Book: [
    'state',
    'shelf',
    'genres',
    'fragile',
    'year',
    'price',
    '$access',
    'created',
    '_t',
    'createdBy',
    'visibility',
    'shelf.room',
    'bought',
    'sequels',
  ],
  Loan: ['state', 'borrower', 'from', '_t', 'book.state', 'book.shelf.room', 'createdBy'],
  Shelf: ['room', 'created', '_t', 'visibility'],
};

let test: TestDatabase;
let services: SearchServices;
let seeds: Seed[];
let asked: { name: string; readFilter: ReadFilter; world: ReferenceWorld }[];

beforeAll(async () => {
  test = await testDatabase(registry);
  services = await openSearch(registry, test.database);
  const readers = [
    ['everyone'],
    ['signedIn'],
    ...SHELVES.flatMap((shelf) => LEVELS.map((level) => [ownerPrincipal(shelf, level)])),
    [userPrincipal('User-1'), ownerPrincipal('Shelf-2', 'PRIVATE')],
    [userPrincipal('User-99')],
  ];
  const acls = await Promise.all(readers.map((keys) => services.readFilters.aclFor(keys)));
  seeds = [
    ...corpus({
      registry,
      types: [
        { name: 'Shelf', count: 12 },
        { name: 'User', count: 20 },
        { name: 'Book', count: 220 },
        { name: 'Loan', count: 120 },
      ],
      acls,
      seed: 7,
      now: NOW,
    }),
  ];
  await insertSeeds(test.database, toyClocks, seeds);
  await services.stop();
  services = await openSearch(registry, test.database);
  const subjects = {
    visitor: VISITOR,
    stranger: subject('User-50', []),
    member: subject('User-1', [['Shelf-1', 'COMMUNITY']]),
    protectedReader: subject('User-2', [
      ['Shelf-1', 'PROTECTED'],
      ['Shelf-3', 'COMMUNITY'],
    ]),
    privateReader: subject('User-3', [
      ['Shelf-2', 'PRIVATE'],
      ['Shelf-3', 'PRIVATE'],
    ]),
    admin: subject('User-4', [], { admin: true }),
  };
  asked = await Promise.all(
    Object.entries(subjects).map(async ([name, who]) => {
      const readFilter = await services.readFilters.readFilterFor(who);
      return { name, readFilter, world: worldOf(registry, readFilter, seeds) };
    }),
  );
});

afterAll(async () => {
  await services.stop();
  await test.stop();
});

const one = <T>(...values: readonly T[]) => fc.constantFrom(...values);
const numbers = (name: string, count: number) =>
  fc.integer({ min: 1, max: count }).map((number) => `${name}-${number}`);
const list = <T>(value: fc.Arbitrary<T>) => fc.array(value, { minLength: 0, maxLength: 3 });
const optional = <T>(value: fc.Arbitrary<T>) => fc.option(value, { freq: 3 });
const day = fc
  .integer({ min: -400, max: 200 })
  .map((offset) => new Date(NOW + offset * 86_400_000).toISOString().slice(0, 10));
const range = (value: fc.Arbitrary<string | number>) =>
  fc.oneof(
    value.map((from) => ({ from })),
    value.map((to) => ({ to })),
    fc.tuple(value, value).map(([from, to]) => ({ from, to })),
  );
const buckets = (key: string) => one(...(registry.buckets[key]?.buckets ?? []).map((bucket) => bucket.key));

const common = {
  created: list(fc.oneof(buckets('created'), range(day))),
  createdBy: list(numbers('User', 20)),
  visibility: list(one('PUBLIC', 'COMMUNITY', 'PROTECTED', 'PRIVATE')),
  text: fc.array(one('river', 'riv', 'cedar stone', 'lantern', 'https://example.org/cedar', '*', 'zzz'), {
    minLength: 1,
    maxLength: 2,
  }),
};
const bookFilters = {
  ...common,
  state: list(optional(one('DRAFT', 'ACTIVE', 'ARCHIVED', 'NEVER'))),
  shelf: list(optional(numbers('Shelf', 13))),
  genres: list(optional(one('FABLE', 'ATLAS', 'SONGS', 'OTHER'))),
  fragile: list(optional(fc.boolean())),
  year: list(
    optional(fc.oneof(buckets('history'), range(fc.integer({ min: 0, max: 2020 })), fc.integer({ min: 0, max: 2020 }))),
  ),
  price: list(optional(fc.oneof(buckets('zeroOneMore'), range(fc.integer({ min: 0, max: 4 })), fc.constant(1.5)))),
  bought: list(optional(range(day))),
  sequels: list(optional(numbers('Book', 220))),
  'shelf.room': list(optional(one('NORTH', 'SOUTH', 'CELLAR'))),
  related: fc.array(fc.oneof(numbers('Shelf', 12), numbers('Book', 220)), { minLength: 1, maxLength: 3 }),
  bounds: fc.constantFrom([-120, 40, -60, 70], [-180, -90, 180, 90], [-100, 50, -90, 60]),
};
const loanFilters = {
  ...common,
  state: list(optional(one('PENDING', 'ONGOING', 'PAST'))),
  borrower: list(optional(numbers('User', 21))),
  from: list(optional(fc.oneof(buckets('future'), range(day)))),
  book: list(optional(numbers('Book', 220))),
  'book.state': list(optional(one('DRAFT', 'ACTIVE'))),
  'book.shelf.room': list(optional(one('NORTH', 'CELLAR'))),
};
const shelfFilters = { ...common, room: list(optional(one('NORTH', 'SOUTH', 'CELLAR'))) };

const FILTERS = { Book: bookFilters, Loan: loanFilters, Shelf: shelfFilters };
type TypeName = keyof typeof FILTERS;
// Keys that a visitor may not use are refused; other tests cover that.
const VISITOR_MAY_NOT = ['price'];

const filters = (type: TypeName, visitor: boolean, most: number) => {
  const all = Object.entries(FILTERS[type]).filter(([key]) => !visitor || !VISITOR_MAY_NOT.includes(key));
  return fc
    .uniqueArray(fc.constantFrom(...all), { maxLength: most, selector: ([key]) => key })
    .chain((chosen) => fc.record(Object.fromEntries(chosen) as Record<string, fc.Arbitrary<unknown[]>>));
};
const SUBS: Record<TypeName, readonly (readonly [string, TypeName])[]> = {
  Book: [
    ['shelf', 'Shelf'],
    ['loans', 'Loan'],
    ['sequels', 'Book'],
    ['sequelOf', 'Book'],
  ],
  Loan: [['book', 'Book']],
  Shelf: [['books', 'Book']],
};
const sub = (type: TypeName, visitor: boolean, depth: number): fc.Arbitrary<Record<string, unknown>> =>
  depth === 0
    ? fc.constant({})
    : fc
        .uniqueArray(fc.constantFrom(...SUBS[type]), { maxLength: 1, selector: ([name]) => name })
        .chain((chosen) =>
          fc.record(Object.fromEntries(chosen.map(([name, target]) => [name, part(target, visitor, depth - 1)]))),
        );
const part = (type: TypeName, visitor: boolean, depth: number): fc.Arbitrary<Record<string, unknown>> =>
  fc.record(
    {
      must: filters(type, visitor, 2),
      should: filters(type, visitor, 2),
      mustNot: filters(type, visitor, 1),
      minShould: fc.integer({ min: 0, max: 2 }),
      subs: sub(type, visitor, depth),
      subsShould: sub(type, visitor, depth),
    },
    { requiredKeys: [] },
  );
const SORTS: Record<TypeName, readonly string[]> = {
  Book: ['title', 'spoken', 'year', 'price', 'created', 'updated'],
  Loan: ['from', 'created'],
  Shelf: ['name', 'created'],
};

const query = (visitor: boolean): fc.Arbitrary<{ type: TypeName; query: Query }> =>
  fc.constantFrom<TypeName>('Book', 'Book', 'Loan', 'Shelf').chain((type) => {
    const mayNot = (key: string): boolean => visitor && VISITOR_MAY_NOT.includes(key);
    const facets = (FACETS[type] ?? []).filter((key) => !mayNot(key) && key !== 'bought' && key !== 'sequels');
    const sorts = (SORTS[type] ?? []).filter((key) => !mayNot(key));
    const sort = fc.uniqueArray(
      fc.record({ key: fc.constantFrom(...sorts), order: one<'asc' | 'desc'>('asc', 'desc') }),
      { maxLength: 2, selector: ({ key }) => key },
    );
    return fc.record({ part: part(type, visitor, 2), facets: fc.subarray(facets), sort }).map((made) => {
      const must = { ...(made.part['must'] as object | undefined), _t: [type] };
      return {
        type,
        query: {
          ...made.part,
          must,
          facets: made.facets.map((key) => ({ key, max: 1000 })),
          sort: made.sort,
          max: 1000,
        } as unknown as Query,
      };
    });
  });

const counted = (values: readonly unknown[] | undefined): Record<string, number> =>
  Object.fromEntries(
    (values ?? [])
      .map((each) => each as { value: unknown; count: number })
      .map(({ value, count }) => [String(value), count]),
  );

describe('search', () => {
  it.each(['visitor', 'stranger', 'member', 'protectedReader', 'privateReader', 'admin'])(
    '[SRCH-01] [SRCH-08] answers a %s as the reference does',
    async (name) => {
      const who = asked.find((each) => each.name === name);
      if (!who) throw new Error(name);
      await fc.assert(
        fc.asyncProperty(query(name === 'visitor'), async ({ query: random }) => {
          const answer = await services.search.search(who.readFilter, random);
          const expected = referenceIds(who.world, random);
          expect(answer.total).toBe(expected.length);
          expect(answer.ids).toEqual(expected);
          for (const facet of random.facets ?? []) {
            const key = typeof facet === 'string' ? facet : facet.key;
            const counts = Object.fromEntries(
              [...referenceFacet(who.world, random, key)].map(([value, count]) => [String(value), count]),
            );
            expect(counted(answer.facets?.[key]), key).toEqual(counts);
          }
        }),
        { numRuns: 120 },
      );
    },
  );

  it('[SRCH-01] pages through any order without loss or repetition', async () => {
    for (const { readFilter, world, name } of asked) {
      const sorts = [
        ['year', 'desc'],
        ['title', 'asc'],
        ['created', 'desc'],
        ...(name === 'visitor'
          ? []
          : [
              ['price', 'asc'],
              ['updatedBy', 'desc'],
            ]),
      ] as [string, 'asc' | 'desc'][];
      for (const [key, order] of sorts) {
        const whole = referenceIds(world, { must: { _t: ['Book'] }, sort: [{ key, order }] });
        const ids: string[] = [];
        let after: string | undefined;
        let pages = 0;
        do {
          const page = await services.search.search(readFilter, {
            must: { _t: ['Book'] },
            sort: [{ key, order }],
            max: 17,
            ...(after !== undefined && { after }),
          });
          ids.push(...page.ids);
          pages += 1;
          expect(page.total).toBe(whole.length);
          after = page.after;
        } while (after !== undefined);
        expect(ids).toEqual(whole);
        expect(pages).toBe(Math.max(1, Math.ceil(whole.length / 17)));
      }
    }
  });

  it('[SRCH-01] gives a cursor only while more follow', async () => {
    const { readFilter, world } = asked.find(({ name }) => name === 'admin') ?? raise();
    const total = referenceIds(world, { must: { _t: ['Book'] } }).length;
    for (const max of [0, 1, total - 1, total, total + 1, 2147483647]) {
      const page = await services.search.search(readFilter, { must: { _t: ['Book'] }, max });
      expect(page.ids).toHaveLength(Math.min(max, total));
      expect(page.after !== undefined, String(max)).toBe(max > 0 && max < total);
    }
  });
});

const raise = (): never => {
  throw new Error('impossible');
};
