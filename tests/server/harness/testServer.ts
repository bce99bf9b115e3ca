// One PostgreSQL for all test files of a run: an embedded server of throw-away data that a keeper process of its own holds and
// stops when nobody has been connected for a while, or the server that DATABASE_URL names.

import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import pg from 'pg';

const root = fileURLToPath(new URL('../../..', import.meta.url));

export const testDataDir = join(
  tmpdir(),
  `keeper-tests-${createHash('sha256').update(root).digest('hex').slice(0, 8)}`,
);
const host = join(testDataDir, 'postgres/run');
const START_TIMEOUT = 60_000;

const answers = async (config: pg.ClientConfig): Promise<boolean> => {
  const client = new pg.Client(config);
  client.on('error', () => undefined);
  try {
    await client.connect();
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => undefined);
  }
};

const startKeeper = (): void => {
  const keeper = fileURLToPath(new URL('./keepTestServer.ts', import.meta.url));
  const tsx = join(root, 'node_modules/tsx/dist/cli.mjs');
  spawn(process.execPath, [tsx, keeper], { cwd: root, detached: true, stdio: 'ignore' }).unref();
};

const embedded = async (): Promise<pg.ClientConfig> => {
  const config = { host, user: 'keeper', database: 'keeper' };
  if (await answers(config)) return config;
  startKeeper();
  const deadline = Date.now() + START_TIMEOUT;
  while (Date.now() < deadline) {
    if (await answers(config)) return config;
    await sleep(50);
  }
  throw new Error(`The test server did not start; see ${join(testDataDir, 'postgres/server.log')}`);
};

let server: Promise<pg.ClientConfig> | undefined;

/** Connection settings of a maintenance database on the shared server. */
export const testServer = (): Promise<pg.ClientConfig> => {
  const url = process.env.DATABASE_URL;
  server ??= url === undefined ? embedded() : Promise.resolve({ connectionString: url });
  return server;
};

/** The same server, another database. */
export const onDatabase = ({ connectionString, ...config }: pg.ClientConfig, database: string): pg.ClientConfig => {
  if (connectionString === undefined) return { ...config, database };
  // Not by URL: an address of a unix socket has no host between its slashes, which URL refuses.
  return { connectionString: connectionString.replace(/^([a-z]+:\/\/[^/]*)\/?[^?]*/, `$1/${database}`) };
};
