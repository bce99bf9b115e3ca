// Many people who connect at the same time, as after a restart of the server: their sessions, rights and watches are read together.

import pg from 'pg';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { addPeople, type Person } from 'tests/server/harness/manyPeople.ts';
import { emailOf, openWorld, type World } from 'tests/server/routes/openWorld.ts';
import { TestSocket } from 'tests/server/routes/TestSocket.ts';

const PEOPLE = 300;

let world: World;
let people: readonly Person[];
beforeAll(async () => {
  world = await openWorld({ limits: { socketsPerAddress: 2 * PEOPLE, socketsNotSignedIn: 2 * PEOPLE } });
  people = await addPeople(world.services.database, emailOf('member'), PEOPLE);
});
afterAll(() => world.stop());

interface Statement {
  readonly text: string;
  readonly values: readonly unknown[];
}

/** Returns the statements of all connections while the work runs. The limiter has one for each person, and at most one in a second. */
const statementsOf = async (work: () => Promise<void>): Promise<readonly Statement[]> => {
  const spy = vi.spyOn(pg.Client.prototype, 'query');
  await work();
  const statements = spy.mock.calls.map(([asked]) => asked as unknown as Statement);
  spy.mockRestore();
  return statements.filter(({ text }) => typeof text === 'string' && !text.includes('rate_limit'));
};

const connect = async ({ token }: Person): Promise<TestSocket> => {
  const socket = await TestSocket.open(world.url);
  socket.send({ o: 'tokenAuth', b: token });
  const ids = ['PUBLIC', 'COMMUNITY', 'PRIVATE'].map((name) => world.ids[name] ?? '');
  const answers = await Promise.all(ids.map((id) => socket.ask(`addWatch/${id}`)));
  expect(answers.map(({ erred = false }) => erred)).toEqual([false, false, true]);
  return socket;
};

it('[ITEM-07] [AUTH-06] three hundred people connect and watch by fewer statements than people', async () => {
  const sockets: TestSocket[] = [];
  const statements = await statementsOf(async () => {
    sockets.push(...(await Promise.all(people.map(connect))));
  });
  // A single one needs more than ten.
  expect(statements.length).toBeLessThan(PEOPLE);
  // The watch of sessions reads a new socket, and all of them again every few seconds.
  const marks = statements.filter(({ text }) => text.includes('as reason'));
  const read = marks.reduce((sum, { values }) => sum + (values[0] as readonly unknown[]).length, 0);
  expect(read).toBeLessThan(4 * PEOPLE);
  const id = world.ids['COMMUNITY'] ?? '';
  await world.services.database.transaction(async (tx) => {
    const stored = await world.services.items.find(tx, id, true);
    const by = { at: new Date(), by: 'User-1', actor: undefined };
    if (stored) await world.services.items.write(tx, stored, { title: 'For all' }, by);
  });
  for (const socket of sockets)
    await socket.until(({ o, b }) => o === 'item/update' && JSON.stringify(b).includes('For all'));
  const [first] = people;
  await world.services.sessions.endAllOf(first?.userId ?? '', 'signedout');
  expect(await sockets[0]?.closed).toEqual({ code: 4404, reason: 'signedout' });
  for (const socket of sockets) socket.close();
});
