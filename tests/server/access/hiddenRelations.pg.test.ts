// A relation value that names an item hidden from the reader is in no answer and no push, and stays when a person who cannot see it saves.

import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { Json } from 'src/model/item/Item.ts';
import type { Envelope, SearchAnswer } from 'src/model/generated/wire.ts';
import { openWorld, signIn, type World } from 'tests/server/routes/openWorld.ts';
import { TestSocket } from 'tests/server/routes/TestSocket.ts';

let world: World;
let sockets: TestSocket[] = [];
const tokens: Record<string, string> = {};
/** Books of the shelf; the keeper sees the hidden ones, the member does not. */
const named: Record<string, string> = {};
let book = '';

const ask = async (name: string, o: string, b?: Json): Promise<Envelope> => {
  const headers: Record<string, string> = name === 'visitor' ? {} : { authorization: `Bearer ${tokens[name] ?? ''}` };
  const body = JSON.stringify({ o, b });
  return (await (await fetch(`${world.url}/api/item`, { method: 'POST', headers, body })).json()) as Envelope;
};
const make = async (title: string, more: Readonly<Record<string, Json>>): Promise<string> => {
  const properties = { title, shelf: world.ids['shelf'] ?? '', ...more };
  return ((await ask('keeper', 'create/Book', properties)).b as { $id: string }).$id;
};
const read = async (name: string): Promise<Record<string, Json>> => (await ask(name, `read/${book}`)).b as never;
const sequels = async (name: string): Promise<Json | undefined> => (await read(name))['sequels'];
const setSequels = async (name: string, value: Json): Promise<Envelope> =>
  ask(name, 'update', { $id: book, _u: (await read(name))['_u'] ?? 0, sequels: value });
const ids = (...names: string[]): string[] => names.map((name) => named[name] ?? '');
const textOf = async (answer: Promise<Envelope>): Promise<string> => JSON.stringify(await answer);
const search = async (name: string, query: Json): Promise<SearchAnswer> =>
  (await ask(name, 'search/ids', query)).b as unknown as SearchAnswer;

beforeAll(async () => {
  world = await openWorld();
  for (const name of ['admin', 'keeper', 'member', 'stranger']) tokens[name] = await signIn(world.url, name);
  for (const name of ['open1', 'open2', 'open3']) named[name] = await make(name, { $access: 'PUBLIC' });
  for (const name of ['hidden1', 'hidden2', 'hidden3']) named[name] = await make(name, { $access: 'PRIVATE' });
});
afterAll(async () => {
  for (const socket of sockets) socket.close();
  await world.stop();
});
beforeEach(async () => {
  sockets = [];
  const list = ids('hidden1', 'open1', 'hidden2', 'open2', 'hidden3');
  book = await make('Names others', { $access: 'PUBLIC', sequels: list });
  // A person who edits by a grant sees the same as before.
  const grants = [{ to: `user:${world.ids['member'] ?? ''}`, actions: ['update'] }];
  await ask('keeper', 'act/applyGrants', { _t: 'Book', _i: Number(book.split('-')[1]), grants });
});

it('[ITEM-05] is left out of read, readMany, labels, history and the answer of an update', async () => {
  await ask('keeper', 'update', { $id: book, _u: 1, sequels: ids('hidden2', 'open1', 'hidden1', 'open2') });
  for (const name of ['visitor', 'member', 'stranger']) {
    expect(await sequels(name)).toEqual(ids('open1', 'open2'));
    const answers = [`read/${book}`, `label/${book}`].map((o) => textOf(ask(name, o)));
    const texts = [...(await Promise.all(answers)), await textOf(ask(name, 'readMany/object', [book]))];
    texts.push(await textOf(ask(name, `history/${book}`, {})));
    for (const id of ids('hidden1', 'hidden2', 'hidden3')) expect(texts.join(' ')).not.toContain(id);
  }
  expect(await sequels('keeper')).toEqual(ids('hidden2', 'open1', 'hidden1', 'open2'));
  const { b } = await ask('member', 'update', { $id: book, _u: 1, title: 'Retitled' });
  expect(JSON.stringify(b)).not.toContain(named['hidden1'] ?? '');
  // The change of hidden items remains, which people who do not see them cannot notice.
  const { events } = (await ask('member', `history/${book}`, {})).b as unknown as { events: { changes: Json }[] };
  expect(events.some(({ changes }) => Object.hasOwn(changes as object, 'sequels'))).toBe(false);
});

it('[ITEM-05] who is not seen is not named as the creator either', async () => {
  expect((await read('visitor'))['_c']).not.toHaveProperty('creator');
  expect((await read('member'))['_c']).toHaveProperty('creator', world.ids['keeper']);
});

it('[ITEM-05] is pushed only to people who may see it', async () => {
  const watch = async (name: string): Promise<TestSocket> => {
    const socket = await TestSocket.as(world.url, tokens[name] ?? '');
    sockets.push(socket);
    await socket.ask(`addWatch/${book}`);
    return socket;
  };
  const [keeper, member] = [await watch('keeper'), await watch('member')];
  const _u = Number((await read('keeper'))['_u']);
  const pushed = async (socket: TestSocket, u: number): Promise<Json | undefined> =>
    (await socket.until(({ o, b }) => o === 'item/update' && (b as { _u?: number })._u === u)).b;
  await ask('keeper', 'update', { $id: book, _u, sequels: ids('hidden3', 'open2', 'open3') });
  const changed = { changed: { sequels: ids('open2', 'open3') } };
  expect(await pushed(member, _u + 1)).toMatchObject(changed);
  expect(await pushed(keeper, _u + 1)).toMatchObject({
    changed: { sequels: ids('hidden3', 'open2', 'open3') },
  });
  await ask('keeper', 'update', { $id: book, _u: _u + 1, sequels: ids('hidden3') });
  expect(await pushed(member, _u + 2)).toMatchObject({ changed: { sequels: null } });
});

it('[SRCH-01] is no value to a filter, a facet, a count or a hop', async () => {
  const only = await make('Names hidden ones only', { $access: 'PUBLIC', sequels: ids('hidden1', 'hidden2') });
  const none = await make('Names none', { $access: 'PUBLIC' });
  const among = { _t: ['Book'], $id: [only, none, book] };
  for (const [name, expected] of [
    ['visitor', [none, only]],
    ['member', [none, only]],
    ['keeper', [none]],
  ] as const) {
    for (const key of ['sequels', 'sequels.created', 'sequels.state']) {
      const found = await search(name, {
        must: { ...among, [key]: [null] },
        sort: [{ key: 'created', order: 'desc' }],
      });
      expect([name, key, found.ids]).toEqual([name, key, expected]);
      expect((await search(name, { must: among, mustNot: { [key]: [null] } })).total).toBe(3 - expected.length);
    }
    for (const key of ['sequels', 'sequels.state']) {
      const { facets } = await search(name, { must: among, facets: [key] });
      expect(facets?.[key]?.find((each) => 'value' in each && each.value === null)).toMatchObject({
        count: expected.length,
      });
      if (name !== 'keeper') expect(JSON.stringify(facets)).not.toContain(named['hidden1']);
    }
  }
});

it('[ITEM-06] stays in a list that is saved without it, in its place', async () => {
  for (const [given, kept] of [
    [
      ['open2', 'open1'],
      ['hidden1', 'open2', 'hidden3', 'open1', 'hidden2'],
    ],
    [
      ['open1', 'open3', 'open2'],
      ['hidden1', 'open1', 'hidden2', 'open3', 'open2', 'hidden3'],
    ],
    [['open2'], ['hidden1', 'hidden2', 'open2', 'hidden3']],
    [['open3'], ['hidden1', 'hidden2', 'hidden3', 'open3']],
    [[], ['hidden1', 'hidden2', 'hidden3']],
    [null, ['hidden1', 'hidden2', 'hidden3']],
  ] as const) {
    await ask('keeper', 'update', {
      $id: book,
      _u: (await read('keeper'))['_u'] ?? 0,
      sequels: ids('hidden1', 'open1', 'hidden2', 'open2', 'hidden3'),
    });
    expect(await setSequels('member', given && ids(...given))).not.toHaveProperty('erred');
    expect(await sequels('member')).toEqual(given && given.length > 0 ? ids(...given) : undefined);
    expect(await sequels('keeper')).toEqual(ids(...kept));
  }
});

it('[ITEM-06] is refused as one that does not exist, also where it stands already', async () => {
  const refusals = [];
  for (const id of [named['hidden1'] ?? '', named['hidden2'] ?? '', 'Book-999999'])
    refusals.push(await setSequels('member', [...ids('open1'), id]));
  for (const refusal of refusals) expect(refusal).toEqual(refusals[2]);
  expect(refusals[2]).toMatchObject({ b: { userMessage: 'invalid', params: { errors: [{ path: '/sequels/1' }] } } });
});

it('[ITEM-06] makes no conflict for who does not see it, and none is lost', async () => {
  const { _u } = await read('member');
  await ask('keeper', 'update', { $id: book, _u: _u ?? 0, sequels: ids('open1', 'hidden3', 'open2') });
  expect(await ask('member', 'update', { $id: book, _u: _u ?? 0, sequels: ids('open1') })).not.toHaveProperty('erred');
  expect(await sequels('keeper')).toEqual(ids('open1', 'hidden3'));
});

it('[ITEM-06] a single one is replaced by a value and kept by none', async () => {
  const lent = { book: named['hidden1'] ?? '', borrower: world.ids['member'] ?? '' };
  const loan = ((await ask('keeper', 'create/Loan', lent)).b as { $id: string }).$id;
  const grants = [{ to: `user:${world.ids['member'] ?? ''}`, actions: ['read', 'update'] }];
  await ask('admin', 'act/applyGrants', { _t: 'Loan', _i: Number(loan.split('-')[1]), grants });
  const bookOf = async (name: string): Promise<Json | undefined> =>
    ((await ask(name, `read/${loan}`)).b as Record<string, Json>)['book'];
  const set = async (value: Json): Promise<Envelope> => {
    const { _u } = (await ask('member', `read/${loan}`)).b as { _u: number };
    return ask('member', 'update', { $id: loan, _u, book: value });
  };
  expect(await bookOf('member')).toBeUndefined();
  expect(await set(null)).not.toHaveProperty('erred');
  expect(await bookOf('keeper')).toBe(named['hidden1']);
  expect(await set(named['open1'] ?? '')).not.toHaveProperty('erred');
  expect(await bookOf('keeper')).toBe(named['open1']);
});

it('[ITEM-05] is in no label of an item that is named by it, read, searched, suggested or pushed', async () => {
  const hidden = named['hidden1'] ?? '';
  const properties = { book: hidden, borrower: world.ids['member'] ?? '', from: '2024-05-06T00:00:00.000Z' };
  const made = await ask('keeper', 'create/Loan', properties);
  const loan = (made.b as { $id: string }).$id;
  expect(made.b).toMatchObject({ $label: 'hidden1' });
  const socket = await TestSocket.as(world.url, tokens['member'] ?? '');
  sockets.push(socket);
  for (const watched of [loan, 'Loan-0']) await socket.ask(`addWatch/${watched}`);
  const answers = [
    await ask('member', `read/${loan}`),
    await ask('member', `label/${loan}`),
    await ask('member', 'readMany/object', [loan]),
    await ask('member', 'search/ids', { must: { _t: ['Loan'] }, labels: true }),
    await ask('member', 'suggest', { text: hidden }),
    await ask('member', 'suggest', { text: hidden, types: ['Loan'] }),
  ];
  expect(JSON.stringify(answers)).toContain(loan);
  await ask('keeper', 'update', { $id: loan, _u: 1, to: '2024-06-06T00:00:00.000Z' });
  const push = await socket.until(({ o, b }) => o === 'item/update' && (b as { $id?: string }).$id === loan);
  expect(JSON.stringify([...answers, push])).not.toMatch(new RegExp(`\\b${hidden}\\b`));
  expect((await ask('member', `label/${loan}`)).b).toMatchObject({ label: loan });
});

it('[ITEM-05] [EXPERIENCE] closes no circle of a relation that is declared acyclic, over hidden ones and by two at once neither', async () => {
  const [first, second, third] = [await make('First', {}), await make('Second', {}), await make('Third', {})];
  const now = async (of: string, sequels: Json): Promise<string | undefined> => {
    const { _u } = (await ask('keeper', `read/${of}`)).b as { _u: number };
    const { b, erred } = await ask('keeper', 'update', { $id: of, _u, sequels });
    const { params } = (erred === undefined ? {} : b) as { params?: { errors: { path: string; message: string }[] } };
    return params?.errors.map(({ path, message }) => `${path} ${message}`).join();
  };
  const closes = (at: number): string => `/sequels/${at} errors.circle`;
  expect(await now(first, [first])).toBe(closes(0));
  expect(await now(first, [second])).toBeUndefined();
  expect(await now(second, [...ids('hidden1'), third])).toBeUndefined();
  expect(await now(third, [...ids('open1'), first, second])).toBe([closes(1), closes(2)].join());
  expect(await now(named['hidden1'] ?? '', [first])).toBe(closes(0));
  // The attempts that were not refused.
  expect(await now(third, ids('open1'))).toBeUndefined();

  // Each of the two would be valid without the other. Both begin before either has ended.
  for (let round = 0; round < 5; round += 1) {
    const [one, other] = [await make('One', {}), await make('Other', {})];
    const answers = await Promise.all([now(one, [other]), now(other, [one])]);
    expect(answers.filter((answer) => answer === closes(0))).toHaveLength(1);
  }
});
