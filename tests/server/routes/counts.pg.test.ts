// Several counts in one question, over the wire: exact for each person, and an invalid question is named.

import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Json } from 'src/model/item/Item.ts';
import { openWorld, signIn, type World } from 'tests/server/routes/openWorld.ts';

type Body = Readonly<Record<string, Json>>;

let world: World;
const headers: Record<string, Record<string, string>> = { visitor: {} };
beforeAll(async () => {
  world = await openWorld();
  for (const name of ['member', 'keeper', 'admin'])
    headers[name] = { authorization: `Bearer ${await signIn(world.url, name)}` };
});
afterAll(() => world.stop());

const ask = async (who: string, o: string, b: Json): Promise<Body> => {
  const request = { method: 'POST', body: JSON.stringify({ o, b }), headers: headers[who] ?? {} };
  return ((await (await fetch(`${world.url}/api/item`, request)).json()) as { readonly b: Body }).b;
};

const QUERIES: Record<string, Json> = {
  books: { must: { _t: ['Book'] } },
  shelves: { must: { _t: ['Shelf'] } },
  'every book but public ones': { must: { _t: ['Book'] }, mustNot: { visibility: ['PUBLIC'] } },
  'books of shelves': { must: { _t: ['Book'] }, subs: { shelf: { must: { _t: ['Shelf'] } } } },
  'by text': { must: { text: ['canary'] } },
  nothing: { must: { _t: [] } },
};

it.each(['visitor', 'member', 'keeper', 'admin'])(
  '[SRCH-01] [PERM-01] tells %s how many they find of each, as a search tells them one at a time',
  async (who) => {
    const alone = Object.entries(QUERIES).map(async ([name, query]) => [
      name,
      (await ask(who, 'search/ids', query))['total'],
    ]);
    const totals = Object.fromEntries(await Promise.all(alone)) as Body;
    expect(await ask(who, 'count', { queries: QUERIES })).toEqual({ totals });
    expect(totals['nothing']).toBe(0);
  },
);

it('[PERM-01] counts hidden items only for people who may read them', async () => {
  const counted = await Promise.all(
    ['visitor', 'member', 'keeper', 'admin'].map(
      async (who) => (await ask(who, 'count', { queries: QUERIES }))['totals'],
    ),
  );
  const [visitor = 0, member = 0, keeper = 0, admin = 0] = counted.map((each) => Number((each as Body)['books']));
  expect(visitor).toBeGreaterThan(0);
  expect([member > visitor, keeper > member, admin >= keeper]).toEqual([true, true, true]);
});

it('[SRCH-01] counts what was made and deleted just before', async () => {
  const books = async (): Promise<number> =>
    Number(((await ask('keeper', 'count', { queries: QUERIES }))['totals'] as Body)['books']);
  const before = await books();
  const made = await ask('keeper', 'create/Book', { title: 'New', shelf: world.ids['shelf'] ?? '' });
  expect(await books()).toBe(before + 1);
  await ask('keeper', `delete/${String(made['$id'])}`, { _u: made['_u'] ?? 0 });
  expect(await books()).toBe(before);
});

it('[SRCH-01] [ERR-01] names a query that is refused, with its reason, and answers the others', async () => {
  const queries = {
    books: QUERIES['books'] ?? {},
    wrong: { must: { nothing: ['x'] } },
    tooMany: { must: { _t: ['Book'], $id: Array.from({ length: 1000 }, () => 'Book-1') } },
  };
  const { totals, refused } = await ask('member', 'count', { queries });
  expect(Object.keys(totals as Body)).toEqual(['books']);
  expect(refused).toEqual({
    wrong: { userMessage: 'invalid', params: { errors: [expect.objectContaining({ path: '/must/nothing' })] } },
    tooMany: expect.objectContaining({ userMessage: 'invalid' }) as unknown,
  });
});

it('[PERM-01] says of a key that may not be asked what it says of one that was never declared', async () => {
  const refusal = async (key: string): Promise<string> =>
    JSON.stringify(await ask('visitor', 'count', { queries: { it: { must: { _t: ['Book'], [key]: [1] } } } }));
  const forbidden = await refusal('price');
  expect(forbidden).toContain('"userMessage":"invalid"');
  expect(forbidden.replaceAll('price', 'nokey')).toBe(await refusal('nokey'));
});

it('[SRCH-01] takes names that mean something in the language of the server', async () => {
  const queries = JSON.parse('{"toString": {"must": {"_t": ["Book"]}}, "constructor": {"must": {"x": []}}}') as Json;
  const answer = JSON.stringify(await ask('member', 'count', { queries }));
  expect(answer).toMatch(/^\{"totals":\{"toString":\d+\},"refused":\{"constructor":\{"userMessage":"invalid"/);
});

it('[SRCH-01] refuses more than 50 queries, or none, and names the place of one that is no query', async () => {
  const many = Object.fromEntries(Array.from({ length: 51 }, (_, at) => [`q${at}`, {}]));
  for (const queries of [many, {}]) {
    const answer = await ask('member', 'count', { queries });
    expect(answer).toMatchObject({ userMessage: 'invalid', params: { errors: [{ path: '/queries' }] } });
  }
  const answer = await ask('member', 'count', { queries: { a: {}, b: { facets: ['state'] } } });
  expect(answer).toMatchObject({ userMessage: 'invalid', params: { errors: [{ path: '/queries/b/facets' }] } });
});
