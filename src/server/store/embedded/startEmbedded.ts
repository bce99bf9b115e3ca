// PostgreSQL from the npm registry in the data folder: unix socket only, no TCP, real fsync. Called by openDatabase. Any number of
// processes share the server of a data folder. Each holds one session as a sign of its presence: a process that finds no server starts one,
// a process that loses its session restarts it if necessary, and the last one to leave stops it.

import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, chown, mkdir, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import { findPrograms } from 'src/server/store/embedded/binaries.ts';
import { withFileLock } from 'src/server/store/embedded/fileLock.ts';
import { ORPHAN_WATCH, PRESENCE, watchForOrphan } from 'src/server/store/embedded/orphanWatch.ts';
import {
  adoptServer,
  DATABASE_USER,
  launch,
  serverPid,
  stopServer,
  type Place,
} from 'src/server/store/embedded/serverProcess.ts';
import {
  giveTo,
  KNOWN_USER,
  letPass,
  makePrivateFolder,
  serverUser,
  spawnAs,
} from 'src/server/store/embedded/serverUser.ts';
import { sha256 } from 'src/server/sha256.ts';

export interface EmbeddedServer {
  /** Folder of the unix socket, for use as `host`. */
  readonly host: string;
  readonly user: string;
  readonly database: string;
  /** Leaves the server. The last process that does so stops it. */
  stop(): Promise<void>;
}

export interface EmbeddedOptions {
  readonly dataDir: string;
  /** False only for temporary data of tests. */
  readonly durable?: boolean;
  readonly log?: (message: string) => void;
  /** Called when the server has ended and cannot be started again. */
  readonly onLost?: (error: unknown) => void;
}

const EMBEDDED_DATABASE = 'keeper';
const LEAVING_MS = 400;
const SERVER_ANSWER_TIMEOUT_MS = 10_000;
// The address of a unix socket has at most 107 bytes, of which the file name takes 14.
const LONGEST_HOST = 90;

// The first one that the system knows is used. Code-point order does not change with the system's libraries, and trigrams of every script
// need a character type other than C.
const LOCALES = ['C.UTF-8', 'en_US.UTF-8', 'UTF-8'];

const hostFor = (home: string): string =>
  home.length <= LONGEST_HOST - 4
    ? join(home, 'run')
    : join(tmpdir(), `keeper-${sha256(home).toString('hex').slice(0, 16)}`);

const embeddedPlace = (dataDir: string): Place => {
  const home = join(dataDir, 'postgres');
  return { user: serverUser(home), home, data: join(home, 'data'), host: hostFor(home) };
};

const initdb = async (user: number | undefined, program: string, [folder, locale]: readonly [string, string]) => {
  const text = ['--encoding=UTF8', `--locale=${locale}`, '--locale-provider=builtin', '--builtin-locale=C.UTF-8'];
  try {
    await promisify(execFile)(
      program,
      [`--pgdata=${folder}`, `--username=${DATABASE_USER}`, '--auth=trust', '--no-instructions', ...text],
      { ...spawnAs(user), cwd: '/', env: { PATH: '/usr/bin:/bin', LC_MESSAGES: 'C' } },
    );
  } catch (error) {
    const { stderr = '', code } = error as { stderr?: string; code?: unknown };
    const reason =
      code === 'EACCES'
        ? 'it is not reachable for the unprivileged user that runs PostgreSQL when the server is started as root. ' +
          'Choose a DATA_DIR outside of private folders such as /root, or start the server as an ordinary user'
        : stderr.trim() || String(error);
    throw new Error(`${program} failed: ${reason}`, { cause: error });
  }
};

/** Creates the cluster in a separate folder, so that an incomplete one is never used. */
const initialise = async ({ user, home, data }: Place, programs: string): Promise<void> => {
  if (existsSync(join(data, 'PG_VERSION'))) return;
  const half = join(home, 'data.new');
  const maker = user === undefined ? undefined : KNOWN_USER;
  // Under root, another user creates it than the one who runs it and must reach it.
  if (user !== undefined) await chmod(home, 0o711);
  let failure: unknown;
  for (const locale of LOCALES) {
    await rm(half, { recursive: true, force: true });
    await mkdir(half, { mode: 0o700 });
    if (maker !== undefined) await chown(half, maker, maker);
    try {
      await initdb(maker, join(programs, 'bin/initdb'), [half, locale]);
      await giveTo(user, half);
      await rename(half, data);
      return await chmod(home, 0o700);
    } catch (error) {
      failure = error;
    }
  }
  throw failure;
};

const ensureRunning = async (
  place: Place,
  { durable = true, log = () => undefined }: EmbeddedOptions,
): Promise<void> => {
  if (await adoptServer(place, log)) return;
  await letPass(place.user, join(place.home, '..'));
  await makePrivateFolder(place.user, place.home);
  await makePrivateFolder(place.user, place.host);
  const programs = await findPrograms(place.home, place.user !== undefined);
  await initialise(place, programs);
  await giveTo(place.user, place.data);
  await launch(place, programs, durable);
};

const makeDatabase = async (client: pg.Client): Promise<void> => {
  const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [EMBEDDED_DATABASE]);
  if (rowCount === 0) await client.query(`create database ${EMBEDDED_DATABASE}`);
};

const othersArePresent = async (client: pg.Client): Promise<boolean> =>
  (
    await client.query(`select 1 from pg_stat_activity where application_name = $1 and pid <> pg_backend_pid()`, [
      PRESENCE,
    ])
  ).rowCount !== 0;

/** Marks the session as closed for other processes: the server still lists it for a while. */
const signOff = (client: pg.Client): Promise<unknown> =>
  client.query("set application_name = ''").catch(() => undefined);

/** Returns whether another process uses the server. A killed process is still listed for a moment, so only longer sessions count. */
const othersStay = async (client: pg.Client): Promise<boolean> => {
  for (const deadline = Date.now() + LEAVING_MS; await othersArePresent(client); await sleep(LEAVING_MS / 10))
    if (Date.now() > deadline) return true;
  return false;
};

/** Starts or joins the server of a data folder. Resolves when it answers. */
export const startEmbedded = async (options: EmbeddedOptions): Promise<EmbeddedServer> => {
  const { log = () => undefined, onLost = () => undefined } = options;
  const dataDir = resolve(options.dataDir);
  const place = embeddedPlace(dataDir);
  await letPass(place.user, dataDir);
  const locked = <T>(work: () => Promise<T>): Promise<T> => withFileLock(join(dataDir, 'postgres.lock'), work);
  let presence: pg.Client | undefined;
  let watching: pg.Client | undefined;
  let stopping = false;

  const openSession = async (name: string): Promise<pg.Client> => {
    const client = new pg.Client({
      host: place.host,
      user: DATABASE_USER,
      database: 'postgres',
      application_name: name,
      connectionTimeoutMillis: SERVER_ANSWER_TIMEOUT_MS,
      ...(name === PRESENCE && { query_timeout: SERVER_ANSWER_TIMEOUT_MS }),
    });
    client.on('error', () => undefined); // followed by the end
    await client.connect();
    return client;
  };

  const joinServer = async (): Promise<pg.Client> => {
    await ensureRunning(place, options);
    return await openSession(PRESENCE);
  };

  const enter = (): Promise<void> =>
    locked(async () => {
      if (stopping) return;
      await ensureRunning(place, options);
      // A server without processes may stop at this moment.
      const client = await openSession(PRESENCE).catch(joinServer);
      await makeDatabase(client);
      client.once('end', recover);
      presence = client;
      watching = await openSession(ORPHAN_WATCH).catch(() => undefined);
      if (watching) watchForOrphan(watching);
    });

  const recover = (): void => {
    if (stopping) return;
    log('the embedded PostgreSQL server was lost; looking after it');
    enter().then(() => log('the embedded PostgreSQL server answers again'), onLost);
  };

  await enter();
  return {
    host: place.host,
    user: DATABASE_USER,
    database: EMBEDDED_DATABASE,
    stop: () =>
      locked(async () => {
        stopping = true;
        const isLast = presence !== undefined && !(await othersStay(presence).catch(() => false));
        if (presence !== undefined) await signOff(presence);
        await presence?.end().catch(() => undefined);
        await watching?.end().catch(() => undefined);
        const pid = isLast ? await serverPid(place) : undefined;
        if (pid !== undefined) await stopServer(pid);
      }),
  };
};
