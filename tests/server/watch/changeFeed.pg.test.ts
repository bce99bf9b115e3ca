// The change feed on a real database: slow transactions, rolled back ones, and readers that start in between.
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Queryable } from 'src/server/store/database.ts';
import { createFeed, type Change, type Feed } from 'src/server/watch/changeFeed.ts';
import { pruneOutbox } from 'src/server/watch/outboxReader.ts';
import { testDatabase, type TestDatabase } from 'tests/server/harness/testDatabase.ts';
import { log } from 'tests/server/search/searchWorld.ts';
import { registry } from 'tests/toy/generated/registry.server.ts';

let test: TestDatabase;
beforeAll(async () => {
  test = await testDatabase(registry);
});
afterAll(() => test.stop());

const put = (db: Queryable, i: number): Promise<unknown> =>
  db.query(`insert into outbox (t, i, n, u, acl, op) values (102, $1, $1, 1, 1, 'u')`, [i]);

/** A transaction that has written this row and stays open until `finish` is called. */
const openWrite = async (i: number): Promise<{ finish: () => Promise<void> }> => {
  let begun = (): void => undefined;
  let end = (): void => undefined;
  const written = new Promise<void>((resolve) => void (begun = resolve));
  const told = new Promise<void>((resolve) => void (end = resolve));
  const over = test.database.transaction(async (tx) => {
    await put(tx, i);
    begun();
    await told;
  });
  await written;
  return {
    finish: () => {
      end();
      return over;
    },
  };
};

const reading = async (database = test.database): Promise<{ feed: Feed; seen: number[]; loads: () => number }> => {
  const seen: number[] = [];
  let loads = 0;
  const feed = createFeed({ database, log, pause: 20 });
  feed.use(
    {
      load: () => {
        loads += 1;
        return Promise.resolve();
      },
      apply: (changes: readonly Change[]) => {
        seen.push(...changes.map(({ i }) => i));
        return Promise.resolve();
      },
    },
    true,
  );
  await feed.start();
  return { feed, seen, loads: () => loads };
};

describe('the change feed', () => {
  it('loses no row of a slow transaction, and delays no other for it', async () => {
    const { feed, seen } = await reading();
    const rows = Array.from({ length: 30 }, (_, index) => 1000 + index);
    let begun = (): void => undefined;
    let finish = (): void => undefined;
    const under = new Promise<void>((resolve) => void (begun = resolve));
    const told = new Promise<void>((resolve) => void (finish = resolve));
    const slow = test.database.transaction(async (tx) => {
      await put(tx, 1);
      begun();
      await told;
      await put(tx, 2);
    });
    await under;
    for (const i of rows) await put(test.database, i);
    await feed.catchUp();
    const early = [...seen];
    finish();
    await slow;
    expect(early).toEqual(rows); // not waiting for the slow one
    await feed.catchUp();
    expect([...seen].sort((a, b) => a - b)).toEqual([1, 2, ...rows]);
    await feed.stop();
  });

  it('asks for a transaction of 100,000 rows as one range, and brings all of them', { timeout: 60_000 }, async () => {
    const { feed, seen } = await reading();
    const asked = vi.spyOn(pg.Client.prototype, 'query');
    let finish = (): void => undefined;
    const told = new Promise<void>((resolve) => void (finish = resolve));
    let begun = (): void => undefined;
    const under = new Promise<void>((resolve) => void (begun = resolve));
    const slow = test.database.transaction(async (tx) => {
      await tx.query(
        `insert into outbox (t, i, n, u, acl, op) select 102, 2000 + n, n, 1, 1, 'u' from generate_series(1, 100000) n`,
      );
      begun();
      await told;
    });
    await under;
    for (let i = 3; i < 13; i += 1) {
      await put(test.database, i);
      await feed.catchUp();
    }
    const holes = asked.mock.calls
      .map(([statement]) => statement as unknown as { readonly name?: string; readonly values: readonly number[][] })
      .filter(({ name }) => name === 'readOutbox')
      .map(({ values }) => values[1]?.length ?? 0);
    asked.mockRestore();
    expect(Math.max(...holes)).toBeGreaterThan(0);
    // Other gaps are only from rolled back transactions of other tests.
    expect(Math.max(...holes)).toBeLessThan(10);
    finish();
    await slow;
    await feed.catchUp();
    expect(seen.filter((i) => i > 2000)).toHaveLength(100_000);
    expect(new Set(seen).size).toBe(100_010);
    await feed.stop();
    await test.database.query('delete from outbox');
  });

  it('finds the rows of a transaction that was open when the reader started', async () => {
    const open = await openWrite(71);
    await put(test.database, 72); // a later number, committed before the reader starts
    const { feed, seen } = await reading();
    await open.finish();
    await feed.catchUp();
    expect(seen).toEqual([71]);
    await feed.stop();
  });

  it('gives up numbers that were rolled back, and none that may still come', async () => {
    const { feed, seen } = await reading();
    await test.database
      .transaction(async (tx) => {
        await put(tx, 5);
        throw new Error('rolled back');
      })
      .catch(() => undefined);
    const slow = await openWrite(6);
    await put(test.database, 7);
    await feed.catchUp();
    const now = Date.now.bind(Date);
    const later = vi.spyOn(Date, 'now').mockImplementation(() => now() + 2_000); // longer than the grace
    try {
      for (let at = 0; at < 3; at += 1) await feed.catchUp();
      await slow.finish();
      await feed.catchUp();
    } finally {
      later.mockRestore();
    }
    expect(seen).toEqual([7, 6]);
    await feed.stop();
  });

  it('hears of a commit by its wake-up, long before the clock looks', async () => {
    const seen: number[] = [];
    const feed = createFeed({ database: test.database, log, pause: 60_000 });
    feed.use({
      load: () => Promise.resolve(),
      apply: (changes) => Promise.resolve(void seen.push(...changes.map(({ i }) => i))),
    });
    await feed.start();
    await put(test.database, 8);
    test.database.notify('outbox');
    await expect.poll(() => seen, { interval: 5 }).toEqual([8]);
    await feed.stop();
  });

  it('shares one reading between callers, but never one that began before the call', async () => {
    const { feed, seen } = await reading();
    await Promise.all(
      Array.from({ length: 50 }, async (_, index) => {
        await put(test.database, 500 + index);
        await feed.catchUp();
        expect(seen).toContain(500 + index);
      }),
    );
    expect(new Set(seen).size).toBe(seen.length);
    await feed.stop();
  });

  it('begins once, also when it is woken while it begins', async () => {
    const woken = {
      ...test.database,
      query: async <Row>(text: string, values?: readonly unknown[], name?: string): Promise<Row[]> => {
        if (text.includes('pg_sequence_last_value')) {
          let hear = (): void => undefined;
          const heard = new Promise<void>((resolve) => void (hear = resolve));
          // The feed listens already, so it hears before this listener does.
          const stopListening = await test.database.listen('outbox', () => hear());
          await test.database.query(`select pg_notify('outbox', '')`);
          await heard;
          await stopListening();
        }
        return test.database.query<Row>(text, values, name);
      },
    };
    const { feed, loads } = await reading(woken);
    await feed.catchUp();
    expect(loads()).toBe(1);
    await feed.stop();
  });

  it('runs its consumers outside of the transaction of its caller', async () => {
    const feed = createFeed({ database: test.database, log, pause: 60_000 });
    let applied = 0;
    feed.use(
      {
        load: () => Promise.resolve(),
        apply: async (changes) => {
          await test.database.transaction((tx) => tx.query('select 1'));
          applied += changes.length;
        },
      },
      true,
    );
    await feed.start();
    // Within a transaction one further transaction runs at a time. A consumer that counted as part of it would wait for its own caller.
    await test.database.transaction(async () => {
      await test.database.transaction(async () => {
        await put(test.database, 5_001);
        await feed.catchUp();
      });
    });
    expect(applied).toBeGreaterThan(0);
    await feed.stop();
  });

  it('reloads a consumer that failed, before it is given more', async () => {
    const feed = createFeed({ database: test.database, log: () => undefined, pause: 60_000 });
    const calls: string[] = [];
    let fail = true;
    feed.use(
      {
        load: () => Promise.resolve(void calls.push('load')),
        apply: (changes) => {
          if (fail && changes.length > 0) {
            fail = false;
            return Promise.reject(new Error('lost'));
          }
          if (changes.length > 0) calls.push(`apply ${changes.map(({ i }) => i).join()}`);
          return Promise.resolve();
        },
      },
      true,
    );
    await feed.start();
    await feed.catchUp();
    await put(test.database, 91);
    await expect(feed.catchUp()).rejects.toThrow('lost');
    await put(test.database, 92);
    await feed.catchUp();
    expect(calls).toEqual(['load', 'load', 'apply 92']);
    await feed.stop();
  });

  it('forgets rows after an hour, and starts behind an emptied outbox', async () => {
    await test.database.query(`update outbox set at = now() - interval '2 hours'`);
    await put(test.database, 44);
    await pruneOutbox(test.database);
    expect(await test.database.query('select i from outbox')).toEqual([{ i: 44 }]);
    await test.database.query('delete from outbox');
    const { feed, seen } = await reading();
    await put(test.database, 45);
    await feed.catchUp();
    expect(seen).toEqual([45]);
    await feed.stop();
  });
});
