// Items for a device contain nothing PRIVATE, also for people who may read it, and reading them leaves no trace in the audit.

import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Item, Json } from 'src/model/item/Item.ts';
import { openWorld, signIn, type World } from 'tests/server/routes/openWorld.ts';
import { TestSocket } from 'tests/server/routes/TestSocket.ts';

type Kept = Readonly<Record<string, Item & { readonly $labels: Readonly<Record<string, string>> }>>;

let world: World;
let keeper: TestSocket;
let member: TestSocket;

beforeAll(async () => {
  world = await openWorld();
  const socket = async (name: string): Promise<TestSocket> => TestSocket.as(world.url, await signIn(world.url, name));
  [keeper, member] = await Promise.all([socket('keeper'), socket('member')]);
});
afterAll(async () => {
  for (const socket of [keeper, member]) socket.close();
  await world.stop();
});

const insert = async (title: string, more: Readonly<Record<string, Json>> = {}): Promise<string> => {
  const { database, items } = world.services;
  const properties = { title, shelf: world.ids['shelf'] ?? '', $access: 'PUBLIC', ...more };
  const by = { at: new Date(), by: world.ids['admin'] ?? '', actor: undefined };
  return (await database.transaction((tx) => items.insert(tx, 'Book', properties, by))).id;
};

const keptBy = async (socket: TestSocket, ids: readonly string[]): Promise<Kept> => {
  const { b, erred } = await socket.ask('act/keptItems', { ids: [...ids] });
  expect(erred).not.toBe(true);
  return b as unknown as Kept;
};

test('[PERM-01] leaves out PRIVATE items, PRIVATE values, and relations to PRIVATE items with their names', async () => {
  const hidden = await insert('A private diary', { $access: 'PRIVATE' });
  const open = await insert('An open book');
  const id = await insert('A book with a diary', { sequels: [hidden, open], privateNotes: 'notes that few may read' });
  const { b: read } = await keeper.ask(`read/${id}`);
  expect(read).toMatchObject({ privateNotes: 'notes that few may read', sequels: [hidden, open] });
  const kept = await keptBy(keeper, [id, hidden, open]);
  expect(Object.keys(kept).sort()).toEqual([id, open].sort());
  expect(kept[id]).not.toHaveProperty('privateNotes');
  expect(kept[id]?.['sequels']).toEqual([open]);
  expect(JSON.stringify(kept)).not.toContain('private diary');
  expect(kept[id]?.$labels[open]).toContain('An open book');
});

test('[PERM-01] leaves out what the reader may not see, and what became PRIVATE', async () => {
  const { database, items } = world.services;
  const id = await insert('A book of the moment');
  expect(Object.keys(await keptBy(member, [id]))).toEqual([id]);
  await database.transaction(async (tx) => {
    const stored = await items.find(tx, id, true);
    const by = { at: new Date(), by: world.ids['admin'] ?? '', actor: undefined };
    if (stored) await items.write(tx, stored, { $access: 'PRIVATE' }, by);
  });
  expect(await keptBy(member, [id])).toEqual({});
  expect(await keptBy(keeper, [id])).toEqual({});
});

test('[TRUST] is no read of PRIVATE content', async () => {
  const id = await insert('A book with private notes', { privateNotes: 'never on a device' });
  await keptBy(keeper, [id]);
  const trail = async (): Promise<readonly Json[]> => {
    const { b } = await keeper.ask('act/auditTrail', { _t: 'Book', _i: Number(id.split('-')[1]) });
    return ((b as { readonly entries?: readonly Json[] }).entries ?? []) as readonly Json[];
  };
  expect(await trail()).toEqual([]);
  await keeper.ask(`read/${id}`);
  expect(await trail()).toHaveLength(1);
});
