// addWatch, removeWatch, search and suggest as a client meets them: through a socket, and over HTTP where nothing is attached.

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Json } from 'src/model/item/Item.ts';
import type { Envelope } from 'src/model/generated/wire.ts';
import { TestSocket } from 'tests/server/routes/TestSocket.ts';
import { openWorld, signIn, type World } from 'tests/server/routes/openWorld.ts';

let world: World;
let token: string;
let member: TestSocket;
const book = (level: string): string => world.ids[level] ?? '';

beforeAll(async () => {
  world = await openWorld();
  token = await signIn(world.url, 'member');
  member = await TestSocket.as(world.url, token);
});
afterAll(async () => {
  member.close();
  await world.stop();
});

const post = async (envelope: Envelope): Promise<Envelope> => {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const answer = await fetch(`${world.url}/api/item`, { method: 'POST', headers, body: JSON.stringify(envelope) });
  return (await answer.json()) as Envelope;
};
const retitle = (id: string, title: string): Promise<unknown> =>
  world.services.database.transaction(async (tx) => {
    const stored = await world.services.items.find(tx, id, true);
    if (stored)
      await world.services.items.write(tx, stored, { title }, { at: new Date(), by: 'User-1', actor: undefined });
  });
const pushesTo = (socket: TestSocket): unknown[] =>
  socket.received.filter(({ o }) => o === 'item/update').map(({ b }) => b);

describe('addWatch and removeWatch', () => {
  it('[ITEM-07] answer {} and push what changes until taken back', async () => {
    const id = book('COMMUNITY');
    expect((await member.ask(`addWatch/${id}`)).b).toEqual({});
    await retitle(id, 'Heard');
    await member.until(({ o, b }) => o === 'item/update' && JSON.stringify(b).includes('Heard'));
    expect((await member.ask(`removeWatch/${id}`)).b).toEqual({});
    member.received.length = 0;
    await retitle(id, 'Not heard');
    // The feed is ordered: the later push arrived, so the earlier one was not sent.
    await member.ask(`addWatch/${book('PUBLIC')}`);
    await retitle(book('PUBLIC'), 'Heard after');
    await member.until(({ o, b }) => o === 'item/update' && JSON.stringify(b).includes('Heard after'));
    expect(pushesTo(member).filter((push) => JSON.stringify(push).includes('Not heard'))).toEqual([]);
    await retitle(book('PUBLIC'), 'Canary PUBLIC');
  });

  it('[ITEM-07] over HTTP attach nothing and answer {}', async () => {
    expect(await post({ o: `addWatch/${book('COMMUNITY')}`, s: '1' })).toMatchObject({ b: {} });
    expect(await post({ o: 'addWatch/Book-0', s: '2' })).toMatchObject({ b: {} });
    expect(await post({ o: 'removeWatch/Book-0/3', s: '3' })).toMatchObject({ b: {} });
  });

  it('[ITEM-07] refuse hidden and absent alike, by either door', async () => {
    for (const id of [book('PRIVATE'), 'Book-987654']) {
      expect((await member.ask(`addWatch/${id}`)).b).toEqual({ userMessage: 'notFound' });
      expect((await post({ o: `addWatch/${id}`, s: '1' })).b).toEqual({ userMessage: 'notFound' });
    }
  });

  it.each(['addWatch/Book', 'addWatch/Nothing-0', 'addWatch/Book-1-2', 'addWatch/Book--1', 'removeWatch/-'])(
    '[ITEM-05] refuse %s',
    async (o) => {
      expect((await member.ask(o)).b).toMatchObject({ userMessage: 'invalidId' });
    },
  );

  it.each(['addWatch/Book-1/x', 'removeWatch/Book-0/-1'])('refuse the counter of %s', async (o) => {
    expect((await member.ask(o)).b).toMatchObject({ userMessage: 'invalid' });
  });
});

describe('search and suggest', () => {
  const search = async (body: Json): Promise<Envelope> => member.ask('search/ids', body);

  it('[SRCH-01] answer with ids, total, labels and facets', async () => {
    const { b } = await search({
      must: { _t: ['Book'] },
      labels: true,
      facets: ['$access', 'shelf'],
      sort: [{ key: 'title', order: 'asc' }],
    });
    const shelf = world.ids['shelf'] ?? '';
    expect(b).toEqual({
      ids: [book('PUBLIC'), book('COMMUNITY')],
      total: 2,
      labels: { [book('PUBLIC')]: 'Canary PUBLIC', [book('COMMUNITY')]: expect.any(String) as string },
      facets: {
        $access: [
          { value: 'COMMUNITY', count: 1 },
          { value: 'PUBLIC', count: 1 },
        ],
        shelf: [{ value: shelf, count: 2, label: 'North shelf' }],
      },
    });
  });

  it('[SRCH-01] refuse what is no query', async () => {
    expect((await search({ must: { privateNotes: ['x'] } })).b).toMatchObject({ userMessage: 'invalid' });
    expect((await search([])).b).toMatchObject({ userMessage: 'invalid' });
    expect((await member.ask('suggest', { words: 'x' })).b).toMatchObject({ userMessage: 'invalid' });
    expect((await member.ask('suggest', { text: 5 })).b).toMatchObject({ userMessage: 'invalid' });
  });

  it('[SRCH-02] suggest what the caller may see', async () => {
    expect((await member.ask('suggest', { text: 'canary' })).b).toEqual([
      { $id: book('PUBLIC'), label: 'Canary PUBLIC', type: 'Book' },
    ]);
  });

  it('[SRCH-01] a hidden key and an unknown one are refused alike', async () => {
    const ask = async (key: string): Promise<string> => {
      const answer = await fetch(`${world.url}/api/item`, {
        method: 'POST',
        body: JSON.stringify({ o: 'search/ids', b: { must: { _t: ['Book'] }, facets: [key] } }),
      });
      return answer.text();
    };
    expect(await ask('price')).toBe(await ask('nokey'));
    expect(await ask('price')).toContain('/facets/0');
  });
});
