// Recipients of an event, among the many members of an owner.

import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ItemId, Json } from 'src/model/item/Item.ts';
import { createAudience } from 'src/server/events/recipients.ts';
import { openWorld, type World } from 'tests/server/routes/openWorld.ts';

const MEMBERS = 30;

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.stop());

const add = async (type: string, values: Record<string, Json>): Promise<ItemId> => {
  const { services, ids } = world;
  const by = { at: new Date(), by: ids['admin'] ?? '', actor: undefined };
  return (await services.database.transaction((tx) => services.items.insert(tx, type, values, by))).id;
};
const member = (name: string, owner: ItemId, more: Record<string, Json>): Promise<ItemId> =>
  add('User', {
    name,
    email: `${name}@toy.test`,
    memberships: [{ owner, reads: 'COMMUNITY', admin: false, capabilities: [], ...more }],
  });

it('[NTFY-01] reads only the members that a right of the owner names, however many others there are', async () => {
  const shelf = await add('Shelf', { name: 'Crowded' });
  const librarian = await member('librarian', shelf, { capabilities: ['Library'] });
  const administrator = await member('administrator', shelf, { admin: true });
  for (let at = 0; at < MEMBERS; at += 1) await member(`reader${at}`, shelf, {});
  const { registry, items, clock, database } = world.services;
  const read: ItemId[] = [];
  const findMany: typeof items.findMany = (db, ids, options) => {
    read.push(...ids);
    return items.findMany(db, ids, options);
  };
  const audience = createAudience({ registry, clock, items: { findMany } });
  expect(await audience.holdersOf(database, [shelf], 'Library')).toEqual([librarian]);
  expect(await audience.administratorsOf(database, [shelf])).toEqual([administrator]);
  expect(read).toEqual([librarian, administrator]);
});
