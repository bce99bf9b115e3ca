// PostgreSQL from the npm registry as a child of this process: unix socket only, no TCP, real fsync. Called by openDatabase.
// One process per data folder owns the server; a further process on the same folder uses it and never stops it. A server left
// by a killed owner is adopted, or stopped and started anew when it does not answer.

import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import pg from 'pg';
import { findPrograms } from 'src/server/store/embedded/binaries.ts';
import { isAlive, takeOwnerLock } from 'src/server/store/embedded/ownerLock.ts';
import { currentRunner, letPass, makePrivateFolder, runProgram } from 'src/server/store/embedded/runner.ts';
import {
  launch,
  serverPid,
  START_TIMEOUT,
  stopServer,
  USER,
  waitFor,
  type Place,
} from 'src/server/store/embedded/serverProcess.ts';

export interface EmbeddedServer {
  /** Folder of the unix socket, to be given as `host`. */
  readonly host: string;
  readonly user: string;
  readonly database: string;
  /** False when another process owns the server. */
  readonly owned: boolean;
  stop(): Promise<void>;
}

export interface EmbeddedOptions {
  readonly dataDir: string;
  /** False only for throw-away data of tests. */
  readonly durable?: boolean;
  readonly log?: (message: string) => void;
}

const DATABASE = 'keeper';
// The address of a unix socket holds 107 bytes, of which the file name takes 14.
const MAX_HOST_LENGTH = 90;
const ADOPT_TIMEOUT = 10_000;

// The first one that the system knows. Code-point order never changes with the system's libraries, and trigrams of every
// script need a character type other than C.
const LOCALES = ['C.UTF-8', 'en_US.UTF-8', 'UTF-8'];

const hostFor = (home: string): string =>
  home.length <= MAX_HOST_LENGTH - 4
    ? join(home, 'run')
    : join(tmpdir(), `keeper-${createHash('sha256').update(home).digest('hex').slice(0, 16)}`);

const prepare = async (dataDir: string): Promise<Place> => {
  const runner = currentRunner();
  const home = join(resolve(dataDir), 'postgres');
  const host = hostFor(home);
  await letPass(runner, resolve(dataDir));
  await makePrivateFolder(runner, home);
  await makePrivateFolder(runner, host);
  return { runner, home, data: join(home, 'data'), host };
};

const initialise = async ({ runner, home, data }: Place, programs: string): Promise<void> => {
  if (existsSync(join(data, 'PG_VERSION'))) return;
  const half = join(home, 'data.new');
  let failure: unknown;
  for (const locale of LOCALES) {
    await rm(half, { recursive: true, force: true });
    const choice = [`--locale=${locale}`, '--locale-provider=builtin', '--builtin-locale=C.UTF-8'];
    try {
      await runProgram(runner, join(programs, 'bin/initdb'), [
        '-D',
        half,
        '-U',
        USER,
        '-A',
        'trust',
        '-E',
        'UTF8',
        '--no-instructions',
        ...choice,
      ]);
      await rename(half, data);
      return;
    } catch (error) {
      failure = error;
    }
  }
  throw failure;
};

const makeDatabase = async (host: string): Promise<void> => {
  const client = new pg.Client({ host, user: USER, database: 'postgres' });
  await client.connect();
  try {
    const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [DATABASE]);
    if (rowCount === 0) await client.query(`create database ${DATABASE}`);
  } finally {
    await client.end();
  }
};

const startOwned = async (place: Place, durable: boolean, log: (message: string) => void): Promise<number> => {
  const left = await serverPid(place);
  if (left !== undefined) {
    if (await waitFor(place.host, ADOPT_TIMEOUT, () => isAlive(left))) {
      log(`adopted the PostgreSQL server ${left} that an earlier process left`);
      return left;
    }
    log(`stopping the PostgreSQL server ${left} that an earlier process left and that does not answer`);
    await stopServer(left);
  }
  const programs = await findPrograms(place.runner, place.home);
  await initialise(place, programs);
  return launch(place, programs, durable);
};

/** Starts, adopts or joins the server of a data folder; it answers when the promise resolves. */
export const startEmbedded = async ({
  dataDir,
  durable = true,
  log = () => undefined,
}: EmbeddedOptions): Promise<EmbeddedServer> => {
  const place = await prepare(dataDir);
  const { host } = place;
  const lockFile = join(resolve(dataDir), 'postgres.lock');
  for (;;) {
    const lock = takeOwnerLock(lockFile);
    if (!lock) {
      const held = () => existsSync(lockFile);
      if (await waitFor(host, START_TIMEOUT, held))
        return { host, user: USER, database: DATABASE, owned: false, stop: async () => undefined };
      continue;
    }
    try {
      const pid = await startOwned(place, durable, log);
      await makeDatabase(host);
      const stop = async (): Promise<void> => {
        await stopServer(pid);
        lock.release();
      };
      return { host, user: USER, database: DATABASE, owned: true, stop };
    } catch (error) {
      lock.release();
      throw error;
    }
  }
};
