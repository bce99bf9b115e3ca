// Pending lists of the indexes of items: open while many items are written, and closed by a job, also after the process was killed.

import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { startJobQueue } from 'src/server/jobs/jobQueue.ts';
import { CLOSE_PENDING_LISTS, createManyWrites } from 'src/server/store/pendingLists.ts';
import { toyWorld, type ToyWorld } from 'tests/server/harness/toyWorld.ts';

const MANY = 5_000;

describe('[ARCH-02] pending lists of the indexes', () => {
  let world: ToyWorld;
  let reader: pg.Client;
  beforeAll(async () => {
    world = await toyWorld();
    reader = new pg.Client(world.db.connection);
    await reader.connect();
  });
  afterAll(async () => {
    await reader.end();
    await world.stop();
  });
  afterEach(() => close());

  const close = async (): Promise<void> => world.jobs[CLOSE_PENDING_LISTS]?.({}, new AbortController().signal);
  const openIndexes = async (): Promise<string[]> => {
    const rows = await world.db.database.query<{ table: string }>(
      `select distinct x.indrelid::regclass::text as table from pg_index x join pg_class c on c.oid = x.indexrelid
       where 'fastupdate=on' = any(c.reloptions) order by 1`,
    );
    return rows.map(({ table }) => table);
  };
  const waitingJobs = async (): Promise<number> =>
    (await world.db.database.query('select 1 from graphile_worker.jobs where key = $1', [CLOSE_PENDING_LISTS])).length;
  const booksOnShelf = async (): Promise<number> =>
    (await world.items.holding(world.db.database, { type: 'Book', path: 'shelf', id: world.shelf })).length;
  /** Another process, which has announced nothing yet. */
  const announce = async (count = MANY): Promise<void> => {
    const { database } = world.db;
    await createManyWrites({ database, clock: { now: () => world.now } }).expectMany({ number: 102 }, count);
  };

  it('open for many items of a type, stay closed for few, and lose no entry when they close', async () => {
    await announce(10);
    expect(await openIndexes()).toEqual([]);
    await announce();
    expect(await openIndexes()).toEqual(['item_102', 'item_level']);
    const before = await booksOnShelf();
    await world.db.database.transaction((tx) =>
      world.items.together(tx, async (batch) => {
        for (let at = 0; at < 30; at += 1) {
          const values = { title: `Pending ${at}`, shelf: world.shelf, $access: 'PUBLIC', privateNotes: 'hidden' };
          await world.items.insert(batch, 'Book', values, { at: world.now, by: 'User-1', actor: undefined });
        }
      }),
    );
    expect(await booksOnShelf()).toBe(before + 30);
    await close();
    expect(await openIndexes()).toEqual([]);
    expect(await booksOnShelf()).toBe(before + 30);
  });

  it('open again for the next writes of the process that closed them', async () => {
    const { database } = world.db;
    const writes = createManyWrites({ database, clock: { now: () => world.now } });
    for (let turn = 0; turn < 2; turn += 1) {
      await writes.expectMany({ number: 102 }, MANY);
      expect(await openIndexes()).toEqual(['item_102', 'item_level']);
      await writes.closeLists({}, new AbortController().signal);
      expect(await openIndexes()).toEqual([]);
    }
  });

  it('open for writes that were announced while the lists were being closed', async () => {
    const { database } = world.db;
    const writes = createManyWrites({ database, clock: { now: () => world.now } });
    await writes.expectMany({ number: 102 }, MANY);
    const closing = writes.closeLists({}, new AbortController().signal);
    await writes.expectMany({ number: 103 }, MANY);
    await closing;
    await writes.expectMany({ number: 103 }, MANY);
    expect(await openIndexes()).toContain('item_103');
  });

  it('are closed by the job of another process after the one that wrote was killed', async () => {
    // The killed process has announced its writes and sends nothing more. Its announcement is older than the time of the job.
    const earlier = world.now;
    world.now = new Date('2000-01-01T00:00:00Z');
    await announce();
    world.now = earlier;
    expect(await openIndexes()).not.toEqual([]);
    const queue = await startJobQueue({
      ...{ connection: world.db.connection, database: world.db.database, handlers: world.jobs },
      log: () => undefined,
    });
    await vi.waitFor(async () => expect(await openIndexes()).toEqual([]), { timeout: 10_000 });
    await vi.waitFor(async () => expect(await waitingJobs()).toBe(0), { timeout: 10_000 });
    await queue.stop();
  });

  it('stay as they are while a reader uses the index, and are closed later', async () => {
    await announce();
    await reader.query('begin');
    await reader.query('select count(*) from item_102');
    await close();
    expect(await openIndexes()).toEqual(['item_102']);
    expect(await waitingJobs()).toBe(1);
    await reader.query('rollback');
    await close();
    expect(await openIndexes()).toEqual([]);
  });

  it('do not open while a reader uses the index, and nothing waits for long', async () => {
    await reader.query('begin');
    await reader.query('select count(*) from item_102');
    await announce();
    expect(await openIndexes()).toEqual(['item_level']);
    await reader.query('rollback');
  });
});
