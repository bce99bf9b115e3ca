// A database that hangs or refuses writes: the server does not hang, reports that it is not ready, and recovers by itself together with the
// database. Real processes of a PostgreSQL of its own are stopped and continued.

import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fastify } from 'fastify';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Envelope } from 'src/model/generated/wire.ts';
import type { Json } from 'src/model/item/Item.ts';
import { migrateJobQueue } from 'src/server/jobs/jobQueue.ts';
import { REQUEST_TIMEOUT_MS } from 'src/server/limits.ts';
import { createDatabase } from 'src/server/store/database.ts';
import { migrate } from 'src/server/store/migrate.ts';
import { openDatabase } from 'src/server/store/openDatabase.ts';
import { healthRoutes } from 'src/server/transport/healthRoutes.ts';
import { createMetrics } from 'src/server/transport/metrics.ts';
import { openWorld, signIn, type World } from 'tests/server/routes/openWorld.ts';
import { registry } from 'tests/toy/generated/registry.server.ts';

const STATEMENT_TIMEOUT_MS = 1000;
const log = (): void => undefined;

let dataDir: string;
let world: World;
let token: string;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'keeper-hanging-'));
  const limits = { poolSize: 8, statementTimeout: STATEMENT_TIMEOUT_MS, log };
  const { database, connection, stop } = await openDatabase({ dataDir, ...limits });
  await migrate(database, registry);
  await migrateJobQueue(connection);
  world = await openWorld({
    test: { database, connection, stop, open: () => createDatabase({ connection, ...limits }) },
  });
  token = await signIn(world.url, 'admin');
}, 120_000);
afterAll(async () => {
  await world.stop();
  await rm(dataDir, { recursive: true, force: true });
});

/** The server and its children. */
const processes = async (): Promise<number[]> => {
  const [first = ''] = (await readFile(join(dataDir, 'postgres/data/postmaster.pid'), 'utf8')).split('\n');
  const found = [Number(first)];
  for (const entry of await readdir('/proc')) {
    const stat = await readFile(`/proc/${entry}/stat`, 'utf8').catch(() => '');
    if (stat.split(') ').at(-1)?.split(' ')[1] === first) found.push(Number(entry));
  }
  return found;
};

const signal = async (name: 'SIGSTOP' | 'SIGCONT'): Promise<void> => {
  for (const pid of await processes()) process.kill(pid, name);
};

const readyz = async (): Promise<number> => (await fetch(`${world.url}/readyz`)).status;

const book = (): string => world.ids['PUBLIC'] ?? '';

/** Result of a request. */
const outcomeOf = async (o: string, b?: Json): Promise<string> => {
  const headers = { authorization: `Bearer ${token}` };
  const answer = await fetch(`${world.url}/api/item`, { method: 'POST', headers, body: JSON.stringify({ o, b }) });
  const envelope = (await answer.json()) as Envelope;
  return envelope.erred === true ? JSON.stringify(envelope.b) : 'done';
};

/** Result of a request, and its duration in milliseconds. */
const timedOutcomeOf = async (o: string, b?: Json): Promise<{ readonly outcome: string; readonly ms: number }> => {
  const from = performance.now();
  return { outcome: await outcomeOf(o, b), ms: performance.now() - from };
};

it(
  'answers while the database hangs, is not ready, and goes on when the database does',
  { timeout: 120_000 },
  async () => {
    expect(await readyz()).toBe(200);
    expect(await outcomeOf(`read/${book()}`)).toBe('done');
    await signal('SIGSTOP');
    try {
      const requests = [
        ...Array.from({ length: 20 }, () => timedOutcomeOf(`read/${book()}`)),
        timedOutcomeOf('create/Shelf', { name: 'While it hangs' }),
        timedOutcomeOf('search/ids', { must: { _t: ['Book'] } }),
      ];
      await expect.poll(readyz, { timeout: 20_000 }).toBe(503);
      for (const { outcome, ms } of await Promise.all(requests)) {
        expect(outcome).toMatch(/timeout|generalFailure/);
        expect(ms).toBeLessThan(REQUEST_TIMEOUT_MS + STATEMENT_TIMEOUT_MS);
      }
    } finally {
      await signal('SIGCONT');
    }
    await expect.poll(readyz, { timeout: 30_000 }).toBe(200);
    await expect.poll(() => outcomeOf(`read/${book()}`), { timeout: 30_000 }).toBe('done');
    await expect.poll(() => outcomeOf('create/Shelf', { name: 'After it' }), { timeout: 30_000 }).toBe('done');
  },
);

it(
  'is not ready while the database cannot extend a file, or the disk of the files is full',
  { timeout: 60_000 },
  async () => {
    const admin = new pg.Client(world.connection);
    admin.on('error', log);
    await admin.connect();
    const limitFiles = async (value: string): Promise<void> => {
      await admin.query(`alter database keeper set temp_file_limit = '${value}'`);
      await admin.query(
        `select pg_terminate_backend(pid) from pg_stat_activity where datname = 'keeper' and pid <> pg_backend_pid()`,
      );
    };
    await limitFiles('100kB');
    await expect.poll(readyz, { timeout: 20_000 }).toBe(503);
    await limitFiles('-1');
    await admin.end();
    await expect.poll(readyz, { timeout: 30_000 }).toBe(200);
    const readyWith = async (freeBytes: number): Promise<number> => {
      const http = fastify();
      const files = { freeBytes: () => Promise.resolve(freeBytes) };
      healthRoutes(http, { ...world.services, files }, createMetrics(world.services));
      const { statusCode } = await http.inject('/readyz');
      await http.close();
      return statusCode;
    };
    expect(await readyWith(63 * 1_048_576)).toBe(503);
    expect(await readyWith(65 * 1_048_576)).toBe(200);
  },
);

it('is ready while every transaction is taken', { timeout: 60_000 }, async () => {
  const { database } = world.services;
  const http = fastify();
  healthRoutes(http, world.services, createMetrics(world.services));
  let release = (): void => undefined;
  const released = new Promise<void>((resolve) => (release = resolve));
  const taken = Array.from({ length: 30 }, () => database.transaction(() => released).catch(() => undefined));
  const { statusCode } = await http.inject('/readyz');
  release();
  await Promise.all(taken);
  await http.close();
  expect(statusCode).toBe(200);
});

it('is not ready while the database takes no writes, and says so in few lines', { timeout: 60_000 }, async () => {
  const admin = new pg.Client(world.connection);
  admin.on('error', log);
  await admin.connect();
  const readOnly = async (value: string): Promise<void> => {
    await admin.query(`alter database keeper set default_transaction_read_only = ${value}`);
    await admin.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where datname = 'keeper' and pid <> pg_backend_pid()`,
    );
  };
  await readOnly('on');
  await expect.poll(readyz, { timeout: 20_000 }).toBe(503);
  for (let number = 0; number < 100; number += 1) await outcomeOf('create/Shelf', { name: `No room ${number}` });
  const lines = world.log.filter((line) => line.includes('read-only transaction') && line.includes('unexpected'));
  expect(lines.length).toBeGreaterThan(0);
  expect(lines.length).toBeLessThanOrEqual(5);
  await readOnly('off');
  await admin.end();
  await expect.poll(readyz, { timeout: 30_000 }).toBe(200);
});
