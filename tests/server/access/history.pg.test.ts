// History shows a value only to people who may read it now and could read it in its version. Private values of a draft stay private after
// the item is opened.

import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Json } from 'src/model/item/Item.ts';
import type { Envelope, HistoryEvent } from 'src/model/generated/wire.ts';
import { openWorld, signIn, type World } from 'tests/server/routes/openWorld.ts';

let world: World;
const tokens: Record<string, string> = {};

const ask = async (name: string, o: string, b?: Json): Promise<Envelope> => {
  const headers: Record<string, string> = name === 'visitor' ? {} : { authorization: `Bearer ${tokens[name] ?? ''}` };
  const body = JSON.stringify({ o, b });
  return (await (await fetch(`${world.url}/api/item`, { method: 'POST', headers, body })).json()) as Envelope;
};
const make = async (more: Readonly<Record<string, Json>>): Promise<string> => {
  const made = await ask('keeper', 'create/Book', { title: 'A first word', shelf: world.ids['shelf'] ?? '', ...more });
  return (made.b as { $id: string }).$id;
};
const change = async (id: string, changes: Readonly<Record<string, Json>>): Promise<void> => {
  const { _u } = (await ask('keeper', `read/${id}`)).b as { _u: number };
  expect(await ask('keeper', 'update', { $id: id, _u, ...changes })).not.toHaveProperty('erred');
};
const events = async (name: string, id: string): Promise<readonly HistoryEvent[]> =>
  ((await ask(name, `history/${id}`, {})).b as unknown as { events: readonly HistoryEvent[] }).events;
const changesOf = async (name: string, id: string): Promise<readonly Json[]> =>
  (await events(name, id)).map(({ changes }) => changes as unknown as Json);

beforeAll(async () => {
  world = await openWorld();
  for (const name of ['admin', 'keeper', 'member', 'stranger']) tokens[name] = await signIn(world.url, name);
});
afterAll(() => world.stop());

it('[CELL-01] keeps the private words of a draft when the item is opened', async () => {
  const id = await make({ $access: 'PRIVATE', summary: 'a secret place' });
  await change(id, { title: 'A second word', summary: 'another secret place' });
  await change(id, { title: 'For everybody', summary: null, $access: 'PUBLIC' });
  await change(id, { title: 'For everybody, again' });
  for (const name of ['visitor', 'stranger', 'member']) {
    const [last, opened, ...earlier] = await changesOf(name, id);
    expect(last).toEqual({ title: ['For everybody', 'For everybody, again'] });
    expect(opened).toEqual({ title: [null, 'For everybody'], $access: [null, 'PUBLIC'] });
    expect(earlier).toEqual([{}]); // the creation, which the item itself states
    expect(JSON.stringify(await events(name, id))).not.toMatch(/secret|first|second/);
  }
  for (const name of ['keeper', 'admin'])
    expect(await changesOf(name, id)).toContainEqual({
      title: ['A first word', 'A second word'],
      summary: ['a secret place', 'another secret place'],
    });
});

it('[CELL-01] shows what was open to who could read it then, also after a stricter time', async () => {
  const id = await make({ $access: 'PUBLIC' });
  await change(id, { title: 'Still open' });
  await change(id, { title: 'Closed', $access: 'PRIVATE' });
  await change(id, { title: 'Closed, too' });
  await change(id, { title: 'Open again', $access: 'COMMUNITY' });
  expect(await ask('visitor', `history/${id}`, {})).toMatchObject({ erred: true });
  expect(await changesOf('member', id)).toEqual([
    { title: [null, 'Open again'], $access: [null, 'COMMUNITY'] },
    { title: ['Still open', null], $access: ['PUBLIC', null] },
    { title: ['A first word', 'Still open'] },
    {},
  ]);
});

it('[CELL-01] keeps the values of a stricter level to its readers of that version', async () => {
  const id = await make({ $access: 'PUBLIC', price: 3, privateNotes: 'a secret note' });
  await change(id, { price: 4, privateNotes: 'another secret note' });
  expect(await changesOf('member', id)).toEqual([{}]);
  expect(await changesOf('keeper', id)).toContainEqual({
    price: [3, 4],
    privateNotes: ['a secret note', 'another secret note'],
  });
});

it('[CELL-01] shows rows of which it is not known who could read them to private readers only', async () => {
  const id = await make({ $access: 'PUBLIC' });
  await change(id, { title: 'A later word' });
  await world.services.database.query(
    'update item_history set acl = null, level = null, part_levels = null, part_acls = null where i = $1',
    [Number(id.split('-')[1])],
  );
  expect(await changesOf('member', id)).toEqual([{}]);
  expect(await changesOf('keeper', id)).toContainEqual({ title: ['A first word', 'A later word'] });
});

it('[CELL-01] names who did it only to those who may see that person', async () => {
  const id = await make({ $access: 'PUBLIC' });
  const { items, database } = world.services;
  const [keeper = '', admin = ''] = [world.ids['keeper'], world.ids['admin']];
  await database.transaction(async (tx) => {
    const stored = (await items.find(tx, id, true))!;
    await items.write(tx, stored, { title: 'By another' }, { at: new Date(), by: keeper, actor: admin });
  });
  const who = async (name: string): Promise<object[]> =>
    (await events(name, id)).map(({ by, asUser }) => ({ by, asUser }));
  const nobody = { by: null, asUser: null };
  expect(await who('visitor')).toEqual([nobody, nobody]);
  for (const name of ['stranger', 'member', 'admin'])
    expect(await who(name)).toEqual([
      { by: admin, asUser: keeper },
      { by: keeper, asUser: null },
    ]);
  // All readers see changes by the server.
  await database.transaction(async (tx) => {
    const stored = (await items.find(tx, id, true))!;
    await items.write(tx, stored, { title: 'By the system' }, { at: new Date(), by: 'User-0', actor: undefined });
  });
  expect((await who('visitor'))[0]).toEqual({ by: 'User-0', asUser: null });
});

it('[CELL-01] needs no body over HTTP', async () => {
  const id = await make({ $access: 'PUBLIC' });
  const answer = await ask('member', `history/${id}`);
  expect(answer).toEqual(await ask('member', `history/${id}`, {}));
  expect(answer).toMatchObject({ b: { events: [{ kind: 'created' }] } });
});

it('[ITEM-06] a save from a version of long ago is asked to look again', async () => {
  const id = await make({ $access: 'PUBLIC' });
  await change(id, { title: 'Now' });
  await world.services.database.query(
    `insert into item_history (t, i, u, at, by, op, kind, diff)
     select h.t, h.i, 1000 + n, h.at, h.by, 'u', 'updated', '{"title":null}' from item_history h, generate_series(1, 1001) n where h.i = $1 and h.u = 1`,
    [Number(id.split('-')[1])],
  );
  await world.services.database.query(`update item set u = 2001 where i = $1 and t = 102`, [Number(id.split('-')[1])]);
  expect(await ask('keeper', 'update', { $id: id, _u: 1, year: 1999 })).toMatchObject({
    b: { userMessage: 'conflict' },
  });
  expect(await ask('keeper', 'update', { $id: id, _u: 2000, year: 1999 })).not.toHaveProperty('erred');
});
