// One door for operations: which way they go, what comes back, what happens when the line is bad.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Envelope, SessionUser } from 'src/model/generated/wire.ts';
import { ClientProblem, isUnreachable } from 'src/client/connection/ClientProblem.ts';
import { toyUser } from 'stories/scripted/toyItems.ts';
import { type FakeLink, fakeLink } from 'tests/client/connection/FakeLink.ts';

const connected = (options?: Parameters<typeof fakeLink>[0]): FakeLink => {
  const link = fakeLink(options);
  link.connection.connect();
  link.socket().authenticate();
  return link;
};
const json = (value: unknown, init?: ResponseInit) => Response.json(value, init);
const seconds = (count: number) => vi.advanceTimersByTimeAsync(count * 1000);

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe('ServerConnection', () => {
  it('[CONN-01] authenticates first, with the version, and numbers requests', async () => {
    const { connection, socket } = connected();
    expect(socket().sent[0]).toMatchObject({ o: 'tokenAuth', b: 'token', v: '1.0.0' });
    const answer = connection.send('read/Book-1', null);
    const { s } = socket().last ?? {};
    expect(s).toMatch(/^\d+$/);
    socket().receive({ o: 'read/Book-1', s, b: { $id: 'Book-1' } });
    expect(await answer).toEqual({ $id: 'Book-1' });
  });

  it('[CONN-01] sends no token that was sent as the page opened, and another one that it holds by now', () => {
    const { connection, socket, sockets } = fakeLink();
    connection.connect();
    Object.assign(socket(), { sentToken: 'token' });
    socket().authenticate();
    expect([connection.live, socket().sent]).toEqual([true, []]);
    connection.disconnect();
    connection.connect();
    Object.assign(socket(), { sentToken: 'older' });
    socket().onOpen();
    expect(sockets).toHaveLength(2);
    expect(socket().sent).toMatchObject([{ o: 'tokenAuth', b: 'token' }]);
  });

  it('[CONN-02] takes what was asked as the page opened, and asks by itself where that failed or hangs', async () => {
    const early: (Envelope | undefined | 'never')[] = [{ o: 'search/ids', b: { ids: [], total: 3 } }];
    const earlyAnswer = () => {
      const answer = early.shift();
      return answer === 'never' ? new Promise<never>(() => {}) : Promise.resolve(answer);
    };
    const { connection, answers, requests } = fakeLink({ environment: { earlyAnswer }, site: { httpTimeout: 5000 } });
    expect(await connection.send('search/ids', { max: 1 })).toEqual({ ids: [], total: 3 });
    expect(requests).toEqual([]);
    early.push({ o: 'search/ids', erred: true, b: { userMessage: 'invalid' } }, 'never');
    answers.push(
      json({ o: 'search/ids', b: { ids: [], total: 4 } }),
      json({ o: 'search/ids', b: { ids: [], total: 5 } }),
    );
    expect(await connection.send('search/ids', { max: 1 })).toMatchObject({ total: 4 });
    const late = connection.send('search/ids', { max: 1 });
    await seconds(5);
    expect(await late).toMatchObject({ total: 5 });
  });

  it('[CONN-01] sends ping without a number and keeps replies apart', async () => {
    const { connection, socket } = connected();
    const first = connection.send('label/Book-1', null);
    const second = connection.send('label/Book-2', null);
    const [, a, b] = socket().sent;
    socket().receive({ o: 'label/Book-2', s: b?.s, b: { label: 'two' } });
    socket().receive({ o: 'label/Book-1', s: a?.s, b: { label: 'one' } });
    expect([await first, await second]).toEqual([{ label: 'one' }, { label: 'two' }]);
  });

  it('[CONN-02] goes by HTTP while the socket is not open', async () => {
    const { connection, answers, requests } = fakeLink();
    answers.push(json({ o: 'read/Book-1', s: '1', b: { $id: 'Book-1' } }));
    expect(await connection.send('read/Book-1', null)).toEqual({ $id: 'Book-1' });
    const headers = new Headers(requests[0]?.init?.headers);
    expect(requests[0]?.path).toBe('/api/item');
    expect(headers.get('Authorization')).toBe('Bearer token');
    expect(headers.get('Content-Type')).toBe('application/json');
  });

  it('[CONN-02] [CONN-06] goes by HTTP above the size limit, counted in bytes', async () => {
    const { connection, answers, requests, socket } = connected({ site: { wsMaxMsgSize: 120 } });
    answers.push(json({ o: 'create/Book', s: '2', b: { $id: 'Book-9' } }));
    await connection.send('create/Book', { title: 'ᓄᓇᕗᑦ'.repeat(10) });
    expect(requests).toHaveLength(1);
    expect(socket().sent).toHaveLength(1);
  });

  it('[CONN-02] fetches a large reply, and a large push', async () => {
    const { connection, answers, requests, socket } = connected();
    const pushed = vi.fn();
    connection.onPush('item/update', pushed);
    const answer = connection.send('read/Book-1', null);
    answers.push(json({ o: 'read/Book-1', s: '2', b: { $id: 'Book-1' } }));
    socket().receive({ o: 'lrg/abc', s: '2' });
    expect(await answer).toEqual({ $id: 'Book-1' });
    expect(requests[0]?.path).toBe('/ws-lrg/abc');
    answers.push(json({ o: 'item/update', b: { $id: 'Book-1' } }));
    socket().receive({ o: 'lrg/def' });
    await seconds(0);
    expect(pushed).toHaveBeenCalledWith({ $id: 'Book-1' });
  });

  it('[CONN-03] reads a stream over HTTP until it is done', async () => {
    const { connection, answers, requests } = fakeLink();
    const parts: unknown[] = [];
    answers.push(
      json({ o: 'act/streamFeatures', s: '1', b: [1] }, { headers: { 'Stream-Key': 'key 1' } }),
      json({ o: 'act/streamFeatures', s: '1', b: [2] }),
      json({ o: 'act/streamFeatures', s: '1', b: [3] }, { headers: { 'Stream-Done': 'true' } }),
    );
    await connection.stream('act/streamFeatures', {}, (part) => parts.push(part));
    expect(parts).toEqual([[1], [2], [3]]);
    expect(requests.map(({ path }) => path)).toEqual(['/api/item', '/api/stream/key%201', '/api/stream/key%201']);
    expect(new Headers(requests[0]?.init?.headers).get('Stream-Reply')).toBe('accept');
  });

  it('[CONN-03] reads a stream over the socket, and each part starts the clock again', async () => {
    const { connection, socket } = connected();
    const parts: unknown[] = [];
    const done = connection.stream('act/streamFeatures', {}, (part) => parts.push(part));
    const { s } = socket().last ?? {};
    socket().receive({ o: 'act/streamFeatures', s, b: null });
    await seconds(50);
    socket().receive({ o: 'stream:streamFeatures', s, b: { part: [1], done: false } });
    await seconds(50);
    socket().receive({ o: 'stream:streamFeatures', s, b: { part: [2], done: true } });
    await done;
    expect(parts).toEqual([[1], [2]]);
  });

  it('[ERR-01] makes a problem of a refused request, also of one it has never heard of', async () => {
    const { connection, socket } = connected();
    const refused = connection.send('read/Book-1', null);
    socket().receive({ o: 'read/Book-1', s: socket().last?.s, erred: true, b: { userMessage: 'notFound' } });
    await expect(refused).rejects.toMatchObject({ key: 'notFound' });
    const strange = connection.send('read/Book-1', null);
    socket().receive({
      o: 'read',
      s: socket().last?.s,
      erred: true,
      b: { userMessage: 'noOrg', params: { name: 'x' } },
    });
    await expect(strange).rejects.toMatchObject({ messageId: 'errors.noOrg', params: { name: 'x' } });
  });

  it('[ERR-01] says when an answer has no body', async () => {
    const { connection, socket, answers } = connected();
    const empty = connection.send('read/Book-1', null);
    socket().receive({ o: 'read/Book-1', s: socket().last?.s });
    await expect(empty).rejects.toMatchObject({
      messageId: 'errors.emptyResponse',
      systemMessage: 'No response body from read/Book-1',
    });
    answers.push(new Response(''));
    connection.disconnect();
    await expect(connection.send('read/Book-1', null)).rejects.toMatchObject({
      systemMessage: 'POST response data is empty',
    });
  });

  it('[ERR-01] maps HTTP failures', async () => {
    const { connection, answers } = fakeLink();
    const refused = vi.fn();
    connection.tokenRefused.add(refused);
    answers.push(
      new Response('', { status: 413 }),
      json({ erred: true, b: { userMessage: 'tokenExpired' } }, { status: 401 }),
    );
    await expect(connection.send('read/Book-1', null)).rejects.toMatchObject({ key: 'tooLarge' });
    expect(refused).not.toHaveBeenCalled();
    await expect(connection.send('read/Book-1', null)).rejects.toMatchObject({ key: 'tokenExpired' });
    expect(refused).toHaveBeenCalledOnce();
    await expect(connection.send('read/Book-1', null)).rejects.toMatchObject({
      messageId: 'errors.networkError',
      unreachable: true,
    });
  });

  it('[CONN-06] gives up a request over HTTP after its timeout', async () => {
    const { connection } = fakeLink({
      environment: {
        fetch: (_path, init) =>
          new Promise((_resolve, reject) => {
            init?.signal?.addEventListener('abort', () => reject(new Error('aborted')));
          }),
      },
    });
    const answer = connection.send('read/Book-1', null).catch((thrown: unknown) => thrown);
    await seconds(60);
    expect(await answer).toMatchObject({ messageId: 'errors.networkError' });
  });

  it('[CONN-04] pings after 30 s of silence and closes with 4500 after 45 s more', async () => {
    const { connection, socket, sockets } = connected();
    await seconds(29);
    expect(connection.health).toBe('GOOD');
    await seconds(1);
    expect(socket().last).toEqual({ o: 'ping' });
    expect(connection.health).toBe('WAIT');
    await seconds(44);
    expect(socket().closedWith).toBeUndefined();
    await seconds(1);
    expect(sockets[0]?.closedWith).toBe(4500);
    expect(connection.health).toBe('BAD');
  });

  it('[CONN-04] is GOOD again with any word from the server', async () => {
    const { connection, socket } = connected();
    await seconds(31);
    socket().receive({ o: 'pong' });
    expect(connection.health).toBe('GOOD');
    await seconds(29);
    expect(connection.health).toBe('GOOD');
  });

  it('[CONN-04] fails a request without reply after 60 s and closes with 4500', async () => {
    const { connection, socket } = connected();
    const answer = connection.send('create/Book', { title: 'x' }).catch((thrown: unknown) => thrown);
    await seconds(31);
    socket().receive({ o: 'pong' });
    await seconds(29);
    expect(await answer).toMatchObject({ messageId: 'errors.wsMsgTimeout' });
    expect(socket().closedWith).toBe(4500);
  });

  it('[CONN-04] says that a message was too large after close 1009', async () => {
    const { connection, socket } = connected();
    const answer = connection.send('read/Book-1', null).catch((thrown: unknown) => thrown);
    socket().onClose(1009, '');
    expect(await answer).toMatchObject({ key: 'tooLarge' });
  });

  it('asks again by HTTP what the socket took with it, unless asking twice would do harm', async () => {
    const { connection, socket, answers } = connected();
    const read = connection.send('read/Book-1', null);
    const created = connection.send('create/Book', { title: 'x' }).catch((thrown: unknown) => thrown);
    answers.push(json({ o: 'read/Book-1', s: '2', b: { $id: 'Book-1' } }));
    socket().onClose(1006, '');
    expect(await read).toEqual({ $id: 'Book-1' });
    expect(await created).toBeInstanceOf(ClientProblem);
  });

  it('[CONN-05] counts down, tries again, and tells of success', async () => {
    const { connection, socket, sockets } = connected();
    const recovered = vi.fn();
    connection.recovered.add(recovered);
    socket().onClose(1006, '');
    expect(connection.health).toBe('BAD');
    expect(connection.retryIn).toBe(5); // 3 + 2^1, the random part being 0
    await seconds(2);
    expect(connection.retryIn).toBe(3);
    await seconds(3);
    expect(sockets).toHaveLength(2);
    expect(connection.retryIn).toBeUndefined();
    socket().authenticate();
    expect(connection.health).toBe('GOOD');
    expect(recovered).toHaveBeenCalledOnce();
  });

  it('[CONN-05] retries at once when asked', () => {
    const { connection, socket, sockets } = connected();
    socket().onClose(1006, '');
    connection.retryNow();
    expect(sockets).toHaveLength(2);
    expect(connection.retryIn).toBeUndefined();
  });

  it('[CONN-05] retries when the server answers another request while the next attempt is long away', async () => {
    const { connection, socket, sockets, answers } = connected();
    for (const failures of [1, 2, 3, 4]) {
      socket().onClose(1006, '');
      expect(connection.retryIn).toBe(3 + 2 ** failures);
      if (failures < 4) connection.retryNow();
    }
    expect(connection.retryIn).toBe(19);
    await expect(connection.send('read/Book-1', null)).rejects.toThrow();
    expect(sockets).toHaveLength(4);
    answers.push(json({ o: 'read/Book-1', b: { $id: 'Book-1' } }));
    await connection.send('read/Book-1', null);
    expect(sockets).toHaveLength(5);
    socket().authenticate();
    expect(connection.health).toBe('GOOD');
  });

  it('[CONN-05] counts an attempt over 1 s as failed, but takes it when it succeeds', async () => {
    const { connection, socket, sockets } = connected();
    socket().onClose(1006, '');
    connection.retryNow();
    await seconds(1);
    expect(connection.retryIn).toBe(7); // 3 + 2^2
    socket().authenticate();
    expect(connection.health).toBe('GOOD');
    await seconds(20);
    expect(sockets).toHaveLength(2);
  });

  it('[CONN-05] counts a first attempt as failed that is not open within 20 s', async () => {
    const { connection, sockets } = fakeLink();
    connection.connect();
    await seconds(19);
    expect([connection.health, connection.retryIn]).toEqual(['GOOD', undefined]);
    await seconds(1);
    expect([connection.health, connection.retryIn]).toEqual(['BAD', 5]);
    await seconds(5);
    expect(sockets).toHaveLength(2);
    expect(sockets[0]?.closedWith).toBe(1000);
  });

  it('[CONN-01] [CONN-04] closes with 4500 when tokenAuth is not answered within 20 s, and tries again', async () => {
    const { connection, socket, sockets } = fakeLink();
    const closed = vi.fn();
    connection.closed.add(closed);
    connection.connect();
    socket().onOpen();
    await seconds(19);
    expect(socket().last).toMatchObject({ o: 'tokenAuth' });
    expect(closed).not.toHaveBeenCalled();
    await seconds(1);
    expect(closed).toHaveBeenCalledWith(4500, 'noReply');
    expect(sockets[0]?.closedWith).toBe(4500);
    expect([connection.health, connection.retryIn]).toEqual(['BAD', 5]);
    await seconds(5);
    expect(sockets).toHaveLength(2);
  });

  it('[ERR-01] reports when the connection has been bad for a long time, and when it has recovered', async () => {
    const { connection, socket } = connected();
    socket().onClose(1006, '');
    await seconds(29);
    expect(connection.badForLong).toBe(false);
    await seconds(1);
    expect(connection.badForLong).toBe(true);
    connection.retryNow();
    socket().authenticate();
    expect(connection.badForLong).toBe(false);
  });

  it('[CONN-05] abandons a slow attempt for the next one', async () => {
    const { connection, socket, sockets } = connected();
    socket().onClose(1006, '');
    connection.retryNow();
    await seconds(8);
    expect(sockets).toHaveLength(3);
    expect(sockets[1]?.closedWith).toBe(1000);
  });

  it('[SHELL-07] [CONN-05] repeats its questions after a reconnect and a change of rights, not after one of preferences or stars', () => {
    const { connection, socket } = connected();
    let repeats = 0;
    connection.onAuthed(() => (repeats += 1));
    const confirm = (changes: Partial<SessionUser>): number => {
      socket().receive({ o: 'authed', b: JSON.parse(JSON.stringify({ ...toyUser, ...changes })) });
      return repeats;
    };
    const dark = { dark: true, preferences: { dark: true } };
    expect(confirm({ keptVersion: 1, ...dark })).toBe(0);
    expect(confirm({ keptVersion: 2, ...dark })).toBe(0);
    expect(confirm({ keptVersion: 3, ...dark, readOrgs: ['Shelf-1'] })).toBe(1);
    // The rights that the session user does not name may have changed.
    expect(confirm({ keptVersion: 3, ...dark, readOrgs: ['Shelf-1'] })).toBe(2);
    socket().onClose(1006, '');
    connection.retryNow();
    socket().authenticate();
    expect(repeats).toBe(3);
  });

  it('stops connecting when the user has signed out', async () => {
    const { connection, sockets } = connected();
    connection.closed.add(() => connection.disconnect());
    sockets[0]?.onClose(4403, 'tokenExpired');
    await seconds(700);
    expect(sockets).toHaveLength(1);
    expect(connection.health).toBe('GOOD');
  });

  it('[CONN-05] waits for no answer once the device says that it has no network', async () => {
    const { connection } = connected();
    const saved = connection.send('label/Book-1', null).catch((thrown: unknown) => isUnreachable(thrown));
    connection.networkLost();
    expect(await saved).toBe(true);
    expect(connection.health).not.toBe('GOOD');
  });
});
