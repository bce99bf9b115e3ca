// Searches for everything: one at a time, only so many waiting, no short search behind them, and none for a client that has gone.

import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { VISITOR } from 'src/model/access/Subject.ts';
import type { Envelope, Filters, FilterValue } from 'src/model/generated/wire.ts';
import type { Json } from 'src/model/item/Item.ts';
import { isProblem } from 'src/model/problems.ts';
import { textScores } from 'src/server/search/textScores.ts';
import { openWorld, signIn, type World } from 'tests/server/routes/openWorld.ts';
import { TestSocket } from 'tests/server/routes/TestSocket.ts';
import { openSearch } from 'tests/server/search/searchWorld.ts';
import { registry } from 'tests/toy/generated/registry.server.ts';

const ALL = 2147483647;
const BOOKS = 20_000;
const BOOK = 102;
/** Labels are read in pieces of 2,000. */
const PIECES = BOOKS / 2000;

let world: World;
let token: string;
beforeAll(async () => {
  world = await openWorld();
  const { database } = world.services;
  await database.query('update counter set next = next + $1 where key in (0, $2)', [2 * BOOKS, BOOK]);
  await database.query(
    `with made as (insert into item (t, i, n, u, acl, level, owners, created, creator, updated, label, folded, terms, sort_keys, body, tsv)
       select t, i + 1000 + s, n + 1000 + s, u, acl, level, owners, created, creator, updated, label, folded, terms, sort_keys, body, tsv
       from item, generate_series(1, $2::int) s where t = $1 and i = $3 returning t, i, n, u, acl)
     insert into outbox (t, i, n, u, acl, op) select t, i, n, u, acl, 'c' from made`,
    [BOOK, BOOKS, Number(world.ids['PUBLIC']?.split('-')[1])],
  );
  token = await signIn(world.url, 'member');
});
afterAll(() => world.stop());

it('answers one after the other, refuses those for whom it would take too long, and lets short ones overtake', async () => {
  const socket = await TestSocket.as(world.url, token);
  const must = { _t: ['Book'] };
  // The first is still under way when the last one comes.
  for (let at = 0; at < 12; at += 1)
    socket.send({ o: 'search/ids', s: `long ${at}`, b: { must, max: at === 0 ? 12_000 : 5001, labels: at === 0 } });
  socket.send({ o: 'search/ids', s: 'short', b: { must } });
  const answers = (): readonly Envelope[] =>
    socket.received.filter(({ o, s }) => /^(long|short)/.test(s ?? '') && !o.startsWith('stream:'));
  await expect.poll(() => answers().length).toBe(13);
  const refused = answers().filter(({ erred }) => erred === true);
  expect(refused.map(({ b }) => b)).toEqual(
    Array.from({ length: 3 }, () => expect.objectContaining({ userMessage: 'rateLimited', params: { retryAfter: 5 } })),
  );
  const order = answers().flatMap(({ s, erred }) => (erred === true ? [] : [s]));
  expect(order.filter((s) => s !== 'short')).toEqual(Array.from({ length: 9 }, (_, at) => `long ${at}`));
  expect(order.indexOf('short')).toBeLessThan(order.length - 1);
  socket.close();
});

it('ends a search for everything when its socket is closed or its request is given up, and begins none that waits', async () => {
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
  // Waits behind the remaining ones of the others.
  const long = await staying.ask('search/ids', { ...all, max: 6000, labels: false });
  expect((long.b as { readonly ids: unknown[] }).ids).toHaveLength(6000);
  const after = pieces();
  staying.close();
  spy.mockRestore();
  // None of the four abandoned ones ended, and two never began; its own answer takes four.
  expect([before, after - before].map((count) => count < 2 * PIECES)).toEqual([true, true]);
});

describe('[SRCH-01] [TRUST] a cancelled search ends in PostgreSQL at once', () => {
  // Held, a statement would work on up to its own limit of ten seconds.
  let holder: pg.Client;
  const SOON = { timeout: 2_000, interval: 20 };
  const AREA = JSON.parse(
    '{"type": "Polygon", "coordinates": [[[-140, 50], [-130, 50], [-130, 60], [-140, 50]]]}',
  ) as Json;
  const QUESTIONS: Record<string, { readonly o: string; readonly b: Json }> = {
    text: { o: 'search/ids', b: { must: { _t: ['Book'], text: ['canary'] } } },
    labels: { o: 'search/ids', b: { must: { _t: ['Book'] }, labels: true } },
    area: { o: 'search/ids', b: { must: { _t: ['Book'], inArea: [AREA] } } },
    counts: {
      o: 'count',
      b: { queries: { one: { must: { _t: ['Book'], inArea: [AREA] } }, other: { must: { inArea: [AREA] } } } },
    },
    suggestions: { o: 'suggest', b: { text: 'canary' } },
  };
  const waiting = async (): Promise<number> => {
    const asked = `select from pg_stat_activity where datname = current_database() and state = 'active' and wait_event_type = 'Lock'`;
    return (await world.services.database.query(asked)).length;
  };
  const hold = (): Promise<unknown> =>
    holder.query(`begin; lock table item_${BOOK}, item_geometry in access exclusive mode`);

  beforeAll(async () => {
    holder = new pg.Client(world.connection);
    await holder.connect();
    // Then the columns have read what was made above.
    const { search, readFilters } = world.services;
    await search.search(await readFilters.readFilterFor(VISITOR), { must: { _t: ['Book'] } });
  });
  afterAll(() => holder.end());
  afterEach(() => holder.query('rollback'));

  it.each(Object.keys(QUESTIONS))('when a socket is closed, or a request given up: %s', async (name) => {
    const { o, b } = QUESTIONS[name] ?? { o: '', b: null };
    const socket = await TestSocket.as(world.url, token);
    const givenUp = new AbortController();
    await hold();
    socket.send({ o, b, s: name });
    const headers = { authorization: `Bearer ${token}` };
    const { signal } = givenUp;
    const request = fetch(`${world.url}/api/item`, { method: 'POST', headers, body: JSON.stringify({ o, b }), signal });
    await expect.poll(waiting, SOON).toBeGreaterThan(1);
    givenUp.abort();
    await expect(request).rejects.toThrow();
    socket.close();
    await expect.poll(waiting, SOON).toBe(0);
  });

  it('when its time is over, and the next one is answered', async () => {
    const { search, readFilters, stop } = await openSearch(registry, world.services.database, Date.now(), 3_000);
    const readFilter = await readFilters.readFilterFor(VISITOR);
    await search.textsRead();
    await hold();
    const asked: Filters[] = [{ text: ['canary'] }, { inArea: [AREA as unknown as FilterValue] }, {}];
    const answers = Promise.allSettled(
      asked.map((must) => search.search(readFilter, { must: { _t: ['Book'], ...must } })),
    );
    await expect.poll(waiting, SOON).toBeGreaterThan(0);
    const ended = (await answers).map(
      (each) => each.status === 'rejected' && isProblem(each.reason) && each.reason.key,
    );
    expect(ended).toEqual(asked.map(() => 'timeout'));
    await expect.poll(waiting, SOON).toBe(0);
    await holder.query('rollback');
    expect((await search.search(readFilter, { must: { _t: ['Book'] } })).total).toBeGreaterThan(BOOKS);
    await stop();
  });
});

it('scores all words of what the reader finds, however many more are hidden', async () => {
  const { database, readFilters } = world.services;
  const book = { title: 'Seen once', shelf: world.ids['shelf'] ?? '', summary: 'numbat', $access: 'PUBLIC' };
  const headers = { authorization: `Bearer ${await signIn(world.url, 'keeper')}` };
  const answer = await fetch(`${world.url}/api/item`, {
    method: 'POST',
    body: JSON.stringify({ o: 'create/Book', b: book }),
    headers,
  });
  const made = (await answer.json()) as { readonly b: { readonly $id: string } };
  const readFilter = await readFilters.readFilterFor(VISITOR);
  const hits = new Map([[BOOK, new Int32Array(5_000)]]);
  const scores = await textScores({ database, readFilter, timeout: 5_000 }, 'numbat', hits);
  expect(scores.get(BOOK)?.numbers).toEqual([Number(made.b.$id.split('-')[1])]);
});
