// Replies that wait to be fetched: once, with the token of their own session, until a minute after the last read.

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { holdReply } from 'src/server/store/requests/heldReplies.ts';
import { newKey } from 'src/server/transport/outbox.ts';
import { openWorld, signIn, type World } from 'tests/server/routes/openWorld.ts';

let world: World;
let token: string;
let session: string;
beforeAll(async () => {
  world = await openWorld();
  token = await signIn(world.url, 'keeper');
  session = (await world.services.sessions.verify(token)).id;
});
afterAll(() => world.stop());

const hold = async (parts: number): Promise<string> => {
  const key = newKey();
  const bodies = Array.from({ length: parts }, (_, at) => JSON.stringify({ o: 'read', b: at }));
  await holdReply(world.services.database, key, session, bodies);
  return key;
};
const waited = (seconds: number): Promise<unknown> =>
  world.services.database.query('update held_part set expires = expires - make_interval(secs => $1)', [seconds]);
const bearer = (name: string): Record<string, string> => ({ authorization: `Bearer ${name}` });
const get = async (path: string, headers: Record<string, string> = bearer(token)): Promise<string> => {
  const answer = await fetch(`${world.url}${path}`, { headers });
  // A visitor's list has only public values.
  const isPublicList = path.startsWith('/lov/') && headers['authorization'] === undefined;
  expect(answer.headers.get('cache-control')).toBe(isPublicList ? 'private, no-cache' : 'no-store');
  expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
  return `${answer.status} ${answer.headers.get('stream-done') ?? '-'} ${await answer.text()}`;
};

describe.each(['/ws-lrg/', '/api/stream/'])('[CONN-03] %s', (route) => {
  it('gives a reply once', async () => {
    const key = await hold(1);
    expect(await get(route + key)).toMatch(/^200 (-|true) {"o":"read","b":0}$/);
    expect(await get(route + key)).toMatch(/^404/);
  });

  it('answers a cookie, another session, the visitor, an old token and a key that never was without the reply', async () => {
    const key = await hold(1);
    const absent = await get(route + newKey());
    expect(absent).toMatch(/^404/);
    expect(await get(route + key, { cookie: `Access-Token=${token}` })).toBe(absent);
    expect(await get(route + key, {})).toBe(absent);
    expect(await get(route + key, bearer(await signIn(world.url, 'keeper')))).toBe(absent);
    expect(await get(route + key, bearer('a.b.c'))).toMatch(/^401/);
    expect(await get(`${route}no-key`)).toBe(absent);
    expect(await get(route + key)).toMatch(/^200/);
  });

  it('is dead after a minute without a reader', async () => {
    const key = await hold(1);
    await waited(61);
    expect(await get(route + key)).toMatch(/^404/);
  });

  it('gives each of two readers at once another part, or nothing', async () => {
    const key = await hold(1);
    const both = await Promise.all([get(route + key), get(route + key)]);
    expect(both.filter((each) => each.startsWith('200'))).toHaveLength(1);
  });
});

it('[CONN-03] every read of a part keeps the rest for another minute', async () => {
  const key = await hold(3);
  for (const part of [0, 1, 2]) {
    await waited(59);
    expect(await get(`/api/stream/${key}`)).toBe(`200 ${part === 2 ? 'true' : '-'} {"o":"read","b":${part}}`);
  }
});

it('a reply made for a visitor is no session’s', async () => {
  const key = newKey();
  await holdReply(world.services.database, key, undefined, ['{}']);
  expect(await get(`/ws-lrg/${key}`)).toMatch(/^404/);
  expect(await get(`/ws-lrg/${key}`, {})).toBe('200 - {}');
});

it('the doors of lists and texts take no cookie for a token either', async () => {
  const cookie = { cookie: 'Access-Token=a.b.c' };
  expect(await get('/lov/en/GENRES', cookie)).toMatch(/^200/);
  expect(await get('/lov/en/GENRES', bearer('a.b.c'))).toMatch(/^401/);
});
