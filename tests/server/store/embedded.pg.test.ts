// The embedded server in real processes: first start, a killed parent, two processes on one folder, and what it refuses.

import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { checkTrigrams } from 'src/server/store/checkServer.ts';
import { createDatabase } from 'src/server/store/database.ts';
import { openDatabase } from 'src/server/store/openDatabase.ts';
import { databaseName, onDatabase, testServer } from 'tests/server/harness/testServer.ts';

const holder = fileURLToPath(new URL('./holdServer.ts', import.meta.url));
const log = (): void => undefined;

/** Starts a process that opens the folder; resolves with what it says first. */
const hold = (dataDir: string): Promise<{ child: ChildProcess; said: string }> =>
  new Promise((resolve, reject) => {
    const child = spawn(process.execPath, ['--import', 'tsx', holder, dataDir], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    child.stdout?.once('data', (said: Buffer) => resolve({ child, said: said.toString().trim() }));
    child.on('error', reject);
  });

const ended = (child: ChildProcess): Promise<unknown> =>
  new Promise((resolve) =>
    child.exitCode !== null || child.signalCode !== null ? resolve(0) : child.on('exit', resolve),
  );

const serverPid = async (dataDir: string): Promise<number> =>
  Number((await readFile(join(dataDir, 'postgres/data/postmaster.pid'), 'utf8')).split('\n')[0]);

describe('embedded PostgreSQL', () => {
  let dataDir: string;
  beforeEach(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'keeper-embedded-'));
  });
  afterEach(() => rm(dataDir, { recursive: true, force: true }));

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

  it('keeps every acknowledged commit when its parent is killed, and is adopted by the next', async () => {
    const { child } = await hold(dataDir);
    const before = await serverPid(dataDir);
    child.kill('SIGKILL');
    await ended(child);
    const said: string[] = [];
    const { database, stop } = await openDatabase({ dataDir, log: (message) => said.push(message) });
    expect(await serverPid(dataDir)).toBe(before);
    expect(said.join()).toContain('adopted');
    expect(await database.query('select count(*)::int as count from kept')).toEqual([{ count: 100 }]);
    await stop();
    expect(existsSync(join(dataDir, 'postgres/data/postmaster.pid'))).toBe(false);
  });

  it('recovers when the server itself was killed with its parent', async () => {
    const { child } = await hold(dataDir);
    process.kill(await serverPid(dataDir), 'SIGKILL');
    child.kill('SIGKILL');
    await ended(child);
    const { database, stop } = await openDatabase({ dataDir, log });
    expect(await database.query('select count(*)::int as count from kept')).toEqual([{ count: 100 }]);
    await stop();
  });

  it('is shared by a second process, which does not stop it', async () => {
    const { child, said } = await hold(dataDir);
    expect(said).toBe('owner');
    const second = await hold(dataDir);
    expect(second.said).toBe('guest');
    second.child.kill('SIGTERM');
    await ended(second.child);
    const third = await openDatabase({ dataDir, log });
    expect(await third.database.query('select count(*)::int as count from kept')).toEqual([{ count: 200 }]);
    await third.stop();
    child.kill('SIGTERM');
    await ended(child);
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
