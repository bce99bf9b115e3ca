// Undo of a deletion through the routes: everything returns, only for people with the right, once, and only in time.

import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Item, Json } from 'src/model/item/Item.ts';
import type { Envelope } from 'src/model/generated/wire.ts';
import { TestSocket } from 'tests/server/routes/TestSocket.ts';
import { openWorld, signIn, type World } from 'tests/server/routes/openWorld.ts';

type Body = Record<string, Json>;

const PEOPLE = ['admin', 'keeper', 'member', 'stranger'] as const;
type Person = (typeof PEOPLE)[number];

let world: World;
const tokens: Partial<Record<Person, string>> = {};
beforeAll(async () => {
  world = await openWorld();
  for (const name of PEOPLE) tokens[name] = await signIn(world.url, name);
});
afterAll(() => world.stop());

const ask = async (name: Person, o: string, b: Json = null): Promise<Envelope> => {
  const headers = { authorization: `Bearer ${tokens[name] ?? ''}` };
  const body = JSON.stringify({ o, b });
  return (await (await fetch(`${world.url}/api/item`, { method: 'POST', headers, body })).json()) as Envelope;
};
const done = async (name: Person, o: string, b: Json = null): Promise<Body> => {
  const answer = await ask(name, o, b);
  if (answer.erred === true) throw new Error(`${o}: ${JSON.stringify(answer.b)}`);
  return answer.b as Body;
};
const refusal = async (name: Person, o: string, b: Json = null): Promise<Json | undefined> =>
  ((await ask(name, o, b)).b as { userMessage?: Json }).userMessage;
const target = (id: string): Body => ({ _t: id.split('-')[0] ?? '', _i: Number(id.split('-')[1]) });
const create = async (name: Person, type: string, properties: Body): Promise<string> =>
  String((await done(name, `create/${type}`, properties))['$id']);
const book = (properties: Body = {}, name: Person = 'keeper'): Promise<string> =>
  create(name, 'Book', { title: 'A book', shelf: world.ids['shelf'] ?? '', state: 'DRAFT', ...properties });
const read = async (id: string, name: Person = 'admin'): Promise<Item> =>
  (await done(name, `read/${id}`)) as unknown as Item;
const remove = async (id: string, name: Person = 'keeper'): Promise<void> => {
  await done(name, `delete/${id}`, { _u: (await read(id, 'admin'))._u });
};
const restore = (name: Person, id: string): Promise<Envelope> => ask(name, 'act/restoreItem', target(id));
const listed = async (name: Person): Promise<string[]> =>
  ((await done(name, 'act/deletedItems', {}))['items'] as { $id: string }[]).map(({ $id }) => $id);
/** The answer to a person, or to a visitor. */
const deletionOf = async (name: Person | undefined, itemId: string): Promise<Json> => {
  const headers: Record<string, string> = name === undefined ? {} : { authorization: `Bearer ${tokens[name] ?? ''}` };
  const body = JSON.stringify({ o: 'act/itemDeletion', b: { itemId } });
  const answer = await fetch(`${world.url}/api/item`, { method: 'POST', headers, body });
  return ((await answer.json()) as Envelope).b ?? null;
};
const finds = async (name: Person, id: string): Promise<boolean> =>
  ((await done(name, 'search/ids', { must: { _t: ['Book'] }, max: 100 }))['ids'] as string[]).includes(id);
const attach = async (parent: string): Promise<string> => {
  const { services, ids } = world;
  const { fileID, size } = await services.files.put(Buffer.from('some words'));
  const properties = { originalName: 'words.txt', filetype: 'text/plain', fileID, size, rel: parent };
  const stamp = { at: new Date(), by: ids['admin'] ?? '', actor: undefined };
  return await services.database.transaction(async (tx) => {
    const { id } = await services.items.insert(tx, 'Attachment', properties, stamp);
    const holder = await services.items.find(tx, parent, true);
    if (holder) await services.items.write(tx, holder, { files: [id] }, stamp);
    return id;
  });
};
const bytesOf = async (id: string, name: Person): Promise<number> => {
  const headers = { authorization: `Bearer ${tokens[name] ?? ''}` };
  const answer = await fetch(`${world.url}/attachment/${id}`, { headers });
  await answer.arrayBuffer();
  return answer.status;
};

it('[ITEM-05] gives grants back after a later program has added a column to them', async () => {
  const gone = await book({ $access: 'PROTECTED' });
  const grants = [{ to: `user:${world.ids['stranger']}`, actions: ['read'] }];
  await done('admin', 'act/applyGrants', { ...target(gone), grants });
  await remove(gone);
  const { database } = world.services;
  await database.query('alter table item_grant add column later int not null default 0');
  try {
    await done('keeper', 'act/restoreItem', target(gone));
    expect(await read(gone, 'stranger')).toMatchObject({ $id: gone });
  } finally {
    await database.query('alter table item_grant drop column later');
  }
});

it('[ITEM-05] brings back what went, what went along, and the relations that let go, for all to see', async () => {
  const gone = await book({
    title: 'Zanzibar',
    price: 5,
    place: { type: 'Point', coordinates: [1, 2] },
    $access: 'PROTECTED',
  });
  const file = await attach(gone);
  const loan = await create('admin', 'Loan', { book: gone, borrower: world.ids['member'] ?? '' });
  const [list, only] = [await book({ sequels: [gone, world.ids['PUBLIC'] ?? ''] }), await book({ sequels: [gone] })];
  await done('admin', 'act/applyGrants', {
    ...target(gone),
    grants: [{ to: `user:${world.ids['stranger']}`, actions: ['read'] }],
  });
  const [before, seen] = [await read(gone), await read(gone, 'stranger')];
  await remove(gone);
  const more = await book();
  await done('admin', 'update', { $id: only, _u: (await read(only))._u, sequels: [more] });
  expect(await refusal('stranger', `read/${gone}`)).toBe('notFound');
  expect(await bytesOf(file, 'keeper')).toBe(404);
  expect(await finds('keeper', gone)).toBe(false);
  expect((await read(list))['sequels']).toEqual([world.ids['PUBLIC']]);

  const sockets = {
    keeper: await TestSocket.as(world.url, tokens.keeper ?? ''),
    member: await TestSocket.as(world.url, tokens.member ?? ''),
  };
  for (const socket of Object.values(sockets)) await socket.ask('addWatch/Book-0');
  expect((await restore('keeper', gone)).b).toEqual({ $id: gone, lost: [] });
  const told = await sockets.keeper.until(({ b }) => (b as Body | null)?.['$id'] === gone);
  expect(told.b).toMatchObject({ created: true });
  // Pushes that come after it, without any about it.
  const mark = await book({ $access: 'PUBLIC' });
  await sockets.member.until(({ b }) => (b as Body | null)?.['$id'] === mark);
  expect(sockets.member.received.some(({ b }) => JSON.stringify(b).includes(`"${gone}"`))).toBe(false);
  for (const socket of Object.values(sockets)) socket.close();
  const after = await read(gone);
  const { _u, updated, updatedBy, $labels, ...rest } = before as Item & Body;
  expect(after).toMatchObject(rest);
  expect([updatedBy, after['updatedBy']]).toEqual([world.ids['admin'], world.ids['keeper']]);
  expect(after._u).toBe(_u + 2);
  expect(updated).not.toBe(after['updated']);
  expect(await read(gone, 'stranger')).toMatchObject({ title: seen['title'] });
  expect(await refusal('member', `read/${gone}`)).toBe('notFound');
  expect((await read(loan))['book']).toBe(gone);
  expect(await bytesOf(file, 'keeper')).toBe(200);
  expect(await bytesOf(file, 'member')).toBe(404);
  expect((await read(list))['sequels']).toEqual([gone, world.ids['PUBLIC']]);
  expect((await read(only))['sequels']).toEqual([more, gone]);
  expect(await finds('keeper', gone)).toBe(true);
  expect(await finds('member', gone)).toBe(false);
  const kinds = ((await done('keeper', `history/${gone}`, {}))['events'] as { kind: string }[]).map(({ kind }) => kind);
  expect(kinds.slice(0, 2)).toEqual(['restored', 'deleted']);
  // Once: and what stands again can be changed, deleted and brought back as ever.
  expect(await refusal('keeper', 'act/restoreItem', target(gone))).toBe('notFound');
  await done('keeper', 'update', { $id: gone, _u: after._u, title: 'Zanzibar again' });
  await remove(gone);
  expect((await restore('keeper', gone)).erred).toBeUndefined();
  expect((await read(gone))['title']).toBe('Zanzibar again');
});

it('[PERM-01] shows and gives a deletion back to who made it or administers it, and no trace of it to others', async () => {
  const secret = await book({ title: 'Hidden thing', $access: 'PRIVATE' });
  await remove(secret, 'admin');
  for (const name of ['member', 'stranger'] as const) {
    expect(await listed(name)).toEqual([]);
    const [hidden, never] = [await restore(name, secret), await restore(name, 'Book-1999999')];
    expect(JSON.stringify(hidden)).toBe(JSON.stringify(never));
    expect(hidden.b).toMatchObject({ userMessage: 'notFound' });
  }
  // The keeper administers the shelf; of another shelf the deletion is not theirs.
  const other = await book({ title: 'Elsewhere', shelf: world.ids['other'] ?? '', $access: 'PUBLIC' }, 'stranger');
  await remove(other, 'stranger');
  expect(await listed('keeper')).toContain(secret);
  expect(await listed('keeper')).not.toContain(other);
  expect(await listed('stranger')).toEqual([other]);
  expect(await refusal('keeper', 'act/restoreItem', target(other))).toBe('notFound');
  expect(await listed('admin')).toEqual(expect.arrayContaining([secret, other]));
  expect((await restore('stranger', other)).erred).toBeUndefined();
  expect((await restore('keeper', secret)).erred).toBeUndefined();
  expect(await read(secret, 'keeper')).toMatchObject({ title: 'Hidden thing', $access: 'PRIVATE' });
  expect(await refusal('member', `read/${secret}`)).toBe('notFound');
  // A right that was lost meanwhile is lost.
  const mine = await book({ shelf: world.ids['other'] ?? '', $access: 'PUBLIC' }, 'stranger');
  await remove(mine, 'stranger');
  const stranger = await read(world.ids['stranger'] ?? '');
  const memberships = [{ owner: world.ids['other'] ?? '', reads: 'PRIVATE' }];
  await done('admin', 'update', { $id: stranger.$id, _u: stranger._u, memberships });
  expect(await refusal('stranger', 'act/restoreItem', target(mine))).toBe('notAllowed');
  expect((await restore('admin', mine)).erred).toBeUndefined();
});

it('[PERM-01] [CELL-04] offers no deletion to a person who may not delete the item in its last state', async () => {
  const active = await book({ title: 'In use', state: 'ACTIVE' });
  await remove(active, 'admin');
  expect(await listed('keeper')).not.toContain(active);
  expect(await deletionOf('keeper', active)).toEqual({ deleted: true });
  expect(await refusal('keeper', 'act/restoreItem', target(active))).toBe('notAllowed');
  expect(await listed('admin')).toContain(active);
  expect((await restore('admin', active)).erred).toBeUndefined();
});

it('[PERM-01] [CELL-04] says that an item was deleted only to those who could read it, and its name and by whom to those who may restore it', async () => {
  const everyone = [undefined, ...PEOPLE];
  const answers = async (id: string): Promise<readonly Json[]> =>
    await Promise.all(everyone.map((name) => deletionOf(name, id)));
  const never = { deleted: false };
  const title = 'A title that few may read';
  const secret = await book({ title, $access: 'PRIVATE' });
  const open = await book({ title, shelf: world.ids['other'] ?? '', $access: 'PUBLIC' }, 'admin');
  for (const id of [secret, open, 'Book-1999999']) expect(await answers(id)).toEqual(everyone.map(() => never));
  await remove(secret, 'admin');
  await remove(open, 'admin');
  const byOf = (name: Person): Json => ({
    ...{ deleted: true, label: expect.stringContaining(title) as string },
    ...{ by: world.ids[name] ?? '', at: expect.any(String) as string },
  });
  // The visitor, the administrator, the keeper of the shelf, a member, and a person of another shelf.
  expect(await answers(secret)).toEqual([never, byOf('admin'), byOf('admin'), never, never]);
  const plain = { deleted: true };
  expect(await answers(open)).toEqual([plain, byOf('admin'), plain, plain, plain]);
  await restore('admin', open);
  await world.services.database.query('update removed set until = now() where root = $1', [secret]);
  for (const id of [secret, open]) expect(await answers(id)).toEqual(everyone.map(() => never));
});

it('leaves empty what is gone by now and says so, refuses what cannot stand without it, and ends in time', async () => {
  const [first, second] = [await book(), await book()];
  const holder = await book({ sequels: [first, second] });
  await remove(holder);
  await remove(second);
  expect((await restore('keeper', holder)).b).toEqual({ $id: holder, lost: ['sequels'] });
  expect((await read(holder))['sequels']).toEqual([first]);

  // A relation to it is restored only if it does not lead back there by now.
  const [start, middle, end] = [await book(), await book(), await book()];
  await done('keeper', 'update', { $id: start, _u: 1, sequels: [middle] });
  await done('keeper', 'update', { $id: middle, _u: 1, sequels: [end] });
  await remove(middle);
  await done('keeper', 'update', { $id: end, _u: 1, sequels: [start] });
  expect(await refusal('keeper', 'act/restoreItem', target(middle))).toBe('restoresCircle');
  expect(await refusal('keeper', `read/${middle}`)).toBe('notFound');
  await done('keeper', 'update', { $id: end, _u: (await read(end))._u, sequels: [] });
  expect((await restore('keeper', middle)).erred).toBeUndefined();
  expect([(await read(start))['sequels'], (await read(middle))['sequels']]).toEqual([[middle], [end]]);

  const shelf = await create('admin', 'Shelf', { name: 'Passing' });
  const onIt = await book({ shelf }, 'admin');
  const member = await read(world.ids['member'] ?? '');
  const memberships = [...(member['memberships'] as Json[]), { owner: shelf, reads: 'PRIVATE', admin: true }];
  await done('admin', 'update', { $id: member.$id, _u: member._u, memberships });
  await remove(onIt, 'admin');
  await remove(shelf, 'admin');
  expect(await refusal('member', `read/${onIt}`)).toBe('notFound');
  expect(await refusal('admin', 'act/restoreItem', target(onIt))).toBe('cannotRestore');
  for (const id of [shelf, onIt]) expect((await restore('admin', id)).erred).toBeUndefined();
  expect((await read(onIt))['shelf']).toBe(shelf);
  // People who lost their rights with the shelf have them again.
  expect((await read(member.$id))['memberships']).toEqual(memberships);
  expect((await read(onIt, 'member'))['shelf']).toBe(shelf);

  await remove(first);
  await world.services.database.query('update removed set until = now() where root = $1', [first]);
  expect(await listed('admin')).not.toContain(first);
  expect(await refusal('keeper', 'act/restoreItem', target(first))).toBe('notFound');
});

it('gives back one of two who ask at once', async () => {
  const id = await book();
  await remove(id);
  const answers = await Promise.all([restore('keeper', id), restore('admin', id)]);
  expect(answers.filter(({ erred }) => erred === true)).toHaveLength(1);
  expect((await read(id))._u).toBe(3);
});
