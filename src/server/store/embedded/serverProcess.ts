// Starts, probes and stops one PostgreSQL server process. Called by startEmbedded only, under its lock.

import { spawn } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { chown, readFile, rm, writeFile } from 'node:fs/promises';
import { freemem, totalmem } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { isAlive } from 'src/server/store/embedded/fileLock.ts';
import { spawnAs, type ServerUser } from 'src/server/store/embedded/serverUser.ts';

export interface Place {
  readonly user: ServerUser;
  readonly home: string;
  readonly data: string;
  /** Folder of the unix socket. */
  readonly host: string;
}

export const DATABASE_USER = 'keeper';
/** Crash recovery of a large database takes time. */
const START_TIMEOUT_MS = 10 * 60_000;
/** An earlier process may have left the server busy. */
const ADOPT_TIMEOUT_MS = 10_000;
const SERVER_STOP_TIMEOUT_MS = 60_000;
const SERVER_POLL_MS = 25;
// Child processes of a killed server still hold its memory for a moment.
const LEFTOVERS = /pre-existing shared memory block/;
const LEFTOVER_TRIES = 40;
const LEFTOVER_PAUSE_MS = 500;
// Larger than any process number that a system assigns.
const UNUSED_PID = 2_147_483_646;

const settings = (host: string, durable: boolean): string[] => {
  const megabytes = Math.round(totalmem() / 2 ** 20);
  const values: Record<string, string | number> = {
    listen_addresses: '',
    unix_socket_directories: host,
    unix_socket_permissions: '0700',
    // Servers without durability are for tests, which run several at a time.
    max_connections: durable ? 100 : 200,
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

const STARTING_UP = '57P03';

/** Returns whether the server answers; `starting` during recovery. */
const probe = async (host: string): Promise<'ready' | 'starting' | 'none'> => {
  const client = new pg.Client({ host, user: DATABASE_USER, database: 'postgres', connectionTimeoutMillis: 2000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return 'ready';
  } catch (error) {
    return (error as { code?: string }).code === STARTING_UP ? 'starting' : 'none';
  } finally {
    await client.end().catch(() => undefined);
  }
};

const waitFor = async (host: string, timeout: number, alive: () => boolean): Promise<boolean> => {
  for (let deadline = Date.now() + timeout; Date.now() < deadline && alive(); await sleep(SERVER_POLL_MS)) {
    const state = await probe(host);
    if (state === 'ready') return true;
    if (state === 'starting') deadline = Math.max(deadline, Date.now() + ADOPT_TIMEOUT_MS);
  }
  return false;
};

/** Returns the process of the folder's server, if it runs. */
export const serverPid = async ({ data, host }: Place): Promise<number | undefined> => {
  const pidFile = join(data, 'postmaster.pid');
  const lines = (await readFile(pidFile, 'utf8').catch(() => '')).split('\n');
  const pid = Number(lines[0]);
  if (!Number.isInteger(pid) || pid <= 0) return undefined;
  const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => 'postgres');
  if (isAlive(pid) && command.includes('postgres')) return pid;
  // PostgreSQL does not start while any process of its user has that number: another one after a restart of the container, or a zombie of
  // the dead server. The other lines stay, because PostgreSQL uses them to wait for leftover children.
  await writeFile(pidFile, [String(UNUSED_PID), ...lines.slice(1)].join('\n'));
  await rm(join(host, '.s.PGSQL.5432.lock'), { force: true });
  return undefined;
};

/** Returns false when the process has ended meanwhile. */
const sendSignal = (pid: number, signal: NodeJS.Signals): boolean => {
  try {
    return process.kill(pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return false;
    throw error;
  }
};

export const stopServer = async (pid: number): Promise<void> => {
  for (const signal of ['SIGINT', 'SIGQUIT', 'SIGKILL'] as const) {
    if (!isAlive(pid) || !sendSignal(pid, signal)) return;
    for (const deadline = Date.now() + SERVER_STOP_TIMEOUT_MS; isAlive(pid) && Date.now() < deadline;)
      await sleep(SERVER_POLL_MS);
  }
};

const tryLaunch = async (place: Place, programs: string, durable: boolean): Promise<void> => {
  const logFile = join(place.home, 'server.log');
  const output = openSync(logFile, 'a', 0o600);
  if (place.user !== undefined) await chown(logFile, place.user, place.user);
  // The server gets its own process group, so that Ctrl-C in the terminal reaches only us, and we stop it in order.
  const child = spawn(join(programs, 'bin/postgres'), ['-D', place.data, ...settings(place.host, durable)], {
    ...spawnAs(place.user),
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
  if (await waitFor(place.host, START_TIMEOUT_MS, () => failure === undefined)) return;
  throw new Error(`The embedded PostgreSQL did not start (${failure ?? 'no answer'}); see ${logFile}.`);
};

const isHeldByLeftovers = async ({ home }: Place): Promise<boolean> =>
  LEFTOVERS.test((await readFile(join(home, 'server.log'), 'utf8').catch(() => '')).slice(-1000));

/** Starts the server. Resolves when it answers. */
export const launch = async (place: Place, programs: string, durable: boolean): Promise<void> => {
  for (let tries = 1; ; tries += 1) {
    try {
      return await tryLaunch(place, programs, durable);
    } catch (error) {
      if (tries >= LEFTOVER_TRIES || !(await isHeldByLeftovers(place))) throw error;
      await sleep(LEFTOVER_PAUSE_MS);
    }
  }
};

/** Returns whether a running server answers. One that does not answer for long is stopped. */
export const adoptServer = async (place: Place, log: (message: string) => void): Promise<boolean> => {
  const pid = await serverPid(place);
  if (pid === undefined) return false;
  if (await waitFor(place.host, ADOPT_TIMEOUT_MS, () => isAlive(pid))) return true;
  log(`stopping the PostgreSQL server ${pid}, which does not answer`);
  await stopServer(pid);
  return false;
};
