// Two server processes on one database behave as one: sessions, pushes, large and streamed replies cross over.

import { afterAll, beforeAll, expect, it } from 'vitest';
import { openWorld, signIn, type TestServer, type World } from 'tests/server/routes/openWorld.ts';
import { TestSocket } from 'tests/server/routes/TestSocket.ts';
import { TICKS_OF_A_SECOND, ticksUntil } from 'tests/ownTime.ts';

let world: World;
let other: TestServer;
beforeAll(async () => {
  world = await openWorld();
  other = await world.second();
});
afterAll(() => world.stop());

it('a token of one opens the other', async () => {
  const socket = await TestSocket.as(other.url, await signIn(world.url, 'member'));
  expect(await socket.ask(`read/${world.ids['COMMUNITY']}`)).toMatchObject({ b: { $id: world.ids['COMMUNITY'] } });
  socket.close();
});

it('[AUTH-02] signing out on one closes the sockets of the other within a second', async () => {
  const token = await signIn(world.url, 'member');
  const here = await TestSocket.as(world.url, token);
  const there = await TestSocket.as(other.url, token);
  here.send({ o: 'signout' });
  expect(await ticksUntil(there.closed)).toBeLessThan(TICKS_OF_A_SECOND);
  expect(await there.closed).toEqual({ code: 4404, reason: 'signedout' });
});

it('[ITEM-07] a save on one is pushed to a watcher on the other, once', async () => {
  const here = await TestSocket.as(world.url, await signIn(world.url, 'keeper'));
  const there = await TestSocket.as(other.url, await signIn(other.url, 'member'));
  const id = world.ids['COMMUNITY'] ?? '';
  expect(await there.ask(`addWatch/${id}`)).toMatchObject({ b: {} });
  const { b } = await here.ask(`read/${id}`);
  const { _u } = b as { _u: number };
  expect(await here.ask('update', { $id: id, _u, summary: 'told across' })).toMatchObject({ b: { _u: _u + 1 } });
  const told = await there.until(({ o }) => o === 'item/update');
  expect(told.b).toMatchObject({ $id: id, _u: _u + 1, changed: { summary: 'told across' } });
  // Pushes come in order: a second one of the first save would come before that of the next save.
  await here.ask('update', { $id: id, _u: _u + 1, summary: 'told again' });
  await there.until(({ o, b: pushed }) => o === 'item/update' && JSON.stringify(pushed).includes('told again'));
  expect(there.received.filter(({ o }) => o === 'item/update')).toHaveLength(2);
  here.close();
  there.close();
});

it('a right lost by a save on one is lost on the other within a second: the item goes, and no word of it follows', async () => {
  const { services, ids } = world;
  const there = await TestSocket.as(other.url, await signIn(other.url, 'member'));
  const id = ids['COMMUNITY'] ?? '';
  await there.ask(`addWatch/${id}`);
  await services.database.transaction(async (tx) => {
    const user = await services.items.find(tx, ids['member'] ?? '', true);
    if (user)
      await services.items.write(
        tx,
        user,
        { memberships: null },
        { at: new Date(), by: ids['admin'] ?? '', actor: undefined },
      );
  });
  const gone = there.until(({ o, b }) => o === 'item/update' && (b as { gone?: boolean }).gone === true);
  const told = there.until(({ o, b }) => o === 'authed' && (b as { readOrg: string | null }).readOrg === null);
  expect(await ticksUntil(Promise.all([gone, told]))).toBeLessThan(TICKS_OF_A_SECOND);
  expect((await gone).b).toEqual({ $id: id, gone: true });
  expect(await there.ask(`read/${id}`)).toMatchObject({ erred: true, b: { userMessage: 'notFound' } });
  there.close();
});

it('the same key sent to both is done once', async () => {
  const headers = { authorization: `Bearer ${await signIn(world.url, 'keeper')}` };
  const body = JSON.stringify({
    o: 'create/Book',
    b: { title: 'Twice', shelf: world.ids['shelf'] },
    key: crypto.randomUUID(),
  });
  const answers = await Promise.all(
    [world.url, other.url, world.url, other.url].map(async (url) =>
      (await fetch(`${url}/api/item`, { method: 'POST', headers, body })).text(),
    ),
  );
  expect(new Set(answers).size).toBe(1);
});

it('[CONN-03] parts of a streamed reply are given by either, each once', async () => {
  const { services, ids, url } = world;
  const { registry } = services;
  await services.database.transaction(
    async (tx) => {
      const by = { at: new Date(), by: ids['admin'] ?? '', actor: undefined };
      const { number } = await services.items.insert(tx, 'Shelf', { name: 'Shelf' }, by);
      // Copies, with their changes for the feed: to save each by itself takes longer than the test on a busy machine.
      const columns = 'u, acl, level, owners, created, creator, updated, label, folded, terms, sort_keys, body, tsv';
      await tx.query(
        `with more as (
           insert into item (t, i, n, ${columns})
             select t, i + 100000 + s, n + 100000 + s, ${columns} from item, generate_series(1, 10499) s where t = $1 and i = $2
             returning t, i, n, u, acl)
         insert into outbox (t, i, n, u, acl, op) select t, i, n, u, acl, 'c' from more`,
        [registry.types['Shelf']?.number, number],
      );
    },
    { unlimited: true },
  );
  const headers = { authorization: `Bearer ${await signIn(url, 'keeper')}`, 'stream-reply': 'accept' };
  const first = await fetch(`${url}/api/item`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ o: 'search/ids', b: { must: { _t: ['Shelf'] }, max: 2147483647 }, s: '9' }),
  });
  const key = first.headers.get('stream-key') ?? '';
  expect(key).toMatch(/^[\w-]{22}$/);
  const { b } = (await first.json()) as { b: { ids: string[]; total: number } };
  expect([b.ids.length, b.total]).toEqual([10_000, 10_502]);
  expect((await fetch(`${other.url}/api/stream/${key}`)).status).toBe(404);
  const second = await fetch(`${other.url}/api/stream/${key}`, { headers });
  expect(second.headers.get('stream-done')).toBe('true');
  const rest = (await second.json()) as { o: string; s: string; b: { ids: string[] } };
  expect([rest.o, rest.s, rest.b.ids.length]).toEqual(['search/ids', '9', 502]);
  expect(new Set([...b.ids, ...rest.b.ids]).size).toBe(10_502);
  expect((await fetch(`${other.url}/api/stream/${key}`, { headers })).status).toBe(404);
  const socket = await TestSocket.as(url, await signIn(url, 'keeper'));
  expect(await socket.ask('search/ids', { must: { _t: ['Shelf'] }, max: 2147483647 }, { s: 'all' })).toMatchObject({
    b: null,
  });
  await socket.until(({ o, b: part }) => o === 'stream:search' && (part as { done: boolean }).done);
  const parts = socket.received
    .filter(({ o, s }) => o === 'stream:search' && s === 'all')
    .map(({ b: part }) => (part as unknown as { part: { ids: string[] } }).part.ids.length);
  expect(parts).toEqual([10_000, 502]);
  socket.close();
});
