// Days as the site counts them: at 16:30 in British Columbia it is already the next day in UTC, and for the site it is not.
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Json } from 'src/model/item/Item.ts';
import { openWorld, signIn, type World } from 'tests/server/routes/openWorld.ts';
import { TestSocket } from 'tests/server/routes/TestSocket.ts';

/** 16:30 on 31 January in Vancouver. */
const NOW = new Date('2031-02-01T00:30:00Z');

let world: World;
let socket: TestSocket;
beforeAll(async () => {
  world = await openWorld({ settings: { timeZone: 'America/Vancouver' }, clock: { now: () => NOW } });
  socket = await TestSocket.as(world.url, await signIn(world.url, 'admin'));
  const { database, items } = world.services;
  for (const hour of ['2031-01-31T07:30:00Z', '2031-01-31T15:00:00Z', '2031-02-01T00:15:00Z'])
    await database.transaction((tx) =>
      items.insert(
        tx,
        'Book',
        { title: `Written at ${hour}`, shelf: world.ids['shelf'] ?? '', colour: '#102030' },
        { at: new Date(hour), by: world.ids['admin'] ?? '', actor: undefined },
      ),
    );
});
afterAll(() => world.stop());

const createdFacet = async (): Promise<Json> => {
  const query = { must: { _t: ['Book'], text: ['Written'] }, facets: ['created'] };
  const { facets } = (await socket.ask('search/ids', query)).b as { facets: { created: Json } };
  return facets.created;
};

it('[SRCH-03] "today" begins and ends at midnight of the site, independent of the day in UTC', async () => {
  expect(await createdFacet()).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ value: 'today', count: 2 }),
      expect.objectContaining({ value: 'yesterday', count: 1 }),
    ]),
  );
});
