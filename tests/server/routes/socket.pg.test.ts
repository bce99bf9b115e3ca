// The socket through its real route: the right to open it, sign-in states and close codes, order, size, and reasons to close.

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import type { Envelope } from 'src/model/generated/wire.ts';
import { openWorld, signIn, type World } from 'tests/server/routes/openWorld.ts';
import { TestSocket } from 'tests/server/routes/TestSocket.ts';
import { TICKS_OF_A_SECOND, ticksUntil } from 'tests/ownTime.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.stop());

const member = async (): Promise<TestSocket> => TestSocket.as(world.url, await signIn(world.url, 'member'));
const errorOf = ({ b }: Envelope): string => (b as { userMessage: string }).userMessage;

describe('opening', () => {
  it.each([
    ['no Origin', {}],
    ['a foreign Origin', { origin: 'https://evil.test' }],
    ['Origin null', { origin: 'null' }],
    ['another port', { origin: 'http://127.0.0.1:1' }],
  ])('answers %s with 403 before the upgrade', async (_what, headers) => {
    await expect(TestSocket.open(world.url, headers as Record<string, string>)).rejects.toThrow('403');
  });

  it('is at /ws and nowhere else', async () => {
    const socket = new WebSocket(`${world.url.replace('http', 'ws')}/ws/x`, { headers: { origin: world.url } });
    const error = await new Promise<Error>((resolve) => {
      socket.on('error', resolve);
    });
    expect(error.message).toContain('404');
  });

  it('offers no compression', async () => {
    const socket = new WebSocket(`${world.url.replace('http', 'ws')}/ws`, {
      headers: { origin: world.url },
      perMessageDeflate: true,
    });
    await new Promise((resolve) => {
      socket.on('open', resolve);
    });
    expect(socket.extensions).toBe('');
    socket.close();
  });
});

describe('before sign-in', () => {
  it('[CONN-01] answers ping with pong', async () => {
    const socket = await TestSocket.open(world.url);
    socket.send({ o: 'ping' });
    expect(await socket.until(({ o }) => o === 'pong')).toEqual({ o: 'pong' });
    socket.close();
  });

  it.each([
    ['an operation', '{"o":"read/Book-1","s":"1"}'],
    ['a search', '{"o":"search/ids","b":{}}'],
    ['signout', '{"o":"signout"}'],
    ['nextToken', '{"o":"nextToken"}'],
    ['an unknown operation', '{"o":"nothing"}'],
    ['no envelope', 'hello'],
    ['an empty frame', ''],
    ['an envelope with an unknown member', '{"o":"ping","x":1}'],
    ['no token', '{"o":"tokenAuth"}'],
    ['a token that is none', '{"o":"tokenAuth","b":"a.b.c"}'],
    ['a token of another kind', '{"o":"tokenAuth","b":{"token":"x"}}'],
    ['a frame that is too long for a stranger', `{"o":"tokenAuth","b":"${'x'.repeat(20_000)}"}`],
  ])('[AUTH-02] closes 4401 identFailed at %s, and answers nothing', async (_what, frame) => {
    const socket = await TestSocket.open(world.url);
    socket.socket.send(frame);
    expect(await socket.closed).toEqual({ code: 4401, reason: 'identFailed' });
    expect(socket.received).toEqual([]);
  });

  it('closes after 5 s of silence', async () => {
    const socket = await TestSocket.open(world.url);
    const started = Date.now();
    expect(await socket.closed).toEqual({ code: 4401, reason: 'identFailed' });
    expect(Date.now() - started).toBeGreaterThan(4_500);
  });

  it('closes at the 33rd ping', async () => {
    const socket = await TestSocket.open(world.url);
    for (let at = 0; at < 40; at += 1) socket.send({ o: 'ping' });
    expect(await socket.closed).toMatchObject({ code: 4401 });
  });
});

describe('signed in', () => {
  it('[AUTH-09] hears authed with the session user, and the plain reply when it asked with s', async () => {
    const socket = await TestSocket.open(world.url);
    socket.send({ o: 'tokenAuth', b: await signIn(world.url, 'keeper'), s: '1', v: 'test+1' });
    const { b } = await socket.until(({ o }) => o === 'authed');
    expect(b).toMatchObject({
      $id: world.ids['keeper'],
      _t: 'User',
      admin: false,
      capabilities: { Library: true },
      adminOrg: world.ids['shelf'],
      adminOrgs: [world.ids['shelf']],
      readOrg: world.ids['shelf'],
      masquerading: false,
      activeTasks: [],
      $version: 'test+1',
    });
    expect(await socket.until(({ s }) => s === '1')).toEqual({ o: 'tokenAuth', s: '1', b });
    socket.close();
  });

  it('[AUTH-02] closes 4402 expiredOnConnect for a token that is over', async () => {
    let ahead = 0;
    const late = await openWorld({
      settings: { tokenMinutes: 1 },
      clock: { now: () => new Date(Date.now() + ahead) },
    });
    const token = await signIn(late.url, 'member');
    ahead = 2 * 60_000;
    const socket = await TestSocket.open(late.url);
    socket.send({ o: 'tokenAuth', b: token });
    expect(await socket.closed).toEqual({ code: 4402, reason: 'expiredOnConnect' });
    await late.stop();
  });

  it('[AUTH-01] is warned before the token ends, and closed 4403 at its end', async () => {
    const brief = await openWorld({ settings: { tokenMinutes: 4 / 60 } });
    const socket = await TestSocket.as(brief.url, await signIn(brief.url, 'member'));
    const { b } = await socket.until(({ o }) => o === 'tokenWarning');
    expect(Date.parse((b as { expires: string }).expires)).toBeGreaterThan(Date.now());
    expect(await socket.closed).toEqual({ code: 4403, reason: 'tokenExpired' });
    await brief.stop();
  });

  it('[AUTH-03] continues with a new token, from any page of the browser', async () => {
    let ahead = 0;
    const brief = await openWorld({
      settings: { tokenMinutes: 12 / 60 },
      clock: { now: () => new Date(Date.now() + ahead) },
    });
    const token = await signIn(brief.url, 'member');
    const [asking, other] = [await TestSocket.as(brief.url, token), await TestSocket.as(brief.url, token)];
    // The token of this session ends after the first one.
    const last = await TestSocket.as(brief.url, await signIn(brief.url, 'keeper'));
    // The new token is made when half of the time is over, so it lasts longer than both.
    ahead = 6_000;
    const reply = await asking.ask('nextToken');
    expect((await asking.until(({ o }) => o === 'newToken')).b).toBe(reply.b);
    expect(reply.b).not.toBe(token);
    ahead = 0;
    expect(await last.closed).toMatchObject({ code: 4403 });
    for (const socket of [asking, other]) expect(await socket.ask('ping')).toMatchObject({ o: 'pong' });
    await brief.stop();
  });

  it('signs in once: the same user may show a newer token, another user may not', async () => {
    const socket = await member();
    expect(await socket.ask('tokenAuth', await signIn(world.url, 'member'))).toMatchObject({
      o: 'tokenAuth',
      b: { $id: world.ids['member'] },
    });
    socket.send({ o: 'tokenAuth', b: await signIn(world.url, 'stranger') });
    expect(await socket.closed).toMatchObject({ code: 4401 });
  });

  it('[AUTH-02] closes every socket of the session 4404 signedout, and the token opens nothing more', async () => {
    const token = await signIn(world.url, 'member');
    const [one, two] = [await TestSocket.as(world.url, token), await TestSocket.as(world.url, token)];
    const elsewhere = await member();
    one.send({ o: 'signout' });
    for (const socket of [one, two]) expect(await socket.closed).toEqual({ code: 4404, reason: 'signedout' });
    const three = await TestSocket.open(world.url);
    three.send({ o: 'tokenAuth', b: token });
    expect(await three.closed).toMatchObject({ code: 4401 });
    expect(await elsewhere.ask('ping')).toMatchObject({ o: 'pong' });
    elsewhere.close();
  });

  it('answers with the o and s of the request, for any fault in it', async () => {
    const socket = await member();
    const cases: [string, string][] = [
      ['{"o":"nothing","s":"a"}', 'unknownOperation'],
      ['{"o":"read/Book-1/2/3","s":"b"}', 'unknownOperation'],
      ['{"o":"search/all","s":"c","b":{}}', 'unknownOperation'],
      ['{"o":"read/Book","s":"d"}', 'invalidId'],
      ['{"o":"read/Book-1","s":"e","b":{"x":1}}', 'invalid'],
      ['{"o":"read/Book-1","s":"f","more":1}', 'invalid'],
      ['{"o":"read/Book-999999","s":"g"}', 'notFound'],
    ];
    for (const [frame, expected] of cases) {
      socket.socket.send(frame);
      const { o, s } = JSON.parse(frame) as Envelope;
      const reply = await socket.until((each) => each.s === s);
      expect(reply).toMatchObject({ o, s, erred: true });
      expect(errorOf(reply)).toBe(expected);
    }
    socket.close();
  });

  it('answers a frame that is not UTF-8, or no JSON, and goes on', async () => {
    const socket = await member();
    socket.socket.send(Buffer.from([0x7b, 0x22, 0xff, 0xfe]), { binary: true });
    socket.socket.send(Buffer.from([0xff, 0xfe]), { binary: false });
    socket.socket.send('{"o":');
    await socket.until(() => socket.received.filter(({ erred }) => erred).length === 3);
    expect(socket.received.filter(({ erred }) => erred).map(errorOf)).toEqual([
      'parseRequestFailed',
      'parseRequestFailed',
      'parseRequestFailed',
    ]);
    expect(await socket.ask('ping')).toMatchObject({ o: 'pong' });
    socket.close();
  });

  it('[CONN-06] closes 1009 at a message over the limit', async () => {
    const socket = await member();
    socket.socket.send(`{"o":"update","b":{"x":"${'x'.repeat(1_048_576)}"}}`);
    expect(await socket.closed).toMatchObject({ code: 1009 });
  });

  it('closes at a message in tiny pieces, and serves the others', async () => {
    const socket = await TestSocket.as(world.url, await signIn(world.url, 'member'));
    const neighbour = await TestSocket.as(world.url, await signIn(world.url, 'member'));
    for (let piece = 0; piece < 3000; piece += 1) socket.socket.send('x', { fin: false });
    expect((await socket.closed).code).not.toBe(1000);
    expect(await neighbour.ask('ping')).toMatchObject({ o: 'pong' });
    neighbour.close();
  });

  it('runs what was sent in one breath in order', async () => {
    const socket = await TestSocket.as(world.url, await signIn(world.url, 'keeper'));
    const shelf = world.ids['shelf'] ?? '';
    const { b: book } = await socket.ask('create/Book', { title: 'One', shelf });
    const { $id, _u } = book as { $id: string; _u: number };
    socket.send({ o: 'update', b: { $id, _u, title: 'Two' }, s: 'u' });
    socket.send({ o: `read/${$id}`, s: 'r' });
    expect(await socket.until(({ s }) => s === 'r')).toMatchObject({ b: { title: 'Two' } });
    socket.close();
  });

  it('[CONN-02] sends what is too large as lrg, to be fetched once by the same session', async () => {
    const small = await openWorld({
      settings: {
        site: { ...(await import('src/server/siteSettings.ts')).DEFAULT_SETTINGS.site, wsMaxMsgSize: 2_000 },
      },
    });
    const token = await signIn(small.url, 'keeper');
    const socket = await TestSocket.as(small.url, token);
    const { services, ids } = small;
    const long = await services.database.transaction((tx) =>
      services.items.insert(
        tx,
        'Book',
        {
          title: 'Long',
          shelf: ids['shelf'] ?? '',
          $access: 'COMMUNITY',
          state: 'DRAFT',
          summary: 'words '.repeat(800),
        },
        { at: new Date(), by: ids['keeper'] ?? '', actor: undefined },
      ),
    );
    const { o, s } = await socket.ask(`read/${long.id}`);
    expect(o).toMatch(/^lrg\/[\w-]{22}$/);
    const fetchWith = (bearer?: string): Promise<Response> =>
      fetch(`${small.url}/ws-${o}`, { headers: bearer === undefined ? {} : { authorization: `Bearer ${bearer}` } });
    expect((await fetchWith()).status).toBe(404);
    expect((await fetchWith(await signIn(small.url, 'admin'))).status).toBe(404);
    expect(await (await fetchWith(token)).json()).toMatchObject({
      o: `read/${long.id}`,
      s,
      b: { $id: long.id, summary: 'words '.repeat(800) },
    });
    expect((await fetchWith(token)).status).toBe(404);
    expect(await socket.ask('ping')).toMatchObject({ o: 'pong' });
    await small.stop();
  });

  it('cuts off a client that does not read, and serves the others', async () => {
    const busy = await openWorld({ limits: { bufferedBytes: 200_000 } });
    const { services, ids } = busy;
    const properties = {
      title: 'Long',
      shelf: ids['shelf'] ?? '',
      $access: 'COMMUNITY',
      state: 'DRAFT',
      summary: 'w'.repeat(19_000),
    };
    const by = { at: new Date(), by: ids['keeper'] ?? '', actor: undefined };
    const long = await services.database.transaction((tx) => services.items.insert(tx, 'Book', properties, by));
    const slow = await TestSocket.as(busy.url, await signIn(busy.url, 'member'));
    slow.socket.pause();
    for (let at = 0; at < 1_500; at += 1) slow.send({ o: `read/${long.id}`, s: String(at) });
    const other = await TestSocket.as(busy.url, await signIn(busy.url, 'member'));
    expect(await other.ask(`read/${long.id}`)).toMatchObject({ b: { $id: long.id } });
    const metrics = async (): Promise<string> => (await fetch(`${busy.url}/metrics`)).text();
    await expect.poll(metrics, { timeout: 30_000 }).toMatch(/keeper_sockets_closed_total\{code="10(06|13)"\} 1/);
    slow.socket.resume();
    expect([1006, 1013]).toContain((await slow.closed).code);
    expect(slow.received.length).toBeLessThan(1_500);
    await busy.stop();
  });

  it('accepts at most as many sockets of a user, or from an address, as the site allows', async () => {
    const narrow = await openWorld({ limits: { socketsPerUser: 2, socketsPerAddress: 2 } });
    const token = await signIn(narrow.url, 'member');
    await TestSocket.as(narrow.url, token);
    await TestSocket.as(narrow.url, token);
    const third = await TestSocket.open(narrow.url);
    third.send({ o: 'tokenAuth', b: token });
    expect(await third.closed).toEqual({ code: 1013, reason: 'overloaded' });
    await TestSocket.open(narrow.url);
    await TestSocket.open(narrow.url);
    await expect(TestSocket.open(narrow.url)).rejects.toThrow('429');
    await narrow.stop();
  });

  it('answers what is under way when it stops, and then tells its sockets to come back', async () => {
    const ending = await openWorld();
    const socket = await TestSocket.as(ending.url, await signIn(ending.url, 'keeper'));
    const writes = Array.from({ length: 20 }, (_, at) =>
      socket.ask('create/Book', { title: `Last ${at}`, shelf: ending.ids['shelf'] ?? '' }),
    );
    // All twenty have been read before: one frame per turn of the event loop, and each write takes several.
    await writes[4];
    await ending.stop();
    expect((await socket.closed).code).toBe(1012);
    for (const { erred, b } of await Promise.all(writes))
      expect([erred, (b as { _u: number })._u]).toEqual([undefined, 1]);
  });
});

describe('rights that change while the socket is open', () => {
  const change = async (
    name: string,
    changes: Readonly<Record<string, never>> | Record<string, unknown>,
  ): Promise<void> => {
    const { items, database } = world.services;
    await database.transaction(async (tx) => {
      const stored = await items.find(tx, world.ids[name] ?? '', true);
      if (stored)
        await items.write(tx, stored, changes as never, {
          at: new Date(),
          by: world.ids['admin'] ?? '',
          actor: undefined,
        });
    });
  };

  it('hold for the next request, and the page hears its new session user', async () => {
    const socket = await TestSocket.as(world.url, await signIn(world.url, 'stranger'));
    const o = `read/${world.ids['PROTECTED'] ?? ''}`;
    expect(errorOf(await socket.ask(o))).toBe('notFound');
    await change('stranger', { memberships: [{ owner: world.ids['shelf'], reads: 'PROTECTED' }] });
    await socket.until(
      ({ o: name, b }) => name === 'authed' && (b as { readOrg: string }).readOrg === world.ids['shelf'],
    );
    expect(await socket.ask(o)).toMatchObject({ b: { $id: world.ids['PROTECTED'] } });
    await change('stranger', { memberships: [] });
    await socket.until(({ o: name, b }) => name === 'authed' && (b as { readOrg: string | null }).readOrg === null);
    expect(errorOf(await socket.ask(o))).toBe('notFound');
    socket.close();
  });

  it('end a blocked user’s sockets within a second', async () => {
    const socket = await TestSocket.as(world.url, await signIn(world.url, 'stranger'));
    await change('stranger', { blocked: true });
    expect(await ticksUntil(socket.closed)).toBeLessThan(TICKS_OF_A_SECOND);
    expect((await socket.closed).code).toBe(4404);
    await expect(signIn(world.url, 'stranger')).rejects.toThrow('signInFailed');
    await change('stranger', { blocked: null as never });
  });

  it('end with another password', async () => {
    const socket = await TestSocket.as(world.url, await signIn(world.url, 'stranger'));
    await world.services.accounts.setPassword(world.ids['stranger'] ?? '', 'a new password');
    expect((await socket.closed).code).toBe(4404);
  });
});
