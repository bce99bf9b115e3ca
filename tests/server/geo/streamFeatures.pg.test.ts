// act/streamFeatures over the socket and over HTTP: the features of a map, part by part, with the rights at each moment.

import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Envelope, MapFeature, MapFeatures } from 'src/model/generated/wire.ts';
import type { Item, ItemId, Json } from 'src/model/item/Item.ts';
import { openWorld, signIn, type World } from 'tests/server/routes/openWorld.ts';
import { TestSocket } from 'tests/server/routes/TestSocket.ts';

type Body = Readonly<Record<string, Json>>;

let world: World;
const tokens: Record<string, string> = {};
const named: Record<string, ItemId> = {};

const at = new Date('2025-03-01T00:00:00Z');
const add = async (type: string, properties: Body): Promise<ItemId> => {
  const { items, database } = world.services;
  const by = world.ids['admin'] ?? '';
  return (await database.transaction((tx) => items.insert(tx, type, properties, { at, by, actor: undefined }))).id;
};
const change = async (id: ItemId, changes: Body): Promise<void> => {
  const { items, database } = world.services;
  const by = world.ids['admin'] ?? '';
  await database.transaction(async (tx) => {
    const stored = await items.find(tx, id, true);
    if (stored) await items.write(tx, stored, changes, { at, by, actor: undefined });
  });
};
const point = (longitude: number, latitude: number): Json => ({ type: 'Point', coordinates: [longitude, latitude] });
const book = (title: string, more: Body): Promise<ItemId> =>
  add('Book', { title, shelf: world.ids['shelf'] ?? '', $access: 'PUBLIC', state: 'ACTIVE', ...more });

beforeAll(async () => {
  world = await openWorld();
  for (const name of ['admin', 'keeper', 'member', 'stranger']) tokens[name] = await signIn(world.url, name);
  // Features that no map shows are not sent.
  named['third'] = await book('Third', {
    place: point(-120.300000049, 50.3),
    seen: '2025-01-03T00:00:00Z',
    year: 1903,
  });
  named['first'] = await book('First', { place: point(-120.1, 50.1), seen: '2025-01-01T00:00:00Z' });
  named['second'] = await book('Second', { place: point(-120.2, 50.2), seen: '2025-01-02T00:00:00Z' });
  named['archived'] = await book('Archived', { place: point(-120.4, 50.4), state: 'ARCHIVED' });
  named['placeless'] = await book('Placeless', {});
  named['hidden'] = await book('Canary hidden', { place: point(-77.7777, 44.4444), $access: 'PRIVATE' });
  named['sequel'] = await book('Sequel of first', { place: point(-120.5, 50.5), sequels: [named['first'] ?? ''] });
  named['loan'] = await add('Loan', { book: named['second'] ?? '', borrower: world.ids['member'] ?? '' });
  named['hiddenLoan'] = await add('Loan', { book: named['hidden'] ?? '', borrower: world.ids['member'] ?? '' });
});
afterAll(() => world.stop());

interface Streamed {
  readonly parts: readonly MapFeatures[];
  readonly features: readonly MapFeature[];
  readonly ids: readonly ItemId[];
}

const gathered = (parts: readonly MapFeatures[]): Streamed => {
  const features = parts.flatMap((part) => part.features);
  return { parts, features, ids: features.map(({ $id }) => $id) };
};

const ask = async (
  who: string | undefined,
  b: Json,
  headers: Record<string, string> = {},
): Promise<{ readonly envelope: Envelope; readonly key: string | null; readonly text: string }> => {
  const authorization: Record<string, string> =
    who === undefined ? {} : { authorization: `Bearer ${tokens[who] ?? ''}` };
  const answer = await fetch(`${world.url}/api/item`, {
    method: 'POST',
    headers: { ...authorization, ...headers },
    body: JSON.stringify({ o: 'act/streamFeatures', s: '1', b }),
  });
  const text = await answer.text();
  return { envelope: JSON.parse(text) as Envelope, key: answer.headers.get('stream-key'), text };
};

const whole = async (who: string | undefined, b: Json): Promise<Streamed> => {
  const { envelope } = await ask(who, b);
  expect(envelope.erred, JSON.stringify(envelope.b)).toBeUndefined();
  return gathered([envelope.b as unknown as MapFeatures]);
};

const inParts = async (socket: TestSocket, b: Json, s: string): Promise<Streamed> => {
  socket.send({ o: 'act/streamFeatures', s, b });
  const isPart = (each: Envelope): boolean => each.o === 'stream:streamFeatures' && each.s === s;
  const isLast = (each: Envelope): boolean => isPart(each) && (each.b as { done?: boolean }).done === true;
  await socket.until(isLast);
  return gathered(
    socket.received.filter(isPart).flatMap(({ b: body }) => (body as unknown as { part: MapFeatures }).part),
  );
};

const BOOKS = { query: { must: { _t: ['Book'] } } };
const ids = (...names: readonly string[]): ItemId[] => names.map((name) => named[name] ?? '').toSorted();

it('[SPAT-01] streams what a query finds: label, geometry, bounds, declared properties, and only what maps load', async () => {
  const { features, ids: found } = await whole('member', BOOKS);
  expect(found.toSorted()).toEqual(ids('first', 'second', 'third', 'sequel'));
  expect(features.find(({ $id }) => $id === named['third'])).toEqual({
    $id: named['third'],
    label: 'Third',
    type: 'Book',
    geometry: point(-120.3, 50.3),
    bbox: [-120.3, 50.3, -120.3, 50.3],
    props: { state: 'ACTIVE', year: 1903 },
    standsFor: world.ids['shelf'],
  });
  const all = await whole('member', { ...BOOKS, includeExcluded: true });
  expect(all.ids.toSorted()).toEqual(ids('first', 'second', 'third', 'sequel', 'archived'));
  const archived = await whole('member', { query: { must: { _t: ['Book'], state: ['ARCHIVED'] } } });
  expect(archived.ids).toEqual([named['archived']]);
});

it('[SPAT-01] joins collected points by a line, in the order of their collection', async () => {
  const { parts } = await whole('member', BOOKS);
  expect(parts[0]?.collectedLine).toEqual({
    type: 'LineString',
    coordinates: [
      [-120.1, 50.1],
      [-120.2, 50.2],
      [-120.3, 50.3],
      [-120.5, 50.5],
    ],
  });
});

it('[SPAT-01] relatedIDs: what names these items, what they name, and themselves', async () => {
  const { ids: found } = await whole('member', { relatedIDs: [named['first'] ?? ''] });
  expect(found.toSorted()).toEqual(ids('first', 'sequel'));
  const bySequel = await whole('member', { relatedIDs: [named['sequel'] ?? ''] });
  expect(bySequel.ids.toSorted()).toEqual(ids('first', 'sequel'));
});

it('[SPAT-01] proxyIDs: items by the geometry of others; onlyProxyTypes leaves out geometries without such an item', async () => {
  const { features } = await whole('member', { proxyIDs: [named['loan'] ?? '', world.ids['shelf'] ?? ''] });
  expect(features.map(({ $id, type, by }) => ({ $id, type, by: by?.toSorted() }))).toEqual([
    { $id: named['loan'], type: 'Loan', by: [named['second']] },
    { $id: world.ids['shelf'], type: 'Shelf', by: ids('first', 'second', 'third', 'sequel') },
  ]);
  const [, shelf] = features;
  expect(shelf?.bbox).toEqual([-120.5, 50.1, -120.1, 50.5]);
  expect(shelf?.geometry).toMatchObject({ type: 'GeometryCollection' });
  const loans = { query: { must: { _t: ['Loan', 'Book'] } }, onlyProxyTypes: ['Loan'] };
  expect((await whole('member', loans)).ids).toEqual([named['loan']]);
  const shelves = { ...BOOKS, onlyProxyTypes: ['Shelf'] };
  expect((await whole('member', shelves)).ids.toSorted()).toEqual(ids('first', 'second', 'third', 'sequel'));
});

it('[PERM-01] hidden items leave no trace in any part, for any caller', async () => {
  const questions: Json[] = [
    BOOKS,
    { ...BOOKS, includeExcluded: true },
    { query: { ids: [named['hidden'] ?? ''] } },
    { relatedIDs: [named['hidden'] ?? '', world.ids['shelf'] ?? ''] },
    { proxyIDs: [named['hidden'] ?? '', named['hiddenLoan'] ?? '', world.ids['shelf'] ?? ''] },
    { query: { must: { text: ['canary'] } } },
    { query: { must: { bounds: [-78, 44, -77, 45] } } },
  ];
  for (const who of [undefined, 'member', 'stranger'])
    for (const question of questions) {
      const { text } = await ask(who, question);
      expect(text, `${who} ${JSON.stringify(question)}`).not.toMatch(/canary|77\.77|44\.44/i);
      expect(text.replace(named['hiddenLoan'] ?? '', '')).not.toContain(`"${named['hidden'] ?? ''}"`);
    }
  expect((await whole('keeper', BOOKS)).ids).toContain(named['hidden']);
});

it('[TRUST] records whom the geometry of a PRIVATE item was shown', async () => {
  await whole('keeper', { query: { ids: [named['hidden'] ?? ''] } });
  const { database, audit } = world.services;
  const { entries } = await audit.trail(database, [named['hidden'] ?? ''], { before: undefined, max: 20 });
  expect(entries.map(({ channel, by }) => ({ channel, by }))).toContainEqual({
    channel: 'act/streamFeatures',
    by: world.ids['keeper'],
  });
});

it('refuses a wrong question, also of a visitor', async () => {
  for (const [b, path] of [
    [{}, ''],
    [{ includeExcluded: true }, '/query'],
    [{ query: { must: 3 } }, '/query/must'],
    [{ query: { must: { nokey: ['x'] } } }, '/must/nokey'],
    [{ relatedIDs: ['nonsense'] }, '/relatedIDs/0'],
  ] as const) {
    const { envelope } = await ask(undefined, b);
    expect(envelope.b).toMatchObject({ userMessage: 'invalid' });
    expect(JSON.stringify(envelope.b)).toContain(`"path":"${path}`);
  }
});

const ring = (longitude: number, latitude: number, points: number): Json => {
  const positions = Array.from({ length: points }, (_, index) => {
    const angle = (2 * Math.PI * index) / points;
    return [longitude + 0.01 * Math.cos(angle), latitude + 0.01 * Math.sin(angle)];
  });
  return { type: 'Polygon', coordinates: [[...positions, positions[0] ?? []]] };
};

it('[CONN-03] comes in parts, whose rights are checked each time, and ends when the client cancels', async () => {
  const many: ItemId[] = [];
  for (let each = 0; each < 8; each++)
    many.push(await book(`Area ${each}`, { place: ring(-100 + each, 60, 7_000), state: 'DRAFT' }));
  const areas = { query: { ids: many } };
  const socket = await TestSocket.as(world.url, tokens['member'] ?? '');
  const streamed = await inParts(socket, areas, 'areas');
  expect(streamed.ids).toEqual(many);
  expect(streamed.parts.length).toBe(4);
  expect(streamed.parts[0]?.total).toBe(8);

  // Over HTTP, the next part is created when it is fetched. It does not contain items that were restricted since then.
  const authorization = `Bearer ${tokens['member'] ?? ''}`;
  const { envelope, key } = await ask('member', areas, { 'stream-reply': 'accept' });
  const parts = [envelope.b as unknown as MapFeatures];
  const last = many.at(-1) ?? '';
  await change(last, { $access: 'PRIVATE' });
  for (let done = false; !done;) {
    const answer = await fetch(`${world.url}/api/stream/${key ?? ''}`, { headers: { authorization } });
    expect(answer.status).toBe(200);
    done = answer.headers.get('stream-done') === 'true';
    parts.push(((await answer.json()) as { b: MapFeatures }).b);
  }
  expect(gathered(parts).ids).toEqual(many.slice(0, -1));
  expect((await fetch(`${world.url}/api/stream/${key ?? ''}`, { headers: { authorization } })).status).toBe(404);

  // Another session cannot continue the stream.
  const foreign = await ask('member', areas, { 'stream-reply': 'accept' });
  const theft = await fetch(`${world.url}/api/stream/${foreign.key ?? ''}`, {
    headers: { authorization: `Bearer ${tokens['stranger'] ?? ''}` },
  });
  expect(theft.status).toBe(404);

  socket.send({ o: 'act/streamFeatures', s: 'cancelled', b: areas });
  socket.send({ o: 'act/streamFeatures/asyncCancel/cancelled', s: 'cancel', b: {} });
  const isEnd = ({ o, s, b }: Envelope): boolean =>
    o === 'stream:streamFeatures' && s === 'cancelled' && (b as { done?: boolean }).done === true;
  await socket.until(isEnd);
  const cancelled = socket.received.filter(({ o, s }) => o === 'stream:streamFeatures' && s === 'cancelled');
  expect(cancelled.at(-1)?.b).toEqual({ part: null, done: true });
  // The socket stays usable.
  expect((await socket.ask(`label/${named['first'] ?? ''}`)).b).toMatchObject({ label: 'First' });
  socket.close();
});

it('an item that it names may be read as the item itself', async () => {
  const { ids: found } = await whole('member', BOOKS);
  const answer = await fetch(`${world.url}/api/item`, {
    method: 'POST',
    headers: { authorization: `Bearer ${tokens['member'] ?? ''}` },
    body: JSON.stringify({ o: 'readMany/object', b: found }),
  });
  const { b } = (await answer.json()) as { b: Readonly<Record<ItemId, Item>> };
  expect(Object.keys(b).toSorted()).toEqual(found.toSorted());
});
