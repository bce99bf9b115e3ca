// The embedded server in real processes: first start, a killed parent, two processes on one folder, and what it refuses.

import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { lstat, mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { checkTrigrams } from 'src/server/store/checkServer.ts';
import { createDatabase, type Queryable } from 'src/server/store/database.ts';
import { openDatabase } from 'src/server/store/openDatabase.ts';
import { databaseName, onDatabase, testServer } from 'tests/server/harness/testServer.ts';

const holder = fileURLToPath(new URL('./holdServer.ts', import.meta.url));
const log = (): void => undefined;

/** Starts a process that opens the folder; resolves when it has. */
const hold = (dataDir: string): Promise<{ child: ChildProcess }> =>
  new Promise((resolve, reject) => {
    const child = spawn(process.execPath, ['--import', 'tsx', holder, dataDir], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    child.stdout?.once('data', () => resolve({ child }));
    child.on('error', reject);
  });

const ended = (child: ChildProcess): Promise<unknown> =>
  new Promise((resolve) =>
    child.exitCode !== null || child.signalCode !== null ? resolve(0) : child.on('exit', resolve),
  );

const serverPid = async (dataDir: string): Promise<number> =>
  Number((await readFile(join(dataDir, 'postgres/data/postmaster.pid'), 'utf8')).split('\n')[0]);

const count = async (database: Queryable): Promise<number | undefined> =>
  (await database.query<{ count: number }>('select count(*)::int as count from kept'))[0]?.count;

/** User of a process. */
const uidOf = async (pid: number): Promise<number> =>
  Number(/^Uid:\s+(\d+)/m.exec(await readFile(`/proc/${pid}/status`, 'utf8'))?.[1]);

describe('embedded PostgreSQL', () => {
  let dataDir: string;
  beforeEach(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'keeper-embedded-'));
  });
  // The last helper of a server that ended may still write for a moment.
  afterEach(() => rm(dataDir, { recursive: true, force: true, maxRetries: 20, retryDelay: 200 }));

  it('starts in an empty folder: no TCP, real fsync, UTF-8, text of every script, its folder closed to others', async () => {
    const { database, connection, stop } = await openDatabase({ dataDir, log });
    const [row] = await database.query<Record<string, string>>(
      `select current_setting('listen_addresses') as tcp, current_setting('fsync') as fsync, current_setting('synchronous_commit') as sync,
        current_setting('server_encoding') as encoding, current_setting('data_directory') as folder`,
    );
    expect(row).toMatchObject({ tcp: '', fsync: 'on', sync: 'on', encoding: 'UTF8' });
    await database.query('create extension pg_trgm');
    await checkTrigrams(database);
    expect((await stat(join(dataDir, 'postgres'))).mode & 0o077).toBe(0);
    expect((await stat(String(connection.host))).mode & 0o077).toBe(0);
    await stop();
    expect(existsSync(join(dataDir, 'postgres/data/postmaster.pid'))).toBe(false);
    expect(existsSync(join(dataDir, 'postgres.lock'))).toBe(false);
  });

  it('runs as a user of its own, who owns all of the cluster and whom no other process of the machine is', async () => {
    const { database, stop } = await openDatabase({ dataDir, log });
    const data = join(dataDir, 'postgres/data');
    const owners = new Set<number>();
    for (const entry of [data, ...(await readdir(data, { recursive: true })).map((name) => join(data, name))])
      await lstat(entry).then(
        ({ uid }) => owners.add(uid),
        () => undefined, // gone since it was listed
      );
    const [uid = -1] = owners;
    expect(owners.size).toBe(1);
    expect(await uidOf(await serverPid(dataDir))).toBe(uid);
    if (process.getuid?.() === 0) {
      expect([0, 65534]).not.toContain(uid);
      expect(
        (await readFile('/etc/passwd', 'utf8')).split('\n').map((line) => Number(line.split(':')[2])),
      ).not.toContain(uid);
    } else expect(uid).toBe(process.getuid?.());
    await database.query('select 1');
    await stop();
  });

  it('is started again when it was killed, for every process that uses it', async () => {
    const { child } = await hold(dataDir);
    const { database, stop } = await openDatabase({ dataDir, log });
    for (let round = 0; round < 2; round += 1) {
      const killed = await serverPid(dataDir);
      process.kill(killed, 'SIGKILL');
      await expect.poll(() => serverPid(dataDir).catch(() => killed), { timeout: 30_000 }).not.toBe(killed);
      await expect.poll(() => count(database).catch(() => 0), { timeout: 30_000 }).toBe(100 + round);
      await database.query('insert into kept default values');
    }
    await stop();
    // The other process still works: it writes a row for every signal.
    child.kill('SIGUSR2');
    const { database: third, stop: leave } = await openDatabase({ dataDir, log });
    await expect.poll(() => count(third), { timeout: 30_000 }).toBe(103);
    await leave();
    child.kill('SIGTERM');
    await ended(child);
    expect(existsSync(join(dataDir, 'postgres/data/postmaster.pid'))).toBe(false);
  });

  it('tells when it cannot be started again, so that the process can end', async () => {
    let lose = (_error: unknown): void => undefined;
    const lost = new Promise<unknown>((resolve) => (lose = resolve));
    const { stop } = await openDatabase({ dataDir, log, onLost: (error) => lose(error) });
    const pid = await serverPid(dataDir);
    await rm(join(dataDir, 'postgres/data/global/pg_control'));
    process.kill(pid, 'SIGKILL');
    expect(String(await lost)).toContain('did not start');
    await stop();
  });

  it('keeps every acknowledged commit when its parent is killed, and is adopted by the next', async () => {
    const { child } = await hold(dataDir);
    const before = await serverPid(dataDir);
    child.kill('SIGKILL');
    await ended(child);
    const { database, stop } = await openDatabase({ dataDir, log });
    expect(await serverPid(dataDir)).toBe(before);
    expect(await count(database)).toBe(100);
    await stop();
    expect(existsSync(join(dataDir, 'postgres/data/postmaster.pid'))).toBe(false);
  });

  it('stops when all of its processes were killed, and the next process starts it again', async () => {
    const children = [await hold(dataDir), await hold(dataDir)];
    for (const { child } of children) {
      child.kill('SIGKILL');
      await ended(child);
    }
    await expect.poll(() => existsSync(join(dataDir, 'postgres/data/postmaster.pid')), { timeout: 60_000 }).toBe(false);
    const { database, stop } = await openDatabase({ dataDir, log });
    expect(await count(database)).toBe(200);
    await stop();
  }, 90_000);

  it('recovers when the server itself was killed with its parent', async () => {
    const { child } = await hold(dataDir);
    process.kill(await serverPid(dataDir), 'SIGKILL');
    child.kill('SIGKILL');
    await ended(child);
    const { database, stop } = await openDatabase({ dataDir, log });
    expect(await count(database)).toBe(100);
    await stop();
  });

  it('starts on a copy of the folder at another place', async () => {
    const copy = `${dataDir}-copy`;
    const first = await openDatabase({ dataDir, log });
    await first.database.query('create table kept as select 1 as at from generate_series(1, 7)');
    await first.stop();
    // Copies like `cp -a`, including owners.
    await promisify(execFile)('cp', ['-a', dataDir, copy]);
    const { database, stop } = await openDatabase({ dataDir: copy, log });
    expect(await count(database)).toBe(7);
    await stop();
    await rm(copy, { recursive: true });
  });

  it('is shared by all processes of the folder, and stopped by the last', async () => {
    const first = await hold(dataDir);
    const second = await hold(dataDir);
    first.child.kill('SIGTERM');
    await ended(first.child);
    const third = await openDatabase({ dataDir, log });
    expect(await count(third.database)).toBe(200);
    await third.stop();
    second.child.kill('SIGTERM');
    await ended(second.child);
    expect(existsSync(join(dataDir, 'postgres/data/postmaster.pid'))).toBe(false);
  });
});

describe('a database that cannot hold the texts', () => {
  const withDatabase = async (options: string, run: (connection: pg.ClientConfig) => Promise<void>): Promise<void> => {
    const name = databaseName();
    const client = new pg.Client(testServer());
    await client.connect();
    try {
      await client.query(`create database ${name} template template0 ${options}`);
      await run(onDatabase(testServer(), name));
    } finally {
      await client.query(`drop database if exists ${name} with (force)`);
      await client.end();
    }
  };

  it('of locale C is refused, with what to do', async () => {
    await withDatabase(`encoding 'UTF8' locale_provider libc lc_collate 'C' lc_ctype 'C'`, async (connection) => {
      const database = createDatabase({ connection, poolSize: 4, statementTimeout: 5000, log });
      await database.query('create extension pg_trgm');
      await expect(checkTrigrams(database)).rejects.toThrow(/character type is C[^]*create database/);
      await database.end();
    });
  });

  it('of another encoding is refused', async () => {
    await withDatabase(`encoding 'SQL_ASCII' locale_provider libc lc_collate 'C' lc_ctype 'C'`, async (connection) => {
      const { host, user = '', database = '' } = connection;
      const url =
        connection.connectionString ?? `postgresql://${user}@/${database}?host=${encodeURIComponent(String(host))}`;
      await expect(openDatabase({ databaseUrl: url, log })).rejects.toThrow('encoding UTF8');
    });
  });

  it('without an address is refused', async () => {
    await expect(openDatabase({})).rejects.toThrow('DATABASE_URL');
  });
});
