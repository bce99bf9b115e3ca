// The members that every item has on the wire: in the answers of read, readMany, create and update, and in pushes; as the schema
// of the API document says, by an independent validator.

import { Ajv2020 } from 'ajv/dist/2020.js';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Envelope, SearchAnswer } from 'src/model/generated/wire.ts';
import type { Item } from 'src/model/item/Item.ts';
import { askAccess } from 'tests/server/events/askAccess.ts';
import { openWorld, PASSWORD, signIn, type World } from 'tests/server/routes/openWorld.ts';
import { TestSocket } from 'tests/server/routes/TestSocket.ts';
import asyncapi from 'tests/toy/generated/asyncapi.json' with { type: 'json' };

let world: World;
let keeper: TestSocket;
let librarian: TestSocket;
let librarianId: string;
const id = (name: string): string => world.ids[name] ?? '';

beforeAll(async () => {
  world = await openWorld();
  const { database, items, accounts } = world.services;
  const memberships = [{ owner: id('shelf'), reads: 'PROTECTED', capabilities: ['Library'] }];
  const user = await database.transaction((tx) =>
    items.insert(
      tx,
      'User',
      { name: 'librarian', email: 'librarian@toy.test', memberships },
      { at: new Date(), by: id('admin'), actor: undefined },
    ),
  );
  librarianId = user.id;
  await accounts.create(user.id, 'librarian@toy.test', PASSWORD);
  keeper = await TestSocket.as(world.url, await signIn(world.url, 'keeper'));
  librarian = await TestSocket.as(world.url, await signIn(world.url, 'librarian'));
});
afterAll(async () => {
  keeper.close();
  librarian.close();
  await world.stop();
});

const ajv = new Ajv2020({ strict: false, validateFormats: false });
ajv.addSchema(asyncapi, 'document');
const isItem = ajv.compile({ $ref: 'document#/components/schemas/Item' });
const expectHeader = (item: Item, creator: string): void => {
  expect([isItem(item), isItem.errors]).toEqual([true, null]);
  expect(item).toMatchObject({
    $id: `${item._t}-${item._i}`,
    url: `/i-${item._t}-${item._i}`,
    _c: { ts: item.created, creator },
    createdBy: creator,
    updatedBy: creator,
    $v: { _t: item._t },
    $version: asyncapi.info.version,
  });
  expect(Number.isNaN(Date.parse(item.created ?? ''))).toBe(false);
  expect(item).not.toHaveProperty('$labelOnly');
};

it('[ITEM-01] read and readMany say who made an item, when, of what variant and by which declarations', async () => {
  expectHeader((await keeper.ask(`read/${id('PRIVATE')}`)).b as Item, id('admin'));
  const ids = [id('PUBLIC'), id('shelf')];
  const many = (await keeper.ask('readMany/object', ids)).b as unknown as Readonly<Record<string, Item>>;
  for (const each of ids) expectHeader(many[each]!, id('admin'));
});

it('[ITEM-01] so does create, and these members cannot be set', async () => {
  const properties = { title: 'Made here', shelf: id('shelf') };
  expectHeader((await librarian.ask('create/Book', properties)).b as Item, librarianId);
  for (const name of ['url', 'created', 'createdBy', 'updatedBy', '$version', '$v', '$labelOnly'])
    expect((await librarian.ask('create/Book', { ...properties, [name]: 'x' })).b).toMatchObject({
      userMessage: 'invalid',
      params: { errors: [{ path: `/${name}` }] },
    });
});

it('[ITEM-01] whose own write took the right to read away gets the header and no property', async () => {
  const { b } = await librarian.ask('update', { $id: id('PROTECTED'), _u: 1, $access: 'PRIVATE' });
  expect(b).toMatchObject({ $id: id('PROTECTED'), _u: 2, $labelOnly: true });
  expect(JSON.stringify(b)).not.toMatch(/Canary|notes of/);
  expect((await librarian.ask(`read/${id('PROTECTED')}`)).b).toEqual({ userMessage: 'notFound' });
});

it('[ITEM-01] every reader learns who changed an item last, by push and by search', async () => {
  const item = (await keeper.ask(`read/${id('PUBLIC')}`)).b as Item;
  expect(item.updatedBy).toBe(id('admin'));
  await keeper.ask(`addWatch/${id('PUBLIC')}`);
  const { b } = await librarian.ask('update', { $id: id('PUBLIC'), _u: item._u, title: 'Changed by another' });
  expect(b).toMatchObject({ updatedBy: librarianId });
  const push = await keeper.until(
    ({ o, b: body }) => o === 'item/update' && (body as { $id: string }).$id === item.$id,
  );
  expect((push.b as { changed: object }).changed).toMatchObject({ updatedBy: librarianId });
  expect((await keeper.ask(`read/${id('PUBLIC')}`)).b).toMatchObject({
    createdBy: id('admin'),
    updatedBy: librarianId,
  });
  const must = { updatedBy: [librarianId], _t: ['Book'] };
  const found = (await keeper.ask('search/ids', { must, facets: ['updatedBy'] })).b as unknown as SearchAnswer;
  expect(found.ids).toContain(item.$id);
  expect(found.facets?.['updatedBy']).toContainEqual(
    expect.objectContaining({ value: librarianId, label: 'librarian' }),
  );
  expect(found.facets?.['updatedBy']).toContainEqual(expect.objectContaining({ value: id('admin') }));
  // A grant is no change of what the item says.
  await keeper.ask('act/applyGrants', {
    _t: 'Book',
    _i: item._i,
    grants: [{ to: `user:${id('stranger')}`, actions: ['read'] }],
  });
  expect((await keeper.ask(`read/${id('PUBLIC')}`)).b).toMatchObject({ updatedBy: librarianId });
});

it('[NTFY-01] a pushed notice is a whole item, and a pushed change tells no member that cannot change', async () => {
  await keeper.ask(`addWatch/${id('COMMUNITY')}`);
  await keeper.ask('update', { $id: id('COMMUNITY'), _u: 1, $access: 'PROTECTED' });
  const isOfIt = ({ o, b }: Envelope): boolean => o === 'item/update' && (b as { $id: string }).$id === id('COMMUNITY');
  const { changed } = (await keeper.until(isOfIt)).b as { changed: object };
  expect(changed).toMatchObject({ $access: 'PROTECTED' });
  for (const name of ['_c', 'created', 'createdBy', '$v', '$version']) expect(changed).not.toHaveProperty([name]);
  await askAccess(world, 'PUBLIC');
  expectHeader((await keeper.until(({ o }) => o === 'item/notify')).b as Item, id('admin'));
});

it('[ITEM-01] a search says how well each id matches and at which place it stands, as far as the asker may see', async () => {
  const make = async (title: string, more: object): Promise<string> =>
    ((await keeper.ask('create/Book', { title, shelf: id('shelf'), ...more })).b as Item).$id;
  const exact = await make('Kingfisher', { $access: 'COMMUNITY' });
  const hidden = await make('Kingfisher', { $access: 'PRIVATE' });
  const longer = await make('Kingfisher over the weir', { $access: 'COMMUNITY', privateNotes: 'Kingfisher' });
  const query = { must: { text: ['kingfisher'] }, sort: [{ key: 'match', order: 'desc' as const }], ranks: true };
  const { ids, ranks = [] } = (await librarian.ask('search/ids', query)).b as unknown as SearchAnswer;
  expect(ids).toEqual([exact, longer]);
  expect(ids).not.toContain(hidden);
  expect(ranks.map(({ index }) => index)).toEqual([0, 1]);
  expect(Number(ranks[0]?.score)).toBeGreaterThan(Number(ranks[1]?.score));
  const first = (await librarian.ask('search/ids', { ...query, max: 1 })).b as unknown as SearchAnswer;
  expect(first.ranks).toEqual([ranks[0]]);
  const next = await librarian.ask('search/ids', { ...query, max: 1, after: first.after ?? '' });
  expect(next.b).toMatchObject({ ids: [longer], ranks: [ranks[1]] });
  const untyped = await librarian.ask('search/ids', { must: { $id: [exact] }, ranks: true });
  expect((untyped.b as unknown as SearchAnswer).ranks).toEqual([{ score: null, index: 0 }]);
});

it('[ITEM-03] a search answers the items of a type that declares sideLoadItem, as read does', async () => {
  const search = async (type: string, more: object = {}): Promise<SearchAnswer> =>
    (await librarian.ask('search/ids', { must: { _t: [type] }, labels: true, ...more })).b as unknown as SearchAnswer;
  const { ids, items = {} } = await search('Shelf');
  expect(Object.keys(items).toSorted()).toEqual([...ids].toSorted());
  for (const each of ids) expect(items[each]).toEqual((await librarian.ask(`read/${each}`)).b);
  expect(await search('Shelf', { labels: false })).not.toHaveProperty('items');
  expect(await search('Book')).not.toHaveProperty('items');
});
