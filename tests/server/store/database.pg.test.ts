import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import pg from 'pg';
import { isProblem } from 'src/model/problems.ts';
import type { ServerRegistry } from 'src/model/schema/Registry.ts';
import { migrate, readMigrations } from 'src/server/store/migrate.ts';
import { partitionOf } from 'src/server/store/partitions.ts';
import { testDatabase, type TestDatabase } from 'tests/server/harness/testDatabase.ts';
import { registry } from 'tests/toy/generated/registry.server.ts';

const empty = { types: {} } as ServerRegistry;

describe('database', () => {
  let db: TestDatabase;
  beforeAll(async () => {
    db = await testDatabase(empty);
    await db.database.query('create table note (text text unique)');
  });
  afterAll(() => db.stop());

  const notes = async (): Promise<string[]> =>
    (await db.database.query<{ text: string }>('select text from note order by 1')).map((row) => row.text);

  it('runs work after the commit, and none after a rollback', async () => {
    const ran: string[] = [];
    await db.database.transaction(async (tx) => {
      tx.afterCommit(() => void ran.push('committed'));
      await tx.query('insert into note values ($1)', ['kept']);
      expect(ran).toEqual([]);
    });
    const failure = db.database.transaction(async (tx) => {
      tx.afterCommit(() => void ran.push('rolled back'));
      await tx.query('insert into note values ($1)', ['lost']);
      throw new Error('stop');
    });
    await expect(failure).rejects.toThrow('stop');
    await expect.poll(() => ran).toEqual(['committed']);
    expect(await notes()).toEqual(['kept']);
  });

  it('stops a slow statement with the problem timeout', async () => {
    const slow = db.database.transaction(async (tx) => {
      await tx.query(`set local statement_timeout = 50`);
      await tx.query('select pg_sleep(5)');
    });
    await expect(slow).rejects.toSatisfy((error: unknown) => isProblem(error) && error.key === 'timeout');
  });

  it('lets PostgreSQL end a transaction that is idle for half a minute', async () => {
    const idle = await db.database.transaction((tx) => tx.query('show idle_in_transaction_session_timeout'));
    expect(idle).toEqual([{ idle_in_transaction_session_timeout: '30s' }]);
  });

  it('runs a transaction again that lost a deadlock', async () => {
    await db.database.query(`insert into note values ('a'), ('b')`);
    let [runs, holding] = [0, 0];
    let bothHold = (): void => undefined;
    const both = new Promise<void>((resolve) => (bothHold = resolve));
    const touch = (first: string, second: string) =>
      db.database.transaction(async (tx) => {
        runs += 1;
        await tx.query('select 1 from note where text = $1 for update', [first]);
        holding += 1;
        if (holding === 2) bothHold();
        await both;
        await tx.query('select 1 from note where text = $1 for update', [second]);
      });
    await Promise.all([touch('a', 'b'), touch('b', 'a')]);
    expect(runs).toBeGreaterThan(2);
  });

  it('lets every transaction have another one within, however many there are', async () => {
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, number) =>
        db.database.transaction(async (outer) => {
          await outer.query('select 1');
          const inner = await db.database.transaction((tx) => tx.query<{ n: number }>('select $1::int as n', [number]));
          await db.database.query('select 1');
          return inner[0]?.n;
        }),
      ),
    );
    expect(answers).toEqual(Array.from({ length: 30 }, (_, number) => number));
  });

  it('wakes listeners of every process, few times for many wishes, and again after the connection was lost', async () => {
    const other = db.open();
    let wakes = 0;
    await other.listen('outbox', () => (wakes += 1));
    for (let wish = 0; wish < 100; wish += 1) db.database.notify('outbox');
    await expect.poll(() => wakes).toBeGreaterThan(0);
    const before = wakes;
    await db.database.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where query like 'listen%' and datname = current_database()`,
    );
    await expect.poll(() => wakes).toBeGreaterThan(before);
    const after = wakes;
    db.database.notify('outbox');
    await expect.poll(() => wakes).toBeGreaterThan(after);
    // A hundred wishes, a lost connection and one wish more.
    expect(wakes).toBeLessThan(25);
  });

  it('migrates when several processes start at once', async () => {
    const client = new pg.Client(db.connection);
    await client.connect();
    await client.query('drop schema public cascade; create schema public');
    await client.end();
    await Promise.all([migrate(db.database, empty), migrate(db.open(), empty), migrate(db.open(), empty)]);
    expect(await db.database.query('select number from migration order by 1')).toEqual(
      (await readMigrations()).map(({ number }) => ({ number })),
    );
  });

  it('starts while an attachment is being written', async () => {
    const toy = await testDatabase(registry);
    const attachments = partitionOf(registry.types['Attachment']?.number ?? 0);
    await toy.database.transaction(async (tx) => {
      await tx.query(`lock table ${attachments} in row exclusive mode`);
      await migrate(toy.open(), registry);
    });
    await toy.stop();
  });

  it('refuses a database that a newer program has migrated', async () => {
    await db.database.query(`insert into migration (number, name) values (999999, 'later')`);
    await expect(migrate(db.database, empty)).rejects.toThrow('newer version');
    await db.database.query('delete from migration where number = 999999');
  });

  it('refuses a database of a trial version that was not brought up to the first tables', async () => {
    // The newest migration of that version is just below the first one of this program.
    const [{ shift } = { shift: 0 }] = await db.database.query<{ shift: number }>(
      'select max(number) - min(number) + 1 as shift from migration',
    );
    await db.database.query('update migration set number = number - $1', [shift]);
    await expect(migrate(db.database, empty)).rejects.toThrow('Start the last trial version on it once');
    await db.database.query('update migration set number = number + $1', [shift]);
    await migrate(db.database, empty);
  });
});
