// The search of the page that opens is asked before anything shows its answer, and once.
import { expect, it, vi } from 'vitest';
import type { Environment } from 'src/client/connection/environment.ts';
import { askAhead } from 'src/client/listing/askAhead.ts';
import type { Json } from 'src/model/item/Item.ts';
import { openingQuery } from 'src/model/listing/openingQuery.ts';
import { startClient } from 'tests/client/startClient.ts';

const opened = async (path: string, earlyAnswer?: Environment['earlyAnswer']) => {
  const client = startClient({ path, environment: earlyAnswer ? { earlyAnswer } : {} });
  askAhead(client);
  await vi.waitFor(() => expect(client.session.user).toBeDefined());
  const { registry, session, server, day } = client;
  const query = openingQuery(path, { registry, user: session.user, today: day.today });
  const asked = () => server.received.filter(({ o, b }) => o === 'search/ids' && JSON.stringify(b).includes('Book'));
  return { client, query, asked };
};

it('[SRCH-01] asks what the listing asks, once', async () => {
  const { client, query, asked } = await opened('/library.books?c0=fox');
  expect(query?.must).toMatchObject({ _t: ['Book'], text: ['fox'] });
  const ahead = query && client.search.takeAhead(query);
  expect(await ahead).toMatchObject({ ids: expect.any(Array) });
  expect(query && client.search.takeAhead(query)).toBeUndefined();
  expect(asked()).toHaveLength(1);
});

it('[SRCH-01] takes what the page has asked while loading, and asks itself when that is another search', async () => {
  const path = '/library.books?c0=fox';
  const { query } = await opened(path);
  const told =
    (sent: Json): Environment['earlyAnswer'] =>
    async (o, body) =>
      o === 'openingSearch' && JSON.stringify(body) === JSON.stringify({ address: path })
        ? { o, b: { query: sent, answer: { ids: ['Book-9'], total: 1 } } }
        : undefined;
  const same = await opened(path, told(JSON.parse(JSON.stringify(query)) as Json));
  expect(await (query && same.client.search.takeAhead(query))).toEqual({ ids: ['Book-9'], total: 1 });
  expect(same.asked()).toEqual([]);
  const other = await opened(path, told({ must: { _t: ['Book'] } }));
  expect(await (query && other.client.search.takeAhead(query))).not.toMatchObject({ ids: ['Book-9'] });
  expect(other.asked()).toHaveLength(1);
});

it('[AUTH-05] gives the answer to no one after the session has ended', async () => {
  const { client, query } = await opened('/library.books');
  await client.session.signOut();
  expect(query && client.search.takeAhead(query)).toBeUndefined();
});

it.each(['/i-Book-1', '/home', '/library'])('[SRCH-01] asks nothing where %s opens', async (path) => {
  const { query, asked } = await opened(path);
  expect([query, asked()]).toEqual([undefined, []]);
});
