// The search of the page that opens is asked before anything shows its answer, and once.
import { expect, it, vi } from 'vitest';
import { askAhead } from 'src/client/listing/askAhead.ts';
import { openingOf, queryOf, screenPlan } from 'src/client/listing/listingPlan.ts';
import { startClient } from 'tests/client/startClient.ts';

const opened = async (path: string, param?: string) => {
  const client = startClient({ path });
  const remember = vi.fn();
  askAhead(client, remember);
  await vi.waitFor(() => expect(client.session.user).toBeDefined());
  const { registry, session } = client;
  const screen = registry.screens.find((each) => path.startsWith(`/${each.path}`) && each.search);
  const plan = screen && screenPlan(screen, { registry, user: session.user });
  return { client, remember, query: plan && queryOf(plan, openingOf(plan, param).state) };
};

it('[SRCH-01] asks what the listing asks, and keeps the question for the next visit', async () => {
  const { client, remember, query } = await opened('/library.books?c0=fox', 'fox');
  expect(query?.must).toMatchObject({ _t: ['Book'], text: ['fox'] });
  expect(remember).toHaveBeenCalledExactlyOnceWith('First-Search', { address: '/library.books?c0=fox', query });
  const ahead = query && client.search.takeAhead(query);
  expect(await ahead).toMatchObject({ ids: expect.any(Array) });
  expect(query && client.search.takeAhead(query)).toBeUndefined();
  const asked = client.server.received.filter(({ o, b }) => o === 'search/ids' && JSON.stringify(b).includes('fox'));
  expect(asked).toHaveLength(1);
});

it('[AUTH-05] gives the answer to no one after the session has ended', async () => {
  const { client, query } = await opened('/library.books');
  await client.session.signOut();
  expect(query && client.search.takeAhead(query)).toBeUndefined();
});

it.each(['/i-Book-1', '/home', '/library'])('[SRCH-01] asks nothing where %s opens', async (path) => {
  const { remember } = await opened(path);
  expect(remember).not.toHaveBeenCalled();
});
