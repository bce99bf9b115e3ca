// One PostgreSQL server process: starting it, asking whether it answers, stopping it. Called by startEmbedded only.

import { spawn } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { chown, readFile, rm, writeFile } from 'node:fs/promises';
import { freemem, totalmem } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { isAlive } from 'src/server/store/embedded/ownerLock.ts';
import { spawnAs, type Runner } from 'src/server/store/embedded/runner.ts';

export interface Place {
  readonly runner: Runner;
  readonly home: string;
  readonly data: string;
  readonly host: string;
}

export const USER = 'keeper';
/** Crash recovery of a large database takes its time. */
export const START_TIMEOUT = 10 * 60_000;
const STOP_TIMEOUT = 60_000;
const POLL = 25;
// What a killed server leaves running for a moment still holds its memory.
const LEFTOVERS = /pre-existing shared memory block/;
// Larger than any process number that a system gives.
const NOBODYS_PID = 2_147_483_646;
const LEFTOVER_TRIES = 40;
const LEFTOVER_PAUSE = 500;

const settings = (host: string, durable: boolean): string[] => {
  const megabytes = Math.round(totalmem() / 2 ** 20);
  const values: Record<string, string | number> = {
    listen_addresses: '',
    unix_socket_directories: host,
    unix_socket_permissions: '0700',
    max_connections: 100,
    shared_buffers: `${Math.max(64, Math.min(1024, Math.round(megabytes * 0.15)))}MB`,
    effective_cache_size: `${Math.max(128, Math.round(Math.min(megabytes * 0.5, (freemem() / 2 ** 20) * 0.8)))}MB`,
    work_mem: '32MB',
    maintenance_work_mem: '128MB',
    max_wal_size: '2GB',
    jit: 'off',
    max_parallel_workers_per_gather: 0,
    log_checkpoints: 'off',
    timezone: 'UTC',
    ...(durable ? { fsync: 'on' } : { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }),
  };
  return Object.entries(values).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
};

/** Whether the server answers; `starting` while it is recovering. */
const probe = async (host: string): Promise<'ready' | 'starting' | 'none'> => {
  const client = new pg.Client({ host, user: USER, database: 'postgres', connectionTimeoutMillis: 2000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.query('select 1');
    return 'ready';
  } catch (error) {
    return (error as { code?: string }).code === '57P03' ? 'starting' : 'none';
  } finally {
    await client.end().catch(() => undefined);
  }
};

export const waitFor = async (host: string, timeout: number, alive: () => boolean): Promise<boolean> => {
  const deadline = Date.now() + timeout;
  while (Date.now() < deadline && alive()) {
    if ((await probe(host)) === 'ready') return true;
    await sleep(POLL);
  }
  return false;
};

const exists = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
};

/**
 * PostgreSQL does not start while the number in its pid file belongs to any process of the same user: to somebody else after a
 * restart of the container, or to the dead server that nobody has buried. The rest of the file stays: by it PostgreSQL waits
 * for children that the killed server left.
 */
const forgetPid = async ({ host }: Place, pidFile: string, lines: readonly string[]): Promise<void> => {
  await writeFile(pidFile, [String(NOBODYS_PID), ...lines.slice(1)].join('\n'));
  await rm(join(host, '.s.PGSQL.5432.lock'), { force: true });
};

/** The process that the folder's server runs as, if one does. */
export const serverPid = async (place: Place): Promise<number | undefined> => {
  const pidFile = join(place.data, 'postmaster.pid');
  const lines = (await readFile(pidFile, 'utf8').catch(() => '')).split('\n');
  const pid = Number(lines[0]);
  if (!Number.isInteger(pid) || pid <= 0 || !exists(pid)) return undefined;
  const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => 'postgres');
  if (isAlive(pid) && command.includes('postgres')) return pid;
  await forgetPid(place, pidFile, lines);
  return undefined;
};

export const stopServer = async (pid: number): Promise<void> => {
  for (const signal of ['SIGINT', 'SIGQUIT', 'SIGKILL'] as const) {
    if (!isAlive(pid)) return;
    process.kill(pid, signal);
    const deadline = Date.now() + STOP_TIMEOUT;
    while (isAlive(pid) && Date.now() < deadline) await sleep(POLL);
  }
};

const logOf = ({ home }: Place): string => join(home, 'server.log');

const tryLaunch = async (place: Place, programs: string, durable: boolean): Promise<number> => {
  const logFile = logOf(place);
  const output = openSync(logFile, 'a', 0o600);
  if (place.runner.uid !== undefined) await chown(logFile, place.runner.uid, place.runner.uid);
  // Its own process group: a Ctrl-C in the terminal is for us, who then stop it in order.
  const child = spawn(join(programs, 'bin/postgres'), ['-D', place.data, ...settings(place.host, durable)], {
    ...spawnAs(place.runner),
    cwd: '/',
    detached: true,
    env: { PATH: '/usr/bin:/bin', TZ: 'UTC' },
    stdio: ['ignore', output, output],
  });
  closeSync(output);
  let failure: string | undefined;
  child.on('error', (error) => (failure = error.message));
  child.on('exit', (code) => (failure ??= `exit code ${code}`));
  child.unref();
  if (!(await waitFor(place.host, START_TIMEOUT, () => failure === undefined)) || child.pid === undefined) {
    throw new Error(`The embedded PostgreSQL did not start (${failure ?? 'no answer'}); see ${logFile}.`);
  }
  return child.pid;
};

const isHeldByLeftovers = async (place: Place): Promise<boolean> =>
  LEFTOVERS.test((await readFile(logOf(place), 'utf8').catch(() => '')).slice(-1000));

/** Starts the server; its process when it answers. */
export const launch = async (place: Place, programs: string, durable: boolean): Promise<number> => {
  for (let tries = 1; ; tries += 1) {
    try {
      return await tryLaunch(place, programs, durable);
    } catch (error) {
      if (tries >= LEFTOVER_TRIES || !(await isHeldByLeftovers(place))) throw error;
      await sleep(LEFTOVER_PAUSE);
    }
  }
};
