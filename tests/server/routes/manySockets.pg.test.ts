// Many people who connect at the same time, as after a restart of the server: their sessions, rights and watches are read together.

import pg from 'pg';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { addPeople, type Person } from 'tests/server/harness/manyPeople.ts';
import { emailOf, openWorld, type World } from 'tests/server/routes/openWorld.ts';
import { TestSocket } from 'tests/server/routes/TestSocket.ts';

const PEOPLE = 100;

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

/** Returns the statements of all connections while the work runs. */
const statementsOf = async (work: () => Promise<unknown>): Promise<readonly Statement[]> => {
  const spy = vi.spyOn(pg.Client.prototype, 'query');
  await work();
  const statements = spy.mock.calls.map(([asked]) => asked as unknown as Statement);
  spy.mockRestore();
  return statements.filter(({ text }) => typeof text === 'string');
};

const connect = async ({ token }: Person): Promise<TestSocket> => {
  const socket = await TestSocket.open(world.url);
  socket.send({ o: 'tokenAuth', b: token });
  const ids = ['PUBLIC', 'COMMUNITY', 'PRIVATE'].map((name) => world.ids[name] ?? '');
  const answers = await Promise.all(ids.map((id) => socket.ask(`addWatch/${id}`)));
  expect(answers.map(({ erred = false }) => erred)).toEqual([false, false, true]);
  return socket;
};

it('[AUTH-06] a hundred sign-ins at the same time read sessions, people and rights by a few statements', async () => {
  const { sessions, readFilters } = world.services;
  const signInAll = (): Promise<unknown> =>
    Promise.all(
      people.map(async ({ token }) => {
        const session = await sessions.verify(token);
        await readFilters.readFilterFor(session.subject);
        return await sessions.sessionUser(session);
      }),
    );
  // Checks the signatures, which are remembered.
  await signInAll();
  const statements = await statementsOf(signInAll);
  expect(statements.length).toBeLessThan(20);
});

it('[ITEM-07] a new socket does not have the sessions of all others read, and all get what they watch', async () => {
  const sockets: TestSocket[] = [];
  const statements = await statementsOf(async () => {
    for (const person of people) sockets.push(await connect(person));
  });
  const marks = statements.filter(({ text }) => text.includes('as reason'));
  const read = marks.reduce((sum, { values }) => sum + (values[0] as readonly unknown[]).length, 0);
  // The sessions of all are also read every few seconds. With all for each new one, it would be fifty times the number of people.
  expect(read).toBeLessThan(12 * PEOPLE);
  const id = world.ids['COMMUNITY'] ?? '';
  await world.services.database.transaction(async (tx) => {
    const stored = await world.services.items.find(tx, id, true);
    const by = { at: new Date(), by: 'User-1', actor: undefined };
    if (stored) await world.services.items.write(tx, stored, { title: 'For all' }, by);
  });
  for (const socket of sockets)
    await socket.until(({ o, b }) => o === 'item/update' && JSON.stringify(b).includes('For all'));
  await world.services.sessions.endAllOf(people[0]?.userId ?? '', 'signedout');
  expect(await sockets[0]?.closed).toEqual({ code: 4404, reason: 'signedout' });
  for (const socket of sockets) socket.close();
});
