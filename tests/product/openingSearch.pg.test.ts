// `openingSearch`: the server determines the first search of each list as the page does, and answers it as the page would be answered.

import { afterAll, beforeAll, expect, it } from 'vitest';
import { registry } from 'src/generated/registry.client.ts';
import { dayIn } from 'src/model/calendar/dayIn.ts';
import type { SessionUser } from 'src/model/generated/wire.ts';
import { openingQuery } from 'src/model/listing/openingQuery.ts';
import { okOf } from 'tests/product/productOperations.ts';
import { openProductWorld, type ProductWorld } from 'tests/product/productWorld.ts';

let world: ProductWorld;
beforeAll(async () => {
  world = await openProductWorld();
});
afterAll(() => world.stop());

const lists = registry.screens.filter(({ search, view }) => search && view === undefined).map(({ path }) => path);
const PEOPLE = ['owner administrator', 'member'] as const;

it.each(PEOPLE)('[SRCH-01] determines the first search of every list for %s as the page does', async (person) => {
  expect(lists.length).toBeGreaterThan(30);
  const user = okOf(await world.ask(person, 'getSessionUser')) as unknown as SessionUser;
  const today = dayIn(new Date(), user.timeZone);
  for (const path of lists) {
    const found = okOf(await world.ask(person, 'openingSearch', { address: `/${path}` }));
    const query = openingQuery(`/${path}`, { registry, user, today });
    expect(JSON.stringify(found['query']), path).toBe(JSON.stringify(query));
    expect(found['answer'], path).toEqual(okOf(await world.ask(person, 'search/ids', query as never)));
  }
});

it('[SRCH-01] [ROUTE-02] reads the text and the filters of the address, and the first of several columns', async () => {
  const texts = async (address: string) => {
    const { query } = okOf(await world.ask('member', 'openingSearch', { address })) as { query?: { must: object } };
    return query?.must;
  };
  expect(await texts('/archive.catalogue?c0=winter')).toMatchObject({ text: ['winter'] });
  expect(await texts('/archive.catalogue/i-ArchiveEntry-1?c0=winter&c1=edit')).toMatchObject({ text: ['winter'] });
  for (const address of ['/', '/i-ArchiveEntry-1', '/unknown', '/%E0%A4%A', '?', '//', '/archive.catalogue?c0=%'])
    expect(await world.ask('member', 'openingSearch', { address }), address).not.toHaveProperty('refused');
});

it('[SRCH-02] [ROUTE-02] refuses an address whose search exceeds the limits, with the error of a search', async () => {
  const query = { must: { text: ['x'.repeat(1_001)] } };
  const refused = await world.ask('member', 'search/ids', query);
  expect(refused).toMatchObject({ refused: 'invalid' });
  const opened = await world.ask('member', 'openingSearch', { address: `/archive.catalogue?c0=${'x'.repeat(1_001)}` });
  expect(opened).toMatchObject({ refused: 'invalid' });
  expect(JSON.stringify(opened).replaceAll('"/query', '"')).toBe(JSON.stringify(refused));
});

it('[AUTH-01] answers signed-in people only', async () => {
  expect(await world.ask('anonymous', 'openingSearch', { address: `/${lists[0]}` })).toMatchObject({
    refused: 'notSignedIn',
  });
});
