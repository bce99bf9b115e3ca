// Answers must not reveal hidden values: two worlds that differ only in values hidden from a subject give it the same answers, byte for
// byte, through every channel of search.

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Level } from 'src/model/access/levels.ts';
import { VISITOR, ownerPrincipal, type Subject } from 'src/model/access/Subject.ts';
import type { Query, SearchAnswer } from 'src/model/generated/wire.ts';
import type { Json } from 'src/model/item/Item.ts';
import type { ServerItemType } from 'src/model/schema/Registry.ts';
import { planTimes } from 'src/server/search/plan/planSources.ts';
import { insertSeeds, type Seed } from 'tests/bench/corpus.ts';
import { testDatabase, type TestDatabase } from 'tests/server/harness/testDatabase.ts';
import { NOW, openSearch, subject, toyClocks, type SearchServices } from 'tests/server/search/searchWorld.ts';
import { registry } from 'tests/toy/generated/registry.server.ts';

interface World {
  readonly test: TestDatabase;
  readonly services: SearchServices;
}

const typeNamed = (name: string): ServerItemType => {
  const type = registry.types[name];
  if (!type) throw new Error(name);
  return type;
};

type Values = Readonly<Record<string, Json>>;
type Acls = Readonly<Record<Level, number>>;

/** Only private readers can see every third book, loan and shelf; every book has secrets. */
const seedsOf = (acls: Acls, secrets: boolean): Seed[] => {
  const seeds: Seed[] = [];
  let n = 0;
  const add = (name: string, number: number, visible: boolean, properties: Values): void => {
    n += 1;
    if (!visible && !secrets) return;
    seeds.push({
      type: typeNamed(name),
      number,
      n,
      acl: visible ? acls.PUBLIC : acls.PRIVATE,
      levels: acls,
      level: visible ? 'PUBLIC' : 'PRIVATE',
      created: new Date(NOW - number * 3_600_000),
      creator: visible ? 'User-1' : 'User-9',
      properties,
    });
  };
  add('User', 1, true, { name: 'Visible person' });
  add('User', 9, false, { name: 'CANARY person' });
  for (let number = 1; number <= 4; number++)
    add('Shelf', number, number < 4, { name: number < 4 ? `Shelf ${number}` : 'CANARY shelf', room: 'NORTH' });
  for (let number = 1; number <= 30; number++) {
    const visible = number % 3 !== 0;
    const secret: Values = secrets ? { price: number % 5, privateNotes: `CANARYnote lantern ${number}` } : {};
    const plain: Values = {
      title: visible ? `River ${number % 4}` : `CANARY river ${number}`,
      shelf: `Shelf-${(number % 3) + 1}`,
      state: number % 2 ? 'ACTIVE' : 'DRAFT',
      genres: visible ? ['FABLE'] : ['CANARYGENRE', 'FABLE'],
      year: 1700 + number,
      // Some lead from, some to what is hidden.
      ...(number % 5 !== 0 && { sequels: [`Book-${number + 1}`, `Book-${number + 2}`] }),
    };
    add('Book', number, visible, { ...plain, ...secret });
    add('Loan', number, number % 2 === 0, {
      book: `Book-${number}`,
      from: '2025-06-01T00:00:00Z',
      ...(number % 4 === 0 && { borrower: 'User-1' }),
    });
  }
  return seeds;
};

const open = async (secrets: boolean): Promise<World> => {
  const test = await testDatabase(registry);
  const before = await openSearch(registry, test.database);
  const [everyone = 0, community = 0, protectedReaders = 0, privateReaders = 0] = await Promise.all(
    [
      ['everyone'],
      [ownerPrincipal('Shelf-1', 'COMMUNITY')],
      [ownerPrincipal('Shelf-1', 'PROTECTED')],
      [ownerPrincipal('Shelf-1', 'PRIVATE')],
    ].map((keys) => before.readFilters.aclFor(keys)),
  );
  await before.stop();
  const acls = { PUBLIC: everyone, COMMUNITY: community, PROTECTED: protectedReaders, PRIVATE: privateReaders };
  await insertSeeds(test.database, toyClocks, seedsOf(acls, secrets));
  return { test, services: await openSearch(registry, test.database) };
};

let worlds: World[];
beforeAll(async () => {
  worlds = [await open(true), await open(false)];
});
afterAll(async () => {
  for (const { services, test } of worlds) {
    await services.stop();
    await test.stop();
  }
});

/** A cursor is encrypted differently each time; only its length could reveal anything. */
const withoutSeal = (name: string, value: unknown): unknown =>
  name === 'after' && typeof value === 'string' ? value.length : value;

const answers = async (ask: (services: SearchServices) => Promise<unknown>): Promise<string[]> =>
  Promise.all(
    worlds.map(async ({ services }) => {
      try {
        return JSON.stringify(await ask(services), withoutSeal);
      } catch (error) {
        return JSON.stringify({
          refused: (error as { key?: string; params?: unknown }).key ?? String(error),
          params: (error as { params?: unknown }).params,
        });
      }
    }),
  );

const book = (query: Query): Query => ({ ...query, must: { _t: ['Book'], ...query.must } });
const FACETS = [
  'state',
  'shelf',
  'genres',
  'year',
  'createdBy',
  'updatedBy',
  'visibility',
  '_t',
  'created',
  'shelf.room',
];

const QUERIES: Readonly<Record<string, Query>> = {
  'everything of a type': book({ facets: FACETS, labels: true, max: 100 }),
  everything: { facets: ['_t', 'created', 'createdBy', 'updatedBy', 'visibility'], labels: true, max: 100 },
  'a filter on a hidden value': book({ must: { genres: ['CANARYGENRE'] }, facets: FACETS }),
  'a hidden value excluded': book({ mustNot: { genres: ['CANARYGENRE'], createdBy: ['User-9'] }, facets: FACETS }),
  'a hidden text': book({ must: { text: ['CANARYnote lantern'] }, facets: FACETS }),
  'a word of a hidden property': book({ must: { text: ['lantern'] } }),
  'the beginning of a hidden word': book({ must: { text: ['canary'] } }),
  'a hidden creator': book({ must: { createdBy: ['User-9'] } }),
  'a hidden editor': book({ must: { updatedBy: ['User-9'] } }),
  'a hidden item by id': { must: { $id: ['Book-3', 'Book-4'] } },
  'ids, hidden and not': { ids: ['Book-3', 'Book-1', 'Shelf-4'], labels: true },
  'related to a hidden item': { must: { related: ['Shelf-4', 'User-9'] } },
  'a relation to a hidden item': {
    must: { _t: ['Loan'], book: ['Book-6'] },
    facets: ['state', 'borrower', 'book.state'],
  },
  'a path over hidden items': {
    must: { _t: ['Loan'], 'book.state': ['DRAFT'] },
    facets: ['book.state', 'book.shelf.room'],
  },
  'a sub-query over hidden items': book({ subs: { loans: { must: { state: ['ONGOING'] } } } }),
  'a sub-query by hidden words': { must: { _t: ['Shelf'] }, subs: { books: { must: { text: ['canary'] } } } },
  'a choice of sub-queries': book({ subsShould: { loans: { must: { borrower: [null] } } }, minShould: 1 }),
  'facet values by text': book({
    facets: [
      { key: 'shelf', text: 'canary' },
      { key: 'genres', text: 'canary' },
      { key: 'createdBy', text: 'canary' },
    ],
  }),
  'facets cut short': book({
    facets: [
      { key: 'genres', max: 1 },
      { key: 'createdBy', max: 1 },
      { key: 'year', max: 2 },
    ],
  }),
  'when items start and end': { must: { _t: ['Loan', 'Book'] }, times: true, labels: true, max: 100 },
  'the beginning of a tree': book({ tree: {}, sort: [{ key: 'title', order: 'asc' }], labels: true, max: 100 }),
  'a tree that was searched': book({ tree: {}, must: { text: ['river'] }, facets: FACETS, max: 3 }),
  'what stands below a hidden item': book({ tree: { under: 'Book-3' }, max: 100 }),
  'what stands below an item, some of it hidden': book({ tree: { under: 'Book-1' }, max: 100 }),
  'what stands above an item, some of it hidden': book({ tree: { above: 'Book-5' }, max: 100 }),
  'a page and its cursor': book({ sort: [{ key: 'title', order: 'asc' }], max: 3, facets: FACETS }),
};
const SIGNED_IN: Readonly<Record<string, Query>> = {
  'a filter on a hidden number': book({ must: { price: [3, { from: 1 }, '0'] } }),
  'a hidden number missing': book({ must: { price: [null] }, facets: ['price', ...FACETS] }),
  'a hidden number excluded': book({ mustNot: { price: [{ from: 0 }] } }),
  'a sort by a hidden number': book({ sort: [{ key: 'price', order: 'desc' }], max: 5 }),
  'a path to a hidden number': { must: { _t: ['Loan'], 'book.price': [{ from: 1 }] }, facets: ['book.price'] },
  'a sub-query on a hidden number': { must: { _t: ['Loan'] }, subs: { book: { must: { price: [{ from: 2 }] } } } },
};

describe.each([
  ['a visitor', VISITOR, QUERIES],
  ['a stranger', subject('User-5', []), { ...QUERIES, ...SIGNED_IN }],
  ['a member', subject('User-6', [['Shelf-1', 'COMMUNITY']]), { ...QUERIES, ...SIGNED_IN }],
] as const)('%s', (_name, who, queries) => {
  it.each(Object.entries(queries))('[PERM-01] learns nothing from %s', async (_query, query) => {
    const [present, absent] = await answers(async ({ readFilters, search }) =>
      search.search(await readFilters.readFilterFor(who), query),
    );
    expect(present).toBe(absent);
    expect(present).not.toMatch(/canary/i);
    expect(present).not.toContain('refused');
  });

  it('[PERM-01] learns nothing from counts, which are those of each question by itself', async () => {
    const asked = Object.values(queries).map(({ must, mustNot, subs, subsShould, minShould, ids }) => ({
      ...{ must, mustNot, subs, subsShould, minShould, ids },
    }));
    const [present, absent] = await answers(async ({ readFilters, search }) =>
      search.totals(await readFilters.readFilterFor(who), asked),
    );
    expect(present).toBe(absent);
    const [alone] = await answers(async ({ readFilters, search }) => {
      const readFilter = await readFilters.readFilterFor(who);
      return await Promise.all(asked.map(async (query) => (await search.search(readFilter, query)).total));
    });
    expect(present).toBe(alone);
  });

  it('[PERM-01] learns nothing from following a cursor', async () => {
    const [present, absent] = await answers(async ({ readFilters, search }) => {
      const readFilter = await readFilters.readFilterFor(who);
      const pages: unknown[] = [];
      let after: string | undefined;
      do {
        const page = await search.search(
          readFilter,
          book({ sort: [{ key: 'year', order: 'desc' }], max: 4, ...(after !== undefined && { after }) }),
        );
        pages.push(page);
        after = page.after;
      } while (after !== undefined);
      return pages;
    });
    expect(present).toBe(absent);
  });

  it.each(['canary', 'CANARY river', 'river', 'lantern', 'visible', 'per'])(
    '[SRCH-02] [PERM-01] learns nothing from suggestions for "%s"',
    async (text) => {
      const [present, absent] = await answers(async ({ readFilters, search }) =>
        search.suggest(await readFilters.readFilterFor(who), text),
      );
      expect(present).toBe(absent);
      expect(present).not.toMatch(/canary/i);
    },
  );
});

describe('keys that may not be used', () => {
  const refusal = async (who: Subject, query: Query): Promise<string> =>
    (await answers(async ({ readFilters, search }) => search.search(await readFilters.readFilterFor(who), query)))[0] ??
    '';
  const withKey = (key: string, where: string): Query =>
    ({
      must: { _t: ['Book'] },
      mustNot: { _t: ['Book'] },
      sort: undefined,
      ...(where === 'filter' && { must: { _t: ['Book'], [key]: ['x'] } }),
      ...(where === 'facet' && { facets: [key] }),
      ...(where === 'sort' && { sort: [{ key, order: 'asc' }] }),
      ...(where === 'sub' && { subs: { sequels: { must: { [key]: ['x'] } } } }),
    }) as unknown as Query;

  it.each(['filter', 'facet', 'sort', 'sub'])('[PERM-01] are unknown keys to the visitor, as a %s', async (where) => {
    const forbidden = await refusal(VISITOR, withKey('price', where));
    expect(forbidden).toContain('"refused":"invalid"');
    expect(forbidden.replaceAll('price', 'nokey')).toBe(await refusal(VISITOR, withKey('nokey', where)));
  });

  it('[PERM-01] that were never declared are unknown to everybody, SQL or not', async () => {
    const admin = subject('User-7', [], { admin: true });
    for (const key of [
      'privateNotes',
      'summary',
      '__proto__',
      'constructor',
      'size.constructor',
      "title'; drop table item; --",
      'shelf.nokey',
      'weight',
      '',
    ]) {
      for (const where of ['filter', 'facet', 'sort'])
        expect(await refusal(admin, withKey(key, where)), `${where} ${key}`).toContain('errors.query.unknownKey');
    }
  });

  it('[PERM-01] of administrators are unknown to others', async () => {
    const query: Query = { must: { _t: ['User'], blocked: [true] } };
    const member = await refusal(subject('User-6', [['Shelf-1', 'PRIVATE']]), query);
    expect(member.replaceAll('blocked', 'nokey')).toBe(
      await refusal(subject('User-6', []), { must: { _t: ['User'], nokey: [true] } }),
    );
    expect(await refusal(subject('User-7', [], { admin: true }), query)).not.toContain('refused');
    expect(await refusal(subject('User-6', []), { must: { _t: ['User'] }, facets: ['admin'] })).toContain(
      '"refused":"invalid"',
    );
  });

  it('[SRCH-01] a cursor that was not given for this order is refused', async () => {
    const forged = Buffer.from(JSON.stringify(['-price', 1, 3])).toString('base64url');
    for (const after of [forged, 'nonsense', '', Buffer.from('{}').toString('base64url')]) {
      expect(await refusal(VISITOR, book({ after }))).toContain('/after');
    }
  });

  it('[PERM-01] [SRCH-01] a cursor reveals nothing, and works only for its caller, its order and its site', async () => {
    const ask = async (who: Subject, query: Query, world = worlds[0]): Promise<SearchAnswer> => {
      const { search, readFilters } = world!.services;
      return await search.search(await readFilters.readFilterFor(who), query);
    };
    const sort = [{ key: 'year', order: 'desc' as const }];
    const { after = '', ids } = await ask(VISITOR, book({ sort, max: 2 }));
    const next = await ask(VISITOR, book({ sort, max: 2, after }));
    expect(next.ids).toHaveLength(2);
    expect(next.ids.filter((id) => ids.includes(id))).toEqual([]);
    const read = Buffer.from(after, 'base64url').toString('latin1');
    // Neither the order nor the padded number, as it would be in clear text.
    expect(read).not.toMatch(/year|0{8}/);
    expect((await ask(VISITOR, book({ sort, max: 2 }))).after).not.toBe(after);
    const altered = Buffer.from(after, 'base64url');
    altered.writeUInt8(altered.readUInt8(altered.length - 1) ^ 1, altered.length - 1);
    const refused = { key: 'invalid', params: { errors: [{ path: '/after', message: 'errors.query.value' }] } };
    for (const [who, query, world] of [
      [VISITOR, { sort, after: altered.toString('base64url') }, worlds[0]],
      [VISITOR, { sort, after: after.slice(0, 20) }, worlds[0]],
      [VISITOR, { after }, worlds[0]],
      [VISITOR, { sort: [{ key: 'year', order: 'asc' as const }], after }, worlds[0]],
      [subject('User-6', []), { sort, after }, worlds[0]],
      [VISITOR, { sort, after }, worlds[1]],
    ] as const)
      await expect(ask(who, book(query), world)).rejects.toMatchObject(refused);
  });

  it('an emptied list restricts, it does not lift a restriction', async () => {
    for (const query of [
      book({ must: { state: [] } }),
      book({ should: { state: [] } }),
      { must: { _t: [] } },
      { ids: [] },
      book({ must: { text: [] } }),
    ]) {
      expect(JSON.parse(await refusal(VISITOR, query))).toMatchObject({ ids: [], total: 0 });
    }
    const all = JSON.parse(await refusal(VISITOR, book({}))) as { total: number };
    expect(JSON.parse(await refusal(VISITOR, book({ mustNot: { state: [] } })))).toMatchObject({ total: all.total });
  });
});

it('[CELL-05] [PERM-01] tells when the items that may be read start and end, and nothing of a value with a level of its own', async () => {
  const [present] = worlds;
  const { readFilters, search } = present!.services;
  const readFilter = await readFilters.readFilterFor(VISITOR);
  const { ids, times } = await search.search(readFilter, { must: { _t: ['Loan'] }, times: true, max: 100 });
  expect(ids).toHaveLength(15);
  expect(times).toEqual(ids.map(() => [Date.parse('2025-06-01T00:00:00Z'), null]));
  const { times: unasked } = await search.search(readFilter, { must: { _t: ['Loan'] } });
  expect(unasked).toBeUndefined();

  const loan = typeNamed('Loan');
  const [from] = planTimes(loan, loan.view.schedule);
  expect(from).toEqual({ from: 'value', path: 'from' });
  const kept = {
    ...loan,
    properties: { ...loan.properties, from: { ...loan.properties['from']!, level: 'PRIVATE' as const } },
  };
  for (const declared of [kept.view.period, kept.view.schedule])
    expect(planTimes(kept, declared)[0]).toEqual({ from: 'none' });
});
