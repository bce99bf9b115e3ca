// The HTTP routes: envelopes, sign-in, headers, page, lists, health; and no secret is logged.

import { mkdir, writeFile } from 'node:fs/promises';
import { get } from 'node:http';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Envelope } from 'src/model/generated/wire.ts';
import type { Json } from 'src/model/item/Item.ts';
import { DEFAULT_SETTINGS } from 'src/server/siteSettings.ts';
import { openWorld, PASSWORD, signIn, type World } from 'tests/server/routes/openWorld.ts';

let world: World;
let token: string;
beforeAll(async () => {
  world = await openWorld({ limits: { signInPerAddress: { perSecond: 1e6, burst: 1e6 } } });
  token = await signIn(world.url, 'keeper');
});
afterAll(() => world.stop());

const post = (body: string | Uint8Array<ArrayBuffer>, headers: Record<string, string> = {}): Promise<Response> =>
  fetch(`${world.url}/api/item`, { method: 'POST', body, headers: { 'content-type': 'application/json', ...headers } });
const as = (bearer: string): Record<string, string> => ({ authorization: `Bearer ${bearer}` });
const ask = async (
  envelope: { o: string; b?: Json; s?: string; key?: string },
  headers: Record<string, string> = as(token),
): Promise<Envelope> => (await (await post(JSON.stringify(envelope), headers)).json()) as Envelope;

describe('POST /api/item', () => {
  it('[ITEM-06] answers as the socket does', async () => {
    expect(await ask({ o: 'read/' + (world.ids['PRIVATE'] ?? ''), s: '7' })).toMatchObject({
      o: `read/${world.ids['PRIVATE']}`,
      s: '7',
      b: { $id: world.ids['PRIVATE'] },
    });
    expect(await ask({ o: 'ping', s: '8' })).toEqual({ o: 'pong', s: '8' });
    expect(await ask({ o: 'tokenAuth', b: token })).toMatchObject({ erred: true });
  });

  it.each([
    [400, 'not JSON', '{"o":', {}],
    [400, 'nothing', '', {}],
    [400, 'not UTF-8', Buffer.from([0x7b, 0xff]), {}],
    [400, 'compressed', Buffer.from([31, 139, 8]), { 'content-encoding': 'gzip' }],
    [200, 'an unknown operation', '{"o":"nothing"}', {}],
    [200, 'an invalid envelope', '{"o":"ping","x":1}', {}],
    [401, 'a bad token', '{"o":"ping"}', { authorization: 'Bearer a.b.c' }],
    [401, 'another kind of authorization', '{"o":"ping"}', { authorization: 'Basic eDp5' }],
    [413, 'over 64 KiB from a visitor', Buffer.alloc(65_537, 32), {}],
  ])('answers %i to %s, as an erred envelope', async (status, _what, body, headers) => {
    const answer = await post(body, headers as Record<string, string>);
    expect(answer.status).toBe(status);
    expect(await answer.json()).toMatchObject({ erred: true, b: { userMessage: expect.any(String) } });
  });

  it('compresses a long answer for who takes that, and leaves a short one as it is', async () => {
    const description = 'otter'.repeat(2000);
    const made = await ask({
      o: 'create/Book',
      b: { title: 'Long', shelf: world.ids['shelf'] ?? '', summary: description },
    });
    const { $id } = made.b as { $id: string };
    const read = async (o: string, encodings: string) => {
      const answer = await post(JSON.stringify({ o }), { ...as(token), 'accept-encoding': encodings });
      const { headers } = answer;
      return [headers.get('content-encoding'), headers.get('vary'), JSON.stringify(await answer.json())];
    };
    const plain = await read(`read/${$id}`, 'identity');
    expect(plain).toEqual([null, null, expect.stringContaining(description)]);
    expect(await read(`read/${$id}`, 'gzip, br')).toEqual(['br', 'accept-encoding', plain[2]]);
    expect(await read(`read/${$id}`, 'gzip')).toEqual(['gzip', 'accept-encoding', plain[2]]);
    expect(await read('ping', 'gzip, br')).toEqual([null, null, '{"o":"pong"}']);
  });

  it('takes 16 MiB from a signed-in user, and not a byte more', async () => {
    expect((await post(Buffer.alloc(16_777_216, 32), as(token))).status).toBe(400);
    const answer = await post(Buffer.alloc(16_777_217, 32), as(token));
    expect([answer.status, await answer.json()]).toMatchObject([413, { erred: true, b: { userMessage: 'tooLarge' } }]);
  });

  it('asks a visitor to sign in for what needs it, and hides what it hides', async () => {
    const visitor = (o: string): Promise<Envelope> => ask({ o }, {});
    expect(await visitor('nextToken')).toMatchObject({ erred: true, b: { userMessage: 'notSignedIn' } });
    expect(await visitor(`read/${world.ids['COMMUNITY']}`)).toEqual({
      ...(await visitor('read/Book-999999')),
      o: `read/${world.ids['COMMUNITY']}`,
    });
    expect(await visitor(`read/${world.ids['PUBLIC']}`)).toMatchObject({ b: { title: 'Canary PUBLIC' } });
  });

  it('never takes the cookie for an envelope', async () => {
    const answer = await post(JSON.stringify({ o: `read/${world.ids['PRIVATE']}` }), {
      cookie: `Access-Token=${token}`,
    });
    expect(await answer.json()).toMatchObject({ erred: true, b: { userMessage: 'notAllowed' } });
  });

  it('[CONN-03] streams a search for everything in parts, to its own session', async () => {
    const answer = await post(
      JSON.stringify({ o: 'search/ids', b: { must: { _t: ['Book'] }, max: 2147483647 }, s: '1' }),
      { ...as(token), 'stream-reply': 'accept' },
    );
    expect(answer.headers.get('stream-key')).toBeNull();
    expect(await answer.json()).toMatchObject({ b: { total: expect.any(Number), ids: expect.any(Array) } });
  });

  it('counts refused bodies too, so that probing is limited', async () => {
    const small = await openWorld({ limits: { other: { perSecond: 0.001, burst: 3 } } });
    const token = await signIn(small.url, 'stranger');
    const statuses: number[] = [];
    for (let at = 0; at < 5; at += 1)
      statuses.push(
        (
          await fetch(`${small.url}/api/item`, {
            method: 'POST',
            headers: { authorization: `Bearer ${token}` },
            body: JSON.stringify({ o: 'isAllowed', b: { id: 'Book-1', actions: ['read'], guess: at } }),
          })
        ).status,
      );
    await small.stop();
    expect(statuses).toEqual([200, 200, 200, 429, 429]);
  });

  it('[TRUST] refuses long texts and questions for many rights after fewer calls than short ones', async () => {
    const narrow = await openWorld({ limits: { search: { perSecond: 0.001, burst: 20 } } });
    const long = Array.from({ length: 180 }, (_, at) => `w${at}`).join(' ');
    const searchFor = (text: string): Json => ({ must: { _t: ['Book'], text: [text] }, max: 10 });
    const rights = (name: string, query: Json): Json => {
      const [, number] = (narrow.ids[name] ?? '').split('-');
      return { _t: 'User', _i: Number(number), query, subjectID: narrow.ids[name] ?? '', chain: ['read'] };
    };
    /** Returns the number of calls of this person that succeed before one is refused. */
    const answered = async (name: string, o: string, b: Json): Promise<number> => {
      const headers = as(await signIn(narrow.url, name));
      const body = JSON.stringify({ o, b });
      for (let calls = 0; calls <= 20; calls += 1) {
        const response = await fetch(`${narrow.url}/api/item`, { method: 'POST', headers, body });
        if (response.status === 429) return calls;
        const { erred, b: answer } = (await response.json()) as Envelope;
        expect(erred === true ? answer : undefined).toBeUndefined();
      }
      throw new Error(`${name} ${o} is not refused`);
    };
    const counts = [
      await answered('admin', 'search/ids', searchFor('fox')),
      await answered('keeper', 'search/ids', searchFor(long)),
      await answered('member', 'act/filterByPerm', rights('member', { must: { _t: ['Book'] }, max: 50 })),
      await answered('stranger', 'act/filterByPerm', rights('stranger', { must: { _t: ['Book'] } })),
    ];
    await narrow.stop();
    expect(counts).toEqual([20, 2, 20, 3]);
  });

  it('refuses writes beyond the limit with Retry-After, and another process counts along', async () => {
    const narrow = await openWorld({ limits: { write: { perSecond: 0.01, burst: 5 } } });
    const other = await narrow.second();
    const bearer = as(await signIn(narrow.url, 'keeper'));
    const write = (at: number): Promise<Response> =>
      fetch(`${at % 2 === 0 ? narrow.url : other.url}/api/item`, {
        method: 'POST',
        headers: bearer,
        body: JSON.stringify({ o: 'create/Book', b: { title: `T${at}`, shelf: narrow.ids['shelf'] ?? '' } }),
      });
    const answers: Response[] = [];
    for (let at = 0; at < 8; at += 1) answers.push(await write(at));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(5);
    const refused = answers.filter(({ status }) => status === 429);
    expect(refused).toHaveLength(3);
    expect(Number(refused[0]?.headers.get('retry-after'))).toBeGreaterThan(10);
    expect(await refused[0]?.json()).toMatchObject({
      erred: true,
      b: { userMessage: 'rateLimited', params: { retryAfter: expect.any(Number) } },
    });
    // An action that only reads does not count for the rate of writes.
    const ask = (action: string): Promise<Response> =>
      fetch(`${narrow.url}/api/item`, {
        method: 'POST',
        headers: bearer,
        body: JSON.stringify({ o: `act/${action}` }),
      });
    expect((await ask('menuItems')).status).toBe(200);
    expect((await ask('testMail')).status).toBe(429);
    await narrow.stop();
  });
});

describe('a write with a key', () => {
  const key = (): string => crypto.randomUUID();
  const shelf = (): string => world.ids['shelf'] ?? '';
  const count = async (title: string): Promise<number> => {
    const { b } = await ask({ o: 'search/ids', b: { must: { _t: ['Book'], text: [title] } } });
    return (b as { total: number }).total;
  };

  it('is done once, however often and however fast it is sent', async () => {
    const envelope = { o: 'create/Book', b: { title: 'Onlyonce', shelf: shelf() }, key: key() };
    const answers = await Promise.all(Array.from({ length: 8 }, () => ask(envelope)));
    expect(new Set(answers.map(({ b }) => (b as { $id: string }).$id)).size).toBe(1);
    expect(await ask(envelope)).toEqual(answers[0]);
    expect(await count('Onlyonce')).toBe(1);
  });

  it('may be sent again after a refusal', async () => {
    const once = key();
    expect(await ask({ o: 'create/Book', b: { shelf: shelf() }, key: once })).toMatchObject({
      erred: true,
      b: { userMessage: 'invalid' },
    });
    expect(await ask({ o: 'create/Book', b: { title: 'Mended', shelf: shelf() }, key: once })).toMatchObject({
      b: { title: 'Mended' },
    });
  });

  it('is refused when it was used for something else', async () => {
    const once = key();
    const made = await ask({ o: 'create/Book', b: { title: 'Keyed', shelf: shelf() }, key: once });
    const { $id, _u } = made.b as { $id: string; _u: number };
    const reused = { erred: true, b: { userMessage: 'invalid', params: { errors: [{ path: '/key' }] } } };
    expect(await ask({ o: `delete/${$id}`, b: { _u }, key: once })).toMatchObject(reused);
    expect(await ask({ o: 'create/Book', b: { title: 'Other', shelf: shelf() }, key: once })).toMatchObject(reused);
    expect(await ask({ o: `read/${$id}` })).toMatchObject({ b: { $id } });
  });

  it('is another user’s own', async () => {
    const once = key();
    const first = await ask({ o: 'create/Book', b: { title: 'Mine', shelf: shelf() }, key: once });
    const second = await ask(
      { o: 'create/Book', b: { title: 'Mine', shelf: shelf() }, key: once },
      as(await signIn(world.url, 'admin')),
    );
    expect((second.b as { $id: string }).$id).not.toBe((first.b as { $id: string }).$id);
  });
});

describe('POST /api/sign-in', () => {
  const signInWith = (body: string): Promise<Response> => fetch(`${world.url}/api/sign-in`, { method: 'POST', body });

  it('[AUTH-06] answers the token in a header and an empty body', async () => {
    const answer = await signInWith(JSON.stringify({ email: 'member@toy.test', password: PASSWORD }));
    expect([answer.status, await answer.text()]).toEqual([200, '{}']);
    expect(answer.headers.get('access-token')).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+$/);
    expect(answer.headers.get('cache-control')).toBe('no-store');
  });

  it('answers every failure with the same bytes', async () => {
    const answers = await Promise.all(
      [
        { email: 'member@toy.test', password: 'wrong password' },
        { email: 'nobody@toy.test', password: PASSWORD },
      ].map(async (each) => {
        const answer = await signInWith(JSON.stringify(each));
        return [answer.status, await answer.text(), answer.headers.get('access-token')];
      }),
    );
    expect(answers[0]).toEqual([401, '{"o":"","erred":true,"b":{"userMessage":"signInFailed"}}', null]);
    expect(answers[1]).toEqual(answers[0]);
  });

  it.each([
    '',
    '[]',
    '{}',
    '{"email":"x@y.z"}',
    '{"email":7,"password":"x"}',
    '{"email":"x@y.z","password":"p","admin":true}',
    `{"email":"x","password":"${'p'.repeat(2000)}"}`,
  ])('refuses %s without trying a password', async (body) => {
    const answer = await signInWith(body);
    expect([400, 422]).toContain(answer.status);
  });
});

describe('headers', () => {
  it.each(['/', '/i-Book-1', '/healthz', '/lov/en/GENRES', '/nothing.js', '/api/nothing', '/attachment/Attachment-1'])(
    '%s is strict',
    async (path) => {
      const { headers } = await fetch(`${world.url}${path}`);
      const policy = headers.get('content-security-policy') ?? '';
      expect(policy).toMatch(/default-src 'none'/);
      expect(policy).toMatch(/frame-ancestors 'none'/);
      expect(
        policy
          .replace("style-src-attr 'unsafe-inline'", '')
          .replace("style-src 'unsafe-inline'; img-src 'self'; media-src 'self'; sandbox", ''),
      ).not.toContain('unsafe');
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('x-frame-options')).toBe('DENY');
      expect(headers.get('referrer-policy')).toBe('same-origin');
      expect(headers.get('cross-origin-opener-policy')).toBe('same-origin');
      expect(headers.get('cross-origin-resource-policy')).toBe('same-origin');
      expect(headers.get('permissions-policy')).toMatch(
        /camera=\(self\), geolocation=\(self\), microphone=\(self\), .*usb=\(\)/,
      );
      expect(headers.get('x-powered-by')).toBeNull();
      expect(headers.get('server')).toBeNull();
      expect(headers.get('access-control-allow-origin')).toBeNull();
      expect(headers.get('cache-control')).toMatch(/^(private, )?no-(store|cache)$/);
    },
  );

  it('[SHELL-02] allows the page nothing by default, no text as script, and one named policy of trusted types', async () => {
    const { headers } = await fetch(`${world.url}/`);
    const directives = (headers.get('content-security-policy') ?? '').split('; ').toSorted();
    expect(directives).toEqual([
      `base-uri 'none'`,
      `connect-src 'self'`,
      `default-src 'none'`,
      `font-src 'self'`,
      `form-action 'none'`,
      `frame-ancestors 'none'`,
      `img-src 'self' blob:`,
      `manifest-src 'self'`,
      `media-src 'self' blob:`,
      `require-trusted-types-for 'script'`,
      `script-src 'self'`,
      `style-src 'self'`,
      `style-src-attr 'unsafe-inline'`,
      `trusted-types knowledge-keeper ProseMirrorClipboard`,
      `worker-src 'self'`,
    ]);
  });
});

describe('pages and health', () => {
  it('[SHELL-02] gives the application page for every path of the application, with the site configuration', async () => {
    for (const path of ['/', '/i-Book-1/i-Shelf-2', '/sign-in?next=%2Fx']) {
      const page = await fetch(`${world.url}${path}`);
      expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8');
      const tag = /<script type="application\/json" id="site-configuration">(.*?)<\/script>/.exec(await page.text());
      expect(JSON.parse(tag?.[1] ?? '')).toMatchObject({
        version: 'test+1',
        siteName: 'Our Community',
        wsMaxMsgSize: 1_048_576,
        defaultBounds: [-141, 48, -53, 70],
        undoDays: 30,
      });
    }
  });

  it.each(['/assets/gone.js', '/api/nothing', '/lov/en/NOTHING', '/ws-lrg/x', '/api', '/ws'])(
    'says that %s is absent',
    async (path) => {
      const answer = await fetch(`${world.url}${path}`);
      expect(answer.status).toBe(404);
      expect(answer.headers.get('content-type')).toMatch(/^application\/json/);
    },
  );

  it('serves a built client: assets for ever, the worker and the page never stale', async () => {
    const built = await openWorld({
      settings: { site: { ...DEFAULT_SETTINGS.site, supportEmail: 'help@toy.test' } },
    });
    await mkdir(join(built.dataDir, 'client/assets'), { recursive: true });
    await writeFile(join(built.dataDir, 'client/index.html'), '<!doctype html><html><head></head><body></body></html>');
    await writeFile(join(built.dataDir, 'client/sw.js'), '// worker');
    await writeFile(join(built.dataDir, 'client/build-manifest.json'), '{}');
    await writeFile(join(built.dataDir, 'client/assets/main-abc.js'), 'export {};');
    const server = await built.second();
    const get = (path: string): Promise<Response> => fetch(`${server.url}${path}`);
    const asset = await get('/assets/main-abc.js');
    expect([asset.status, asset.headers.get('cache-control'), asset.headers.get('x-content-type-options')]).toEqual([
      200,
      'public, max-age=31536000, immutable',
      'nosniff',
    ]);
    expect(asset.headers.get('vary')).toBe('accept-encoding');
    const beyond = await fetch(`${server.url}/assets/main-abc.js`, { headers: { range: 'bytes=999-' } });
    expect([beyond.status, beyond.headers.get('content-range')]).toEqual([416, 'bytes */10']);
    const worker = await get('/sw.js');
    expect([
      worker.status,
      worker.headers.get('cache-control'),
      worker.headers.get('service-worker-allowed'),
      await worker.text(),
    ]).toEqual([200, 'no-cache', '/', '// worker']);
    expect(await (await get('/build-manifest.json')).text()).toContain('site-configuration');
    expect((await get('/index.html')).status).toBe(404);
    expect(await (await get('/.well-known/security.txt')).text()).toMatch(
      /^Contact: mailto:help@toy\.test\nExpires: \d{4}-\d\d-\d\dT00:00:00\.000Z\n$/,
    );
    expect((await get('/assets/..%2f..%2fsecret')).status).toBe(404);
    await built.stop();
  });

  it('is alive and ready, and shows its numbers to this machine only', async () => {
    for (const path of ['/healthz', '/readyz']) expect((await fetch(`${world.url}${path}`)).status).toBe(200);
    const numbers = await (await fetch(`${world.url}/metrics`)).text();
    expect(numbers).toContain('keeper_requests_total{operation="read"');
    expect(numbers).not.toContain('toy.test');
    expect(numbers).toMatch(/^keeper_search_items [1-9]\d*$/m);
    expect(numbers).toMatch(/^keeper_search_bytes [1-9]\d{5,}$/m);
    expect(numbers).toMatch(/^keeper_search_texts_ready [01]$/m);
    expect(numbers).toMatch(/^keeper_search_behind_changes \d+$/m);
    expect(numbers).toMatch(/^keeper_search_behind_seconds \d/m);
    for (const name of ['x-forwarded-for', 'x-forwarded-proto', 'x-forwarded-host', 'forwarded', 'x-real-ip', 'via'])
      expect([name, (await fetch(`${world.url}/metrics`, { headers: { [name]: '203.0.113.9' } })).status]).toEqual([
        name,
        404,
      ]);
    const named = (host: string): Promise<number | undefined> =>
      new Promise((resolve) => {
        get(`${world.url}/metrics`, { headers: { host } }, ({ statusCode }) => resolve(statusCode));
      });
    expect([await named('localhost:80'), await named('keeper.example.org')]).toEqual([200, 404]);
  });
});

it('logs no token, password or body, even when something breaks', async () => {
  const canary = 'canary-in-a-body';
  await ask({ o: 'create/Book', b: { title: canary, shelf: world.ids['shelf'] ?? '' } });
  const { database } = world.services;
  await database.query('alter table locale_override rename to locale_override_gone');
  const answer = await fetch(`${world.url}/locale-overrides/en`, { headers: as(token) });
  await database.query('alter table locale_override_gone rename to locale_override');
  expect(answer.status).toBe(500);
  const { b } = (await answer.json()) as Envelope;
  expect(b).toEqual({ userMessage: 'generalFailure', params: { reference: expect.stringMatching(/^[0-9a-f-]{36}$/) } });
  const log = world.log.join('');
  expect(log).toContain((b as { params: { reference: string } }).params.reference);
  for (const secret of [token, token.split('.')[2] ?? '', PASSWORD, canary, 'argon2'])
    expect(log).not.toContain(secret);
});
