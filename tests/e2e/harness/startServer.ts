// Runs the built product, dist/server/main.js, as a separate process on a free port and stops it as a service manager does.
// Called by globalSetup.ts, useWorld.ts and tests that need a second process; it uses no mocks.
import { type ChildProcess, spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { samplePassword } from 'tests/e2e/harness/accounts.ts';
import { environmentOf, type Store } from 'tests/e2e/harness/Store.ts';

export interface RunningServer {
  readonly url: string;
  readonly pid: number | undefined;
  /** Output so far. */
  log(): string;
  /** Sends SIGTERM and returns the exit code; throws if the process does not stop in time. */
  stop(): Promise<number | null>;
  /** Sends SIGINT, as Ctrl+C does in a terminal, and does not wait. */
  interrupt(): void;
  /** Sends SIGKILL to simulate a crash. */
  kill(): Promise<void>;
}

const readyWithin = 400_000; // the first start on a busy machine also creates the database and the sample community
const stopWithin = 20_000;
const root = fileURLToPath(new URL('../../..', import.meta.url));

/** Ports below the range for outgoing connections, because a browser opens many of those before the server listens. */
const FIRST_PORT = 20_000;
const PORTS_PER_WORKER = 1_000;
const WORKERS = 12;

/**
 * First port of this worker. Workers share no ports: a server starts for seconds before it listens, and two that had chosen the same port
 * would both seem ready when the first one answers. Vitest counts workers from 1; its main process, with the global setup, is 0.
 */
const firstPort = FIRST_PORT + (Number(process.env['VITEST_POOL_ID'] ?? 0) % WORKERS) * PORTS_PER_WORKER;

const isFree = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const probe = createServer()
      .once('error', () => resolve(false))
      .listen(port, '127.0.0.1', () => probe.close(() => resolve(true)));
  });

const freePort = async (): Promise<number> => {
  for (let tries = 0; tries < 100; tries += 1) {
    const port = firstPort + randomInt(PORTS_PER_WORKER);
    if (await isFree(port)) return port;
  }
  throw new Error('no free port');
};

const isReady = async (url: string): Promise<boolean> => {
  try {
    return (await fetch(`${url}/readyz`)).ok;
  } catch {
    return false;
  }
};

const untilReady = async (url: string, child: ChildProcess, log: () => string): Promise<void> => {
  const deadline = Date.now() + readyWithin;
  while (!(await isReady(url))) {
    if (child.exitCode !== null)
      throw new Error(`the server ended with ${child.exitCode} before it was ready:\n${log()}`);
    if (Date.now() > deadline) throw new Error(`the server was not ready after ${readyWithin} ms:\n${log()}`);
    await pause(50);
  }
};

const stopped = async (child: ChildProcess, signal: NodeJS.Signals, log: () => string): Promise<number | null> => {
  if (child.exitCode !== null || child.signalCode !== null) return child.exitCode;
  const exit = once(child, 'exit');
  child.kill(signal);
  const late = pause(stopWithin, 'late', { ref: false });
  if ((await Promise.race([exit, late])) === 'late') {
    child.kill('SIGKILL');
    throw new Error(`the server did not stop within ${stopWithin} ms of ${signal}:\n${log()}`);
  }
  return child.exitCode;
};

/**
 * Starts one server process on the store; `more` overrides its environment. PUBLIC_NAME is the host name for browsers, which passkeys need.
 * `folder` contains the build in `dist/`.
 */
export const startServer = async (
  store: Store,
  { PUBLIC_NAME = '127.0.0.1', ...more }: Record<string, string> = {},
  folder = root,
): Promise<RunningServer> => {
  const port = await freePort();
  const url = `http://${PUBLIC_NAME}:${port}`;
  const { DATABASE_URL: _given, ...inherited } = process.env;
  const env = { ...inherited, NODE_ENV: 'production', PORT: String(port), HOST: '127.0.0.1', PUBLIC_URL: url };
  const sample = { SAMPLE: 'on', SAMPLE_PASSWORD: samplePassword };
  const child = spawn(process.execPath, ['--enable-source-maps', join(folder, 'dist/server/main.js')], {
    cwd: folder,
    env: { ...env, ...sample, ...environmentOf(store), ...more },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const printed: string[] = [];
  const log = (): string => printed.join('');
  child.stdout.on('data', (chunk: Buffer) => printed.push(chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => printed.push(chunk.toString()));
  try {
    await untilReady(url, child, log);
  } catch (error) {
    child.kill('SIGKILL');
    throw error;
  }
  return {
    url,
    pid: child.pid,
    log,
    stop: () => stopped(child, 'SIGTERM', log),
    interrupt: () => {
      child.kill('SIGINT');
    },
    kill: async () => {
      await stopped(child, 'SIGKILL', log);
    },
  };
};
