// A process that is the only one to write believes what it has read without asking. It must never show what was overtaken by a
// commit that was acknowledged before the reading began: its own or that of another process, however either of them ends.

import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { systemClock } from 'src/base/clock.ts';
import type { Item, Json } from 'src/model/item/Item.ts';
import type { Rooms } from 'src/server/Context.ts';
import { createDatabase } from 'src/server/store/createDatabase.ts';
import { createSoleWriter } from 'src/server/store/createSoleWriter.ts';
import { createStoreRooms } from 'src/server/store/createStoreRooms.ts';
import type { Database, Queryable, Transaction } from 'src/server/store/Database.ts';
import { openWorld, type World } from 'tests/server/doors/openWorld.ts';
import { testDatabase } from 'tests/server/harness/testDatabase.ts';
import { toyDomain } from 'tests/server/harness/toyDomain.ts';
import { registry } from 'tests/toy/generated/registry.server.ts';

const ROUNDS = 12;
const OWN_WRITES = 150;
const PATIENCE = 15_000;

type Store = Pick<Rooms, 'database' | 'items'>;
type Values = Readonly<Record<string, Json>>;

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.stop());

const by = () => ({ at: new Date(), by: world.ids['admin'] ?? '', actor: undefined });

const openProcess = (): Store & { readonly database: Database } => {
  const log = (): void => undefined;
  const database = createDatabase({ connection: world.connection, poolSize: 6, statementTimeout: 10_000, log });
  return { database, items: createStoreRooms({ registry, domain: toyDomain, database, clock: systemClock }).items };
};

const change = async ({ items }: Store, tx: Transaction, id: string, changes: Values): Promise<void> => {
  const stored = await items.find(tx, id, true);
  if (stored) await items.write(tx, stored, changes, by());
};

const write = (store: Store, id: string, changes: Values): Promise<void> =>
  store.database.transaction((tx) => change(store, tx, id, changes));

const insert = async (changes: Values = {}): Promise<string> => {
  const { database, items } = world.rooms;
  const properties = { title: '0', shelf: world.ids['shelf'] ?? '', $access: 'PUBLIC', ...changes };
  return (await database.transaction((tx) => items.insert(tx, 'Book', properties, by()))).id;
};

interface Reading {
  readonly item: Item | undefined;
  readonly statements: number;
}

const readIn = async (db: Queryable, id: string, name = 'member'): Promise<Reading> => {
  const { items, gates, sessions } = world.rooms;
  const subject = await sessions.subjectOf(world.ids[name] ?? '');
  if (!subject) throw new Error(`no ${name}`);
  let statements = 0;
  const counted: Queryable = {
    query: (...asked) => {
      statements += 1;
      return db.query(...asked);
    },
  };
  const [item] = await items.readVisible(counted, await gates.gateFor(subject), [id], {
    through: 'read',
    labels: true,
  });
  return { item, statements };
};

const read = (id: string, name?: string): Promise<Reading> => readIn(world.rooms.database, id, name);

const untilAlone = async (id: string): Promise<Reading> => {
  for (const end = Date.now() + PATIENCE; Date.now() < end; await sleep(5)) {
    const reading = await read(id);
    if (reading.item && reading.statements === 0) return reading;
  }
  throw new Error('the process did not come to believe what it has read');
};

const titleOf = ({ item }: Reading): number => Number(item?.['title'] ?? -1);

interface Watching {
  /** Told of what was acknowledged. */
  acknowledged: number;
  stop(): Promise<{ readonly readings: number; readonly unasked: number }>;
}

/** Reads without a pause, several at a time; a reading that shows less than what was acknowledged before it fails the test. */
const watchTitle = (id: string): Watching => {
  let isOver = false;
  let readings = 0;
  let unasked = 0;
  const watching: Watching = {
    acknowledged: 0,
    async stop() {
      isOver = true;
      await all;
      return { readings, unasked };
    },
  };
  const follow = async (): Promise<void> => {
    while (!isOver) {
      const before = watching.acknowledged;
      const reading = await read(id).catch(() => undefined); // a killed session may refuse it, but must not answer wrongly
      if (reading) {
        expect(titleOf(reading)).toBeGreaterThanOrEqual(before);
        readings += 1;
        if (reading.statements === 0) unasked += 1;
      }
      await sleep(0);
    }
  };
  const all = Promise.all([follow(), follow(), follow()]);
  all.catch(() => undefined);
  return watching;
};

const asOther = async <T>(run: (client: pg.Client) => Promise<T>): Promise<T> => {
  const client = new pg.Client(world.connection);
  await client.connect();
  try {
    return await run(client);
  } finally {
    await client.end();
  }
};

const holder = (): Promise<number | null | undefined> =>
  asOther(
    async (client) => (await client.query<{ holder: number | null }>('select holder from sole_writer')).rows[0]?.holder,
  );

const killAll = (): Promise<unknown> =>
  asOther((client) =>
    client.query(
      'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
    ),
  );

test('a process that is alone reads what it knows without a statement; beside another process with one', async () => {
  const id = await insert();
  expect((await untilAlone(id)).item).toMatchObject({
    title: '0',
    $labels: { [world.ids['shelf'] ?? '']: 'North shelf' },
  });
  const other = openProcess();
  await other.database.query('select 1');
  expect((await read(id)).statements).toBe(1);
  await other.database.end();
  expect((await untilAlone(id)).statements).toBe(0);
});

test('[PERM-01] without a statement, too, everybody is shown only what is theirs', async () => {
  const id = await insert({ privateNotes: 'notes that few may read' });
  const closed = await insert({ $access: 'COMMUNITY' });
  await Promise.all([id, closed].map(untilAlone));
  const [keeper, member, stranger] = await Promise.all(['keeper', 'member', 'stranger'].map((name) => read(id, name)));
  expect(keeper?.item).toHaveProperty('privateNotes');
  expect(member?.item).toBeDefined();
  expect(member?.item).not.toHaveProperty('privateNotes');
  expect(stranger?.item).toBeDefined();
  expect(await read(closed, 'stranger')).toEqual({ item: undefined, statements: 0 });
});

test('[ITEM-06] another process that starts and writes is never overlooked', async () => {
  const id = await insert();
  const watching = watchTitle(id);
  for (let round = 1; round <= ROUNDS; round++) {
    await untilAlone(id);
    const other = openProcess();
    // Half of them tell nobody: then the feed finds the change by its clock alone.
    await other.database.transaction((tx) =>
      change(other, round % 2 ? tx : { ...tx, afterCommit: () => undefined }, id, { title: String(round) }),
    );
    watching.acknowledged = round;
    expect(titleOf(await read(id))).toBe(round);
    await other.database.end();
  }
  expect((await watching.stop()).unasked).toBeGreaterThan(ROUNDS);
});

test('[PERM-01] a right that another process takes away is not outlived', async () => {
  const id = await insert();
  for (let round = 0; round < ROUNDS; round++) {
    await write(world.rooms, id, { $access: 'PUBLIC' });
    await untilAlone(id);
    const other = openProcess();
    const [, ...readings] = await Promise.all([
      write(other, id, { $access: 'PRIVATE' }),
      ...Array.from({ length: 20 }, () => sleep(Math.random() * 60).then(() => read(id))),
    ]);
    expect(readings).toHaveLength(20);
    expect((await read(id)).item).toBeUndefined();
    await other.database.end();
  }
});

test('[ITEM-06] what the process writes itself is shown by every reading after the answer', async () => {
  const id = await insert();
  const watching = watchTitle(id);
  for (let count = 1; count <= OWN_WRITES; count++) {
    if (count % 5 === 0) await untilAlone(id);
    if (count % 30 === 5) {
      const undone = world.rooms.database.transaction(async (tx) => {
        await change(world.rooms, tx, id, { title: '-5' });
        expect(titleOf(await readIn(tx, id))).toBe(-5);
        throw new Error('taken back');
      });
      await expect(undone).rejects.toThrow('taken back');
    }
    await write(world.rooms, id, { title: String(count) });
    watching.acknowledged = count;
    expect(titleOf(await read(id))).toBe(count);
  }
  expect((await watching.stop()).unasked).toBeGreaterThan(OWN_WRITES / 5);
});

test('while a transaction of the process is open, nothing is believed unasked', async () => {
  const id = await insert();
  await untilAlone(id);
  await world.rooms.database.transaction(async (tx) => {
    await tx.query('select 1');
    expect((await read(id)).statements).toBe(1);
  });
});

test('a process whose sessions were all killed shows nothing old, and comes to believe again', async () => {
  const id = await insert();
  const watching = watchTitle(id);
  for (let round = 1; round <= 4; round++) {
    await untilAlone(id);
    const other = openProcess();
    await killAll();
    await write(other, id, { title: String(round) });
    watching.acknowledged = round;
    expect(titleOf(await read(id).catch(() => read(id)))).toBe(round);
    await other.database.end();
  }
  expect((await watching.stop()).unasked).toBeGreaterThan(0);
});

test('a commit of which nobody knows whether it came through ends the belief until its session is over', async () => {
  const id = await insert();
  await untilAlone(id);
  const { database } = world.rooms;
  const lost = database.transaction(async (tx) => {
    await change(world.rooms, tx, id, { title: '7' });
    const [row] = await tx.query<{ pid: number }>('select pg_backend_pid() as pid');
    await asOther((client) => client.query('select pg_terminate_backend($1, 5000)', [row?.pid]));
  });
  await expect(lost).rejects.toThrow();
  expect(database.quiet.holds()).toBe(false);
  expect(titleOf(await untilAlone(id))).toBe(0);
});

interface Session extends Queryable {
  readonly pid: number;
  end(): Promise<void>;
}

const openSession = async (connection: pg.ClientConfig): Promise<Session> => {
  const client = new pg.Client({ ...connection, pipeline: true } as pg.ClientConfig);
  await client.connect();
  const query = async <Row>(text: string, values: readonly unknown[] = []): Promise<Row[]> =>
    (await client.query(text, [...values])).rows as Row[];
  const [row] = await query<{ pid: number }>('select pg_backend_pid() as pid');
  return { query, pid: row?.pid ?? 0, end: () => client.end() };
};

/** Holds the place of a database of its own, and hears nobody who asks for it. */
const openDeaf = async () => {
  const own = await testDatabase(registry);
  const session = await openSession(own.connection);
  const sole = createSoleWriter({ db: session, listen: () => Promise.resolve(), log: () => undefined });
  await sole.announce(session, session.pid);
  await expect.poll(() => sole.holds()).toBe(true);
  return { own, session, sole };
};

test('who holds the place and does not hear is outlived before another process can write', async () => {
  const { own, session, sole } = await openDeaf();
  const asking = setInterval(() => sole.holds(), 5);
  await own.database.query('select 1');
  for (let look = 0; look < 20; look++, await sleep(20)) expect(sole.holds()).toBe(false);
  clearInterval(asking);
  await session.end();
  await own.stop();
});

test('who holds the place and is cut off is outlived before another process can write, and soon', async () => {
  const { own, session, sole } = await openDeaf();
  await session.end();
  expect(sole.holds()).toBe(true);
  const started = Date.now();
  await own.database.query('select 1');
  expect(sole.holds()).toBe(false);
  expect(Date.now() - started).toBeLessThan(2000);
  await own.stop();
});

test('while a session may still commit of which nobody knows, its process believes nothing', async () => {
  const { own, session, sole } = await openDeaf();
  const lost = await openSession(own.connection);
  await sole.announce(lost, lost.pid);
  expect(sole.holds()).toBe(true);
  sole.doubt(lost.pid);
  for (let look = 0; look < 60; look++, await sleep(20)) expect(sole.holds()).toBe(false);
  await lost.end();
  await expect.poll(() => sole.holds(), { timeout: PATIENCE }).toBe(true);
  expect(sole.claims()).toBe(2);
  await session.end();
  await own.stop();
});

test('who stops in order leaves the place free, so that the next need not wait', async () => {
  const { own, session, sole } = await openDeaf();
  await sole.end();
  expect(sole.holds()).toBe(false);
  expect(await session.query('select holder from sole_writer')).toEqual([{ holder: null }]);
  await session.end();
  await own.stop();
});

test('behind a pooler, where a session is not what the server has, nobody is alone', async () => {
  const { own, session, sole } = await openDeaf();
  await sole.announce(session, session.pid + 1);
  expect(sole.holds()).toBe(false);
  await session.end();
  await own.stop();
});

test('who holds the place gives it up at once when another process comes', async () => {
  const id = await insert();
  const took: number[] = [];
  for (let round = 1; round <= 3; round++) {
    await untilAlone(id);
    expect(await holder()).not.toBeNull();
    const other = openProcess();
    const started = Date.now();
    await write(other, id, { title: String(round) });
    took.push(Date.now() - started);
    expect(took.at(-1)).toBeLessThan(1000);
    expect(await holder()).toBeNull();
    await other.database.end();
  }
  // Who must be outlived costs 750 ms each time.
  expect(Math.min(...took)).toBeLessThan(500);
});
