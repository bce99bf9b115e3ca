// Floods: a client that sends too much is refused before it causes work, and disconnected; others are served meanwhile.

import pg from 'pg';
import { afterEach, describe, expect, it } from 'vitest';
import type { Envelope } from 'src/model/generated/wire.ts';
import type { Limits } from 'src/server/limits.ts';
import { DEFAULT_SETTINGS } from 'src/server/siteSettings.ts';
import { openWorld, signIn, type World } from 'tests/server/routes/openWorld.ts';
import { TestSocket } from 'tests/server/routes/TestSocket.ts';

let world: World;
afterEach(() => world.stop());

const open = async (limits: Partial<Limits>): Promise<World> => {
  world = await openWorld({ limits });
  return world;
};

/** A bucket that does not fill while a test runs. */
const once = (burst: number) => ({ perSecond: 0.001, burst });
const errorOf = ({ b }: Envelope): string => (b as { userMessage: string }).userMessage;
const post = (body: string, headers: Record<string, string> = {}): Promise<Response> =>
  fetch(`${world.url}/api/item`, { method: 'POST', body, headers });
const bearer = async (name: string): Promise<Record<string, string>> => ({
  authorization: `Bearer ${await signIn(world.url, name)}`,
});

describe('one signed-in socket', () => {
  it('never has more than one of its frames handled between two turns of the event loop', async () => {
    let sinceTurn = 0;
    let most = 0;
    // All work on a frame reads the clock a few times.
    const clock = {
      now: () => {
        sinceTurn += 1;
        most = Math.max(most, sinceTurn);
        return new Date();
      },
    };
    world = await openWorld({ clock });
    const socket = await TestSocket.as(world.url, await signIn(world.url, 'member'));
    let turning = true;
    const turn = (): void => {
      sinceTurn = 0;
      if (turning) setImmediate(turn);
    };
    turn();
    most = 0;
    for (let at = 0; at < 1_000; at += 1) socket.send({ o: 'ping', s: String(at) });
    await socket.until(({ s }) => s === '999');
    turning = false;
    expect(most).toBeGreaterThan(0);
    expect(most).toBeLessThan(40);
  });

  it.each([
    ['pings', '{"o":"ping"}'],
    ['frames that are no JSON', '{"o":"p'],
    ['frames that are no text', Buffer.from([0xff, 0xfe])],
    ['unknown operations', '{"o":"nothing"}'],
  ])('is closed for %s without end; another user goes on', async (_what, frame) => {
    await open({ frames: once(100), refusedFrames: once(10) });
    const neighbour = await TestSocket.as(world.url, await signIn(world.url, 'keeper'));
    const socket = await TestSocket.as(world.url, await signIn(world.url, 'member'));
    for (let at = 0; at < 500; at += 1) socket.socket.send(frame);
    expect(await socket.closed).toEqual({ code: 1013, reason: 'overloaded' });
    expect(socket.received.filter(({ o }) => o === 'pong').length).toBeLessThanOrEqual(100);
    expect(socket.received.filter(({ erred }) => erred).length).toBeLessThanOrEqual(11);
    expect(await neighbour.ask('ping')).toMatchObject({ o: 'pong' });
    const again = await TestSocket.as(world.url, await signIn(world.url, 'member'));
    expect(await again.ask('ping')).toMatchObject(_what === 'pings' ? { erred: true } : { o: 'pong' });
  });

  it('hears that it sends too much with its own s, before the frame is read', async () => {
    await open({ frames: once(3) });
    const socket = await TestSocket.as(world.url, await signIn(world.url, 'member'));
    const replies: Envelope[] = [];
    for (const text of ['1', '2', '3', '4']) replies.push(await socket.ask('ping', undefined, { s: text }));
    expect(replies.slice(0, 3).map(({ o }) => o)).toEqual(['pong', 'pong', 'pong']);
    expect(replies[3]).toMatchObject({ o: 'ping', s: '4', erred: true, b: { userMessage: 'rateLimited' } });
    socket.socket.send('{"s":"5","o":"ping", this is no JSON');
    expect(errorOf(await socket.until(({ s }) => s === '5'))).toBe('rateLimited');
  });

  it('stays open when its searches are refused, as those of a person who clicks fast are', async () => {
    await open({ search: once(2), refusedFrames: once(3) });
    const socket = await TestSocket.as(world.url, await signIn(world.url, 'member'));
    const query = { must: { _t: ['Book'] } };
    const answers: Envelope[] = [];
    for (let at = 0; at < 12; at += 1) answers.push(await socket.ask('search/ids', query));
    expect(answers.slice(2).map(errorOf)).toEqual(Array(10).fill('rateLimited'));
    expect(await socket.ask('ping')).toMatchObject({ o: 'pong' });
  });

  it('has each further tokenAuth counted', async () => {
    await open({ other: once(3) });
    const token = await signIn(world.url, 'member');
    const socket = await TestSocket.as(world.url, token);
    for (let at = 0; at < 3; at += 1) expect((await socket.ask('tokenAuth', token)).erred).toBeUndefined();
    socket.send({ o: 'tokenAuth', b: token });
    expect(await socket.closed).toMatchObject({ code: 1013 });
  });
});

it('slow readers of one user are cut off when they hold too much together; another user’s is not', async () => {
  // The limit of a single socket is high, so only the limit of the user applies.
  await open({ bufferedBytes: 1e9, bufferedBytesPerUser: 2_000_000 });
  const { services, ids } = world;
  const properties = {
    title: 'Long',
    shelf: ids['shelf'] ?? '',
    $access: 'COMMUNITY',
    state: 'DRAFT',
    summary: 'w'.repeat(19_000),
  };
  const by = { at: new Date(), by: ids['keeper'] ?? '', actor: undefined };
  const long = await services.database.transaction((tx) => services.items.insert(tx, 'Book', properties, by));
  const slowOne = async (name: string, reads: number): Promise<TestSocket> => {
    const socket = await TestSocket.as(world.url, await signIn(world.url, name));
    socket.socket.pause();
    for (let at = 0; at < reads; at += 1) socket.send({ o: `read/${long.id}`, s: String(at) });
    return socket;
  };
  const other = await slowOne('keeper', 20);
  // Far more than the operating system buffers for unread connections.
  const slow = await Promise.all([slowOne('member', 1_000), slowOne('member', 1_000)]);
  const metrics = async (): Promise<string> => (await fetch(`${world.url}/metrics`)).text();
  await expect.poll(metrics).toMatch(/keeper_sockets_closed_total\{code="1006"\} [12]/);
  other.socket.resume();
  expect(await other.ask('ping', undefined, { s: 'ping' })).toMatchObject({ o: 'pong' });
  for (const each of slow) each.socket.terminate();
});

it('answers that wait behind a slow database are cut by the sum of their user; another user’s are not', async () => {
  const site = { ...DEFAULT_SETTINGS.site, wsMaxMsgSize: 10_000 };
  // The limit of a single socket is high, so only the limit of the user applies. It is more than the 50 answers of one socket and clearly
  // less than those of two, even when a few are refused as too many.
  const limits = { bufferedBytes: 1e9, bufferedBytesPerUser: 600_000 };
  world = await openWorld({ limits, settings: { site } });
  const { services, ids, connection } = world;
  const by = { at: new Date(), by: ids['keeper'] ?? '', actor: undefined };
  const bookOf = (summary: string): Promise<{ readonly id: string }> => {
    const properties = { title: 'Long', shelf: ids['shelf'] ?? '', $access: 'COMMUNITY', state: 'DRAFT', summary };
    return services.database.transaction((tx) => services.items.insert(tx, 'Book', properties, by));
  };
  const [large, small] = [await bookOf('ж'.repeat(9_000)), await bookOf('ж'.repeat(4_000))];
  const slow = new pg.Client(connection);
  // The connection closes with the database when an attempt fails.
  slow.on('error', () => undefined);
  await slow.connect();
  await slow.query('begin');
  await slow.query('lock table held_part');
  const waitingOne = async (name: string): Promise<TestSocket> => {
    const socket = await TestSocket.as(world.url, await signIn(world.url, name));
    socket.send({ o: `read/${large.id}`, s: 'large' });
    for (let at = 0; at < 50; at += 1) socket.send({ o: `read/${small.id}`, s: String(at) });
    return socket;
  };
  const other = await waitingOne('keeper');
  const [first, second] = await Promise.all([waitingOne('member'), waitingOne('member')]);
  expect(await Promise.race([first?.closed, second?.closed])).toEqual({ code: 1013, reason: 'overloaded' });
  await slow.query('rollback');
  await slow.end();
  const heard = await other.until(({ s }) => s === '49');
  expect(heard).toMatchObject({ b: { $id: small.id } });
  expect(other.received.find(({ s }) => s === 'large')?.o).toMatch(/^lrg\//);
});

describe('sockets that have not signed in', () => {
  it('are cut off in the middle of a frame that is too long for a stranger', async () => {
    await open({});
    const socket = await TestSocket.open(world.url);
    for (let piece = 0; piece < 100; piece += 1) socket.socket.send(Buffer.alloc(1_000, 32), { fin: false });
    expect((await socket.closed).code).toBe(1006);
  });

  it('may be so many from all addresses; a signed-in user frees a slot, and no longer counts for the address', async () => {
    await open({ socketsNotSignedIn: 3, socketsPerAddress: 2 });
    const token = await signIn(world.url, 'member');
    for (let at = 0; at < 4; at += 1) await TestSocket.as(world.url, token);
    await TestSocket.open(world.url);
    await TestSocket.open(world.url);
    await expect(TestSocket.open(world.url)).rejects.toThrow('429');
    await world.stop();
    await open({ socketsNotSignedIn: 1 });
    await TestSocket.open(world.url);
    await expect(TestSocket.open(world.url)).rejects.toThrow('503');
  });
});

describe('bodies', () => {
  it('are counted by their bytes before they are parsed: a visitor’s by his address, a user’s by his name', async () => {
    await open({ visitorBytes: once(100_000), bytes: once(1_000_000) });
    const blanks = (length: number): string => '{"o":"ping"}'.padEnd(length);
    const statuses: number[] = [];
    for (let at = 0; at < 3; at += 1) statuses.push((await post(blanks(60_000))).status);
    const late = await post('no JSON at all');
    expect([...statuses, late.status]).toEqual([200, 200, 429, 429]);
    expect(Number(late.headers.get('retry-after'))).toBeGreaterThan(0);
    const member = await bearer('member');
    expect((await post(blanks(900_000), member)).status).toBe(200);
    expect((await post(blanks(900_000), member)).status).toBe(200);
    expect((await post('{"o":"ping"}', member)).status).toBe(429);
    expect((await post('{"o":"ping"}', await bearer('keeper'))).status).toBe(200);
  });

  it('of an unknown operation, and long ones of an operation that needs none, are not parsed', async () => {
    await open({});
    const wrong = `{"o":"OPERATION","b":"${'x'.repeat(5_000)}", and this is no JSON`;
    const answered = async (text: string, headers = {}): Promise<unknown> => {
      const answer = await post(text, headers);
      return [answer.status, errorOf((await answer.json()) as Envelope)];
    };
    expect(await answered(wrong.replace('OPERATION', 'nothing'))).toEqual([200, 'unknownOperation']);
    expect(await answered(wrong.replace('OPERATION', 'read/Book-1'))).toEqual([400, 'parseRequestFailed']);
    const long = `{"o":"OPERATION","b":"${'x'.repeat(1_100_000)}", and this is no JSON`;
    const keeper = await bearer('keeper');
    expect(await answered(long.replace('OPERATION', 'search/ids'), keeper)).toEqual([413, 'tooLarge']);
    expect(await answered(long.replace('OPERATION', 'update'), keeper)).toEqual([400, 'parseRequestFailed']);
  });

  it('with more keys than any operation has are refused as too large', async () => {
    await open({});
    const keys = Array.from({ length: 21_000 }, (_, at) => `"${at.toString(36)}":1`).join(',');
    const answer = await post(`{"o":"update","b":{${keys}}}`, await bearer('member'));
    expect([answer.status, errorOf((await answer.json()) as Envelope)]).toEqual([413, 'tooLarge']);
  });
});

describe('a request costs by its size and its fan-out', () => {
  const ids = (count: number): string[] => Array.from({ length: count }, (_, at) => `Book-${at + 1}`);

  it.each([
    ['readMany of 1,000', { o: 'readMany/object', b: ids(1_000) }, 21],
    ['readMany of 49', { o: 'readMany/object', b: ids(49) }, 1],
    [
      'isAllowed of 400 items and an action',
      { o: 'isAllowed', b: ids(400).map((id) => ({ id, actions: ['update'] })) },
      5,
    ],
    ['getGrantedBy of 100', { o: 'getGrantedBy', b: { grantsFor: { Book: ids(100) } } }, 6],
    ['a body of 130,000 characters', { o: 'label/Book-1', b: 'x'.repeat(131_100) }, 3],
  ])('%s', async (_what, envelope, cost) => {
    await open({ other: once(50) });
    const member = await bearer('member');
    await post(JSON.stringify(envelope), member);
    let left = 0;
    while ((await post('{"o":"label/Book-1"}', member)).status === 200) left += 1;
    expect(50 - left).toBe(cost);
  });

  /** Cost of a request, of twenty tokens: the number of plain searches that remain shows it. */
  const searchTokens = async (o: string, b: object): Promise<number> => {
    await open({ search: once(20) });
    const member = await bearer('member');
    await post(JSON.stringify({ o, b }), member);
    let left = 0;
    while ((await post('{"o":"search/ids","b":{"must":{"_t":["Book"]}}}', member)).status === 200) left += 1;
    return 20 - left;
  };

  it.each([
    ['a page', { must: { _t: ['Book'] } }, 1],
    ['everything', { must: { _t: ['Book'] }, max: 2147483647 }, 6],
    ['everything with labels', { must: { _t: ['Book'] }, max: 2147483647, labels: true }, 11],
  ])('a search for %s', async (_what, b, cost) => {
    expect(await searchTokens('search/ids', b)).toBe(cost);
  });

  const counting = (amount: number, query: object) => ({
    queries: Object.fromEntries(Array.from({ length: amount }, (_, at) => [`count ${at}`, query])),
  });
  it.each([
    ['of 10 kinds', counting(10, { must: { _t: ['Book'] } }), 1],
    ['of 21 kinds', counting(21, { must: { _t: ['Book'] } }), 3],
    ['of one text', counting(1, { must: { text: ['river'] } }), 1],
    ['of 12 texts', counting(12, { mustNot: { text: ['river'] } }), 12],
    ['through 3 relations', counting(3, { subs: { loans: {} } }), 3],
    ['of no queries', { queries: null }, 1],
  ])('a count %s', async (_what, b, cost) => {
    expect(await searchTokens('count', b)).toBe(cost);
  });
});

describe('forged tokens', () => {
  it.each(['/api/item', '/lov/en/GENRES', '/attachment/Attachment-1'])(
    'are refused unverified when there are too many, at %s; a good token from the same address is not',
    async (path) => {
      await open({ unknownTokens: once(4) });
      const good = await bearer('member');
      const ask = (headers: Record<string, string>): Promise<Response> =>
        fetch(
          `${world.url}${path}`,
          path === '/api/item' ? { method: 'POST', body: '{"o":"ping"}', headers } : { headers },
        );
      const usual = (await ask(good)).status;
      const [head, body] = (good['authorization'] ?? '').split('.');
      const forged = (at: number) => ({ authorization: `${head}.${body}.${'A'.repeat(42)}${at}` });
      const answers: number[] = [];
      for (let at = 0; at < 6; at += 1) answers.push((await ask(forged(at))).status);
      expect(answers).toEqual([401, 401, 401, 429, 429, 429]);
      expect((await ask(forged(7))).headers.get('retry-after')).toMatch(/^\d+$/);
      expect((await ask(good)).status).toBe(usual);
      // A cookie counts as well.
      if (path.startsWith('/attachment')) expect((await ask({ cookie: 'Access-Token=a.b.c' })).status).toBe(429);
    },
  );

  it('count also when they were good once', async () => {
    await open({ unknownTokens: once(2) });
    const token = await bearer('member');
    const ask = (): Promise<Response> => post('{"o":"ping"}', token);
    expect((await ask()).status).toBe(200);
    await post('{"o":"signout"}', token);
    // The first request finds the session ended. From then on, requests count.
    expect([(await ask()).status, (await ask()).status, (await ask()).status]).toEqual([401, 401, 429]);
  });
});

it('texts of a language are counted for the address like other questions', async () => {
  await open({ other: once(3) });
  const ask = async (): Promise<number> => (await fetch(`${world.url}/locale-overrides/en`)).status;
  expect([await ask(), await ask(), await ask(), await ask()]).toEqual([200, 200, 200, 429]);
});
