// Searches that are made to hurt, over HTTP and over the socket: texts of no words, of one letter, of a thousand words, of marks only, from right
// to left and of 64 kB; orders that no item has; facets of very many values; each limit and one more. Each is refused with the place of
// the fault or answered exactly, the same over both, and other people are served meanwhile.

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { VISITOR } from 'src/model/access/Subject.ts';
import type { FilterValue, Query, SearchAnswer } from 'src/model/generated/wire.ts';
import type { Json } from 'src/model/item/Item.ts';
import { QUERY_LIMITS } from 'src/model/query/queryLimits.ts';
import { ORGANISATION_ZONE } from 'tests/clock/organisationDay.ts';
import { openProductWorld, type ProductWorld } from 'tests/product/productWorld.ts';
import type { TestSocket } from 'tests/server/routes/TestSocket.ts';
import { referenceFacet, referenceIds } from 'tests/server/search/reference/referenceAnswers.ts';
import type { ReferenceWorld } from 'tests/server/search/reference/referenceWorld.ts';
import { readGroundTruth, visibleTo } from 'tests/server/search/reference/storedItems.ts';

const ADMINISTRATOR = 'administrator';
const BELONGING = { _t: ['Belonging'] };
const ITEMS = 40;
const VALUES_PER_ITEM = 40;
/** The time limit of one search. */
const SERVED_WITHIN_MS = 5_000;
const TITLES = ['River basket of cedar', 'סל מן הנהר', 'سلة النهر', 'r', 'the and of', 'ab\u0301\u0301c'];

let world: ProductWorld;
let socket: TestSocket;
let reference: ReferenceWorld;
beforeAll(async () => {
  world = await openProductWorld();
  socket = await world.socket(ADMINISTRATOR);
  for (let at = 0; at < ITEMS; at++) {
    const types = Array.from({ length: VALUES_PER_ITEM }, (_, value) => `KIND_${at}_${value}`);
    const more = { title: TITLES[at % TITLES.length] ?? '', types, made: null, description: `item ${at} of the river` };
    await world.newItem({ type: 'Belonging', level: 'COMMUNITY', mark: `hostile ${at}`, more });
  }
  const { database, registry } = world.services;
  const items = visibleTo(await readGroundTruth(database, registry), { ...VISITOR, admin: true });
  reference = { registry, items, now: Date.now(), zone: ORGANISATION_ZONE, clocks: {} };
}, 120_000);
afterAll(async () => {
  socket.close();
  await world.stop();
});

interface Reply {
  readonly answer?: SearchAnswer;
  readonly refused?: string;
  readonly path?: string;
}

const replyOf = (erred: boolean, body: Json | undefined): Reply => {
  if (!erred) return { answer: body as unknown as SearchAnswer };
  const { userMessage, params } = body as unknown as {
    userMessage: string;
    params?: { errors?: readonly { path: string }[] };
  };
  return { refused: userMessage, path: params?.errors?.[0]?.path ?? '' };
};

const withoutCursor = ({ answer, ...reply }: Reply): Reply =>
  answer ? { ...reply, answer: { ...answer, after: answer.after === undefined ? '' : 'more' } } : reply;

/** Asks over HTTP and over the socket, which must agree. */
const ask = async (query: Query, operation = 'search/ids'): Promise<Reply> => {
  const body = query as unknown as Json;
  const overHttp = await world.ask(ADMINISTRATOR, operation, body);
  const http =
    'ok' in overHttp
      ? replyOf(false, overHttp.ok)
      : replyOf(true, { userMessage: overHttp.refused, params: overHttp.params ?? {} });
  const { erred = false, b } = await socket.ask(operation, body);
  expect(withoutCursor(replyOf(erred, b))).toEqual(withoutCursor(http));
  return http;
};

const exact = async (query: Query): Promise<SearchAnswer> => {
  const whole = { ...query, max: 1000 };
  const { answer, refused, path } = await ask(whole);
  if (!answer) throw new Error(`refused: ${refused ?? ''} ${path ?? ''}`);
  expect(answer.ids).toEqual(referenceIds(reference, whole));
  return answer;
};

const texts: readonly (readonly [string, string])[] = [
  ['one letter', 'r'],
  ['only words that other engines leave out', 'the and of'],
  ['only combining marks', '\u0301\u0301\u0301 \u0302\u0303'],
  ['marks between letters', 'ab\u0301\u0301\u0301\u0301c'],
  ['words from right to left', 'סל הנהר'],
  ['words from right to left with marks of direction', '\u202Eסל\u202C \u2067سلة\u2069'],
  ['only wildcards', '* ? %% ___'],
  ['an operator of a query language', "river & !cedar | 'x':* <-> (("],
  ['quotes, backslashes and a null letter in words', String.raw`ri\'ver ''river'' \\ {river}`],
  ['letters outside of the first plane', '𐐷𐐷 𝒳𝒴 🛶🛶'],
  ['a thousand letters', 'river'.repeat(200)],
];

describe('[SRCH-01] [TRUST] a text', () => {
  it.each(texts)('of %s is answered exactly', async (_, text) => {
    await exact({ must: { ...BELONGING, text: [text] }, facets: ['owner'] });
  });

  it('of a thousand words, or of 64 kB, is refused with its place', async () => {
    const words = Array.from({ length: 1000 }, (_, at) => `w${at}`).join(' ');
    for (const text of [words, 'river '.repeat(11_000)])
      expect(await ask({ must: { ...BELONGING, text: [text] } })).toEqual({ refused: 'invalid', path: '/must/text/0' });
  });
});

describe('[SRCH-08] [TRUST] an order or a facet', () => {
  it('of a property that no item has is answered by age, and of an undeclared one refused', async () => {
    for (const order of ['asc', 'desc'] as const) await exact({ must: BELONGING, sort: [{ key: 'made', order }] });
    expect(await ask({ must: BELONGING, sort: [{ key: 'absent', order: 'asc' }] })).toEqual({
      ...{ refused: 'invalid', path: '/sort/0/key' },
    });
    expect(await ask({ must: BELONGING, facets: ['absent'] })).toEqual({ refused: 'invalid', path: '/facets/0' });
  });

  it('of very many values lists as many as wanted and counts the others', async () => {
    const { answer } = await ask({ must: BELONGING, facets: [{ key: 'types', max: QUERY_LIMITS.facetMax }], max: 0 });
    const all = referenceFacet(reference, { must: BELONGING }, 'types');
    const listed = answer?.facets?.['types'] ?? [];
    expect(all.size).toBeGreaterThan(QUERY_LIMITS.facetMax);
    expect(listed.filter((each) => 'count' in each && each.value !== null)).toHaveLength(QUERY_LIMITS.facetMax);
    expect(listed.at(-1)).toEqual({ more: all.size - QUERY_LIMITS.facetMax });
    for (const each of listed) if ('count' in each) expect(each.count).toBe(all.get(String(each.value)));
  });
});

const AREA: FilterValue = {
  type: 'Polygon',
  coordinates: [
    [
      [-120, 50],
      [-110, 50],
      [-110, 60],
      [-120, 50],
    ],
  ],
};
const KEYS = 'title types materials institution topics collections owner relevantArchives needsAttention acquiredHow'
  .split(' ')
  .slice(1);
const repeated = <T>(count: number, value: (at: number) => T): T[] =>
  Array.from({ length: count }, (_, at) => value(at));
const nested = (depth: number): Query => (depth === 0 ? {} : { subs: { relatedBelongings: nested(depth - 1) } });
const SUBS = ['topics', 'spatialFeatures', 'relatedBelongings', 'institution', 'collections', 'communityMembers'];
const withSubs = (count: number): Query => ({
  subs: Object.fromEntries(SUBS.slice(0, Math.min(count, 3)).map((name) => [name, {}])),
  subsShould: Object.fromEntries(SUBS.slice(3, count).map((name) => [name, {}])),
});

/** A query with this number of keys; `_t` is one of them. */
const withKeys = (count: number): Query => {
  const group = (from: number): Record<string, null[]> =>
    Object.fromEntries(KEYS.slice(0, Math.max(0, Math.min(KEYS.length, count - 1 - from))).map((key) => [key, [null]]));
  const part = (at: number): Query => ({
    must: group((at * 3 + 0) * KEYS.length),
    should: group((at * 3 + 1) * KEYS.length),
    mustNot: group((at * 3 + 2) * KEYS.length),
  });
  const own = part(0);
  const deeper = { ...part(1), subs: { relatedBelongings: { ...part(2), subs: { relatedBelongings: part(3) } } } };
  return { ...own, must: { ...own.must, ...BELONGING }, subs: { relatedBelongings: deeper } } as unknown as Query;
};

/** Name, a query with this amount, the largest amount, and the place of the refusal of one more. */
const LIMITS: readonly (readonly [string, (amount: number) => Query, number, string])[] = [
  [
    'texts',
    (n) => ({ must: { ...BELONGING, text: repeated(n, (at) => `zqxj${at}`) } }),
    QUERY_LIMITS.texts,
    '/must/text',
  ],
  ['letters of a text', (n) => ({ must: { ...BELONGING, text: ['r'.repeat(n)] } }), 1000, '/must/text/0'],
  // One value is the type.
  [
    'values',
    (n) => ({ must: { types: repeated(n - 1, (at) => `V${at}`), ...BELONGING } }),
    QUERY_LIMITS.values,
    '/must',
  ],
  ['keys', withKeys, QUERY_LIMITS.keys, '/subs'],
  ['sub-queries', (n) => ({ must: BELONGING, ...withSubs(n) }), QUERY_LIMITS.subs, '/subsShould'],
  ['levels of sub-queries', (n) => ({ must: BELONGING, ...nested(n - 1) }), QUERY_LIMITS.depth, '/subs'],
  [
    'areas',
    (n) => ({ must: { _t: ['SpatialFeature'], inArea: repeated(n, () => AREA) } }),
    QUERY_LIMITS.areas,
    '/must/inArea',
  ],
  ['ids', (n) => ({ ids: repeated(n, (at) => `Belonging-${at + 1}`) }), 1000, '/ids'],
  ['facets', (n) => ({ must: BELONGING, facets: repeated(n, () => 'owner') }), 20, '/facets'],
  [
    'values of a facet',
    (max) => ({ must: BELONGING, facets: [{ key: 'types', max }] }),
    QUERY_LIMITS.facetMax,
    '/facets',
  ],
  [
    'orders',
    (n) => ({ must: BELONGING, sort: repeated(n, () => ({ key: 'title', order: 'asc' as const })) }),
    5,
    '/sort',
  ],
  ['matching alternatives', (minShould) => ({ must: BELONGING, minShould }), 100, '/minShould'],
  ['wanted items', (max) => ({ must: BELONGING, max }), 2_147_483_647, '/max'],
];

describe('[SRCH-08] [TRUST] a query', () => {
  it.each(LIMITS)(
    'of the most %s is answered, and of one more refused with its place',
    async (_, query, most, path) => {
      const { answer, refused, path: place } = await ask(query(most) as never);
      expect([refused, place]).toEqual([undefined, undefined]);
      expect(answer?.total).toBe(referenceIds(reference, query(most) as never).length);
      const more = await ask(query(most + 1) as never);
      expect(more.refused).toBe('invalid');
      expect(more.path?.startsWith(path), more.path).toBe(true);
    },
  );

  it('of fifty counts is answered, and of one more refused', async () => {
    const counts = (amount: number): Query =>
      ({ queries: Object.fromEntries(repeated(amount, (at) => [`q${at}`, { must: BELONGING }])) }) as unknown as Query;
    const { answer } = await ask(counts(50), 'count');
    expect(Object.values((answer as unknown as { totals: object }).totals)).toEqual(repeated(50, () => ITEMS));
    expect(await ask(counts(51), 'count')).toEqual({ refused: 'invalid', path: '/queries' });
  });

  it('leaves the server free for other people, however hard it is', async () => {
    let isOver = false;
    const hard = LIMITS.map(([, query, most]) => query(most));
    const asked = hard
      .flatMap((query) => [query, query])
      .map((query) => world.ask(ADMINISTRATOR, 'search/ids', query as never));
    const all = Promise.all(asked).finally(() => (isOver = true));
    const times: number[] = [];
    while (!isOver || times.length < 5) {
      const start = performance.now();
      expect(await world.ask('member', 'search/ids', { must: BELONGING, max: 5 } as never)).toMatchObject({
        ok: { total: ITEMS },
      });
      times.push(performance.now() - start);
    }
    await all;
    expect(Math.max(...times)).toBeLessThan(SERVED_WITHIN_MS);
  });
});
