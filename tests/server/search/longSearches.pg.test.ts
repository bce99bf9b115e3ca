// Searches for everything: one at a time, only so many waiting, no short search behind them, and none for a client that has gone.

import pg from 'pg';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { VISITOR } from 'src/model/access/Subject.ts';
import { openWorld, signIn, type World } from 'tests/server/routes/openWorld.ts';
import { TestSocket } from 'tests/server/routes/TestSocket.ts';

const ALL = 2147483647;

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.stop());

it('answers one after the other, refuses those for whom it would take too long, and lets short ones overtake', async () => {
  const { search, readFilters } = world.services;
  const readFilter = await readFilters.readFilterFor(VISITOR);
  const done: string[] = [];
  const all = Array.from({ length: 12 }, (_, at) =>
    search
      .search(readFilter, { must: { _t: ['Book'] }, max: ALL })
      .then(({ total }) => void done.push(`all ${at}: ${total}`)),
  );
  const short = search
    .search(readFilter, { must: { _t: ['Book'] } })
    .then(({ total }) => void done.push(`short: ${total}`));
  const outcomes = await Promise.allSettled(all);
  await short;
  expect(outcomes.map(({ status }) => status)).toEqual([
    ...Array.from({ length: 9 }, () => 'fulfilled'),
    ...Array.from({ length: 3 }, () => 'rejected'),
  ]);
  expect(outcomes.at(-1)).toMatchObject({ reason: { key: 'rateLimited', params: { retryAfter: 5 } } });
  expect(done.filter((each) => each.startsWith('all'))).toEqual(Array.from({ length: 9 }, (_, at) => `all ${at}: 1`));
  expect(done.at(-1)).not.toBe('short: 1');
});

const BOOKS = 20_000;
const BOOK = 102;
/** Labels are read in pieces of 2,000. */
const PIECES = BOOKS / 2000;

it('ends a search for everything when its socket is closed or its request is given up, and begins none that waits', async () => {
  const { database } = world.services;
  await database.query('update counter set next = next + $1 where key in (0, $2)', [2 * BOOKS, BOOK]);
  await database.query(
    `with made as (insert into item (t, i, n, u, acl, level, owners, created, creator, updated, label, folded, terms, sort_keys, bbox, body, tsv)
       select t, i + 1000 + s, n + 1000 + s, u, acl, level, owners, created, creator, updated, label, folded, terms, sort_keys, bbox, body, tsv
       from item, generate_series(1, $2::int) s where t = $1 and i = $3 returning t, i, n, u, acl)
     insert into outbox (t, i, n, u, acl, op) select t, i, n, u, acl, 'c' from made`,
    [BOOK, BOOKS, Number(world.ids['PUBLIC']?.split('-')[1])],
  );
  const token = await signIn(world.url, 'member');
  const all = { must: { _t: ['Book'] }, max: ALL, labels: true };
  const spy = vi.spyOn(pg.Client.prototype, 'query');
  const pieces = (): number =>
    spy.mock.calls.filter(([asked]) => (asked as unknown as { name?: string }).name === `item.labels.${BOOK}`).length;

  const leaving = await TestSocket.as(world.url, token);
  for (const s of ['1', '2', '3']) leaving.send({ o: 'search/ids', s, b: all });
  await expect.poll(pieces).toBeGreaterThan(0);
  leaving.close();
  const givenUp = new AbortController();
  const request = fetch(`${world.url}/api/item`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    body: JSON.stringify({ o: 'search/ids', s: '1', b: all }),
    signal: givenUp.signal,
  });
  const first = pieces();
  await expect.poll(pieces).toBeGreaterThan(first);
  givenUp.abort();
  await expect(request).rejects.toThrow();

  const staying = await TestSocket.as(world.url, token);
  const before = pieces();
  // Waits for its turn behind whatever is left of the others.
  const long = await staying.ask('search/ids', { ...all, max: 6000, labels: false });
  expect((long.b as { readonly ids: unknown[] }).ids).toHaveLength(6000);
  const after = pieces();
  staying.close();
  spy.mockRestore();
  // Of the four that were left none came to its end, and two never began; its own answer takes four.
  expect([before, after - before].map((count) => count < 2 * PIECES)).toEqual([true, true]);
});
