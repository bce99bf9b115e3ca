// Search requests of a page when it opens: all numbers of the menu and of home are one request, so that pages opened one after the other
// stay within the limit of one person.

import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { operationRule } from 'src/model/wire/operationRule.ts';
import { shownList } from 'tests/e2e/harness/columns.ts';
import { useSharedWorld } from 'tests/e2e/harness/useWorld.ts';

const world = useSharedWorld();

interface Asked {
  readonly o: string;
  readonly b?: { readonly queries?: object };
}

/** All requests of the page, by the socket or by HTTP, that count as a search. */
const noteSearches = (page: Page): Asked[] => {
  const asked: Asked[] = [];
  const note = (text: string | Buffer | null): void => {
    const envelope = JSON.parse(String(text ?? '{}')) as Asked;
    if (operationRule(envelope.o)?.limit === 'search') asked.push(envelope);
  };
  page.on('websocket', (socket) => socket.on('framesent', ({ payload }) => note(payload)));
  page.on('request', (request) => request.url().endsWith('/api/item') && note(request.postData()));
  return asked;
};

const opens = async (page: Page, path: string): Promise<readonly Asked[]> => {
  const asked = noteSearches(page);
  await page.goto(path);
  await page.getByRole('navigation', { name: 'Menu' }).getByRole('link').nth(4).waitFor();
  await page.waitForLoadState('networkidle');
  return asked;
};

const namesOf = (asked: readonly Asked[]): readonly string[] => asked.map(({ o }) => o);

it('[SRCH-01] asks for all numbers of the menu at once', async () => {
  const { page } = await world.open({ as: 'staff' });
  const asked = await opens(page, '/unsaved');
  const counts = asked.filter(({ o }) => o === 'count');
  expect(counts.map(({ b }) => Object.keys(b?.queries ?? {}).length >= 10)).toEqual([true]);
  // Requests in addition to it: the first search, stars, notices of the site, the number of items of each type, and saved searches.
  expect(namesOf(asked).length, namesOf(asked).join()).toBeLessThanOrEqual(6);
});

it('[SRCH-01] [EXPERIENCE] counts everything on home in two questions', async () => {
  const { page } = await world.open({ as: 'staff' });
  const asked = noteSearches(page);
  await page.goto('/');
  const waiting = page.getByRole('region', { name: 'Waiting for me' });
  await waiting.getByRole('listitem').filter({ hasText: 'Conversations assigned to me' }).first().waitFor();
  // One request when the shell is loaded, one when home is.
  expect(namesOf(asked).filter((o) => o === 'count').length).toBeLessThanOrEqual(2);
  expect(namesOf(asked).length, namesOf(asked).join()).toBeLessThanOrEqual(16);
});

it('[SRCH-01] opens lists one after the other without being refused', async () => {
  const { page } = await world.open({ as: 'staff' });
  const refused: string[] = [];
  page.on('response', (response) => response.status() === 429 && refused.push(response.url()));
  page.on('websocket', (socket) =>
    socket.on('framereceived', ({ payload }) => {
      if (String(payload).includes('"rateLimited"')) refused.push(String(payload));
    }),
  );
  for (const path of ['/archive.catalogue', '/consult.responses', '/archive.catalogue', '/unsaved']) {
    await opens(page, path);
    if (path !== '/unsaved') await shownList(page);
  }
  expect(refused).toEqual([]);
});
