// Opens a real server on a real database with a small toy world: two shelves, books of each level, and four people. A second server on the
// same data simulates another process.

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type pg from 'pg';
import { pino } from 'pino';
import { systemClock, type Clock } from 'src/base/clock.ts';
import type { Json } from 'src/model/item/Item.ts';
import { configFrom, type Config, type MailSettings } from 'src/server/config.ts';
import type { ServerRegistry } from 'src/model/schema/Registry.ts';
import type { Services } from 'src/server/modules.ts';
import { createServices } from 'src/server/services.ts';
import { hashPassword } from 'src/server/sessions/passwords.ts';
import { insertCredential } from 'src/server/store/accounts/sessionRows.ts';
import { limitRepeats } from 'src/server/http/problemOfError.ts';
import { createHttpServer, type Server } from 'src/server/createHttpServer.ts';
import type { JobHandlers } from 'src/server/store/jobRows.ts';
import type { Limits } from 'src/server/limits.ts';
import { testDatabase, type TestDatabase } from 'tests/server/harness/testDatabase.ts';
import { startWorker } from 'tests/server/search/startWorker.ts';
import { fileReaderEntry } from 'tests/server/fileReaderEntry.ts';
import { toyDomain } from 'tests/server/harness/toyDomain.ts';
import asyncapi from 'tests/toy/generated/asyncapi.json' with { type: 'json' };
import messages from 'tests/toy/generated/messages.en.json' with { type: 'json' };
import openapi from 'tests/toy/generated/openapi.json' with { type: 'json' };
import { registry as toyRegistry } from 'tests/toy/generated/registry.server.ts';

export const PASSWORD = 'a good password';

export interface TestServer {
  readonly url: string;
  readonly services: Services;
  readonly server: Server;
  /** Jobs that a queue of this process would run; a test starts a queue if it needs one. */
  readonly jobs: JobHandlers;
  stop(): Promise<void>;
}

export interface World extends TestServer {
  /** Ids by the names of openWorld's fixture. */
  readonly ids: Readonly<Record<string, string>>;
  /** Every line that any of the servers logged. */
  readonly log: string[];
  readonly dataDir: string;
  /** Data of the first process, for another process on the same data. */
  readonly connection: pg.ClientConfig;
  /** Another server on the same data. */
  second(): Promise<TestServer>;
}

interface WorldOptions {
  readonly limits?: Partial<Limits>;
  readonly settings?: Readonly<Record<string, unknown>>;
  readonly dedicated?: boolean;
  readonly clock?: Clock;
  /** Replaces the storage in files. */
  readonly mail?: MailSettings;
  /** Replaces the toy world's own declarations. */
  readonly registry?: ServerRegistry;
  /** Replaces a database on the shared test server. */
  readonly test?: TestDatabase;
  /** Folder of a world that is in the database already. */
  readonly filledDir?: string;
  /** Folder below which administrators may have backups written. */
  readonly backupDir?: string | undefined;
}

const GENEROUS = { perSecond: 1e9, burst: 1e9 };
const generous: Partial<Limits> = {
  search: GENEROUS,
  write: GENEROUS,
  other: GENEROUS,
  frames: GENEROUS,
  bytes: GENEROUS,
  visitorBytes: GENEROUS,
  refusedFrames: GENEROUS,
};

const people: Readonly<Record<string, Readonly<Record<string, Json>>>> = {
  admin: { admin: true },
  keeper: { memberships: [{ owner: 'SHELF', reads: 'PRIVATE', admin: true, capabilities: ['Library'] }] },
  member: { memberships: [{ owner: 'SHELF', reads: 'COMMUNITY' }] },
  stranger: { memberships: [{ owner: 'OTHER', reads: 'PRIVATE', capabilities: ['Library'] }] },
};

export const emailOf = (name: string): string => `${name}@toy.test`;

/** Hash of the password of all people, computed once for all worlds of a process. */
let hash: Promise<string> | undefined;

const fill = async ({ items, database }: Services): Promise<Record<string, string>> => {
  const ids: Record<string, string> = {};
  const at = new Date();
  const insert = async (name: string, type: string, properties: Readonly<Record<string, Json>>): Promise<void> => {
    ids[name] = (
      await database.transaction((tx) =>
        items.insert(tx, type, properties, { at, by: ids['admin'] ?? 'User-1', actor: undefined }),
      )
    ).id;
  };
  await insert('admin', 'User', { name: 'admin', email: emailOf('admin'), admin: true });
  await insert('shelf', 'Shelf', { name: 'North shelf', room: 'NORTH' });
  await insert('other', 'Shelf', { name: 'Other shelf' });
  const real = (value: Json): Json =>
    JSON.parse(
      JSON.stringify(value)
        .replaceAll('"SHELF"', `"${ids['shelf'] ?? ''}"`)
        .replaceAll('"OTHER"', `"${ids['other'] ?? ''}"`),
    ) as Json;
  for (const name of ['keeper', 'member', 'stranger'])
    await insert(name, 'User', {
      name,
      email: emailOf(name),
      ...(real(people[name] ?? {}) as Readonly<Record<string, Json>>),
    });
  for (const level of ['PUBLIC', 'COMMUNITY', 'PROTECTED', 'PRIVATE']) {
    await insert(level, 'Book', {
      title: `Canary ${level}`,
      shelf: ids['shelf'] ?? '',
      $access: level,
      state: 'DRAFT',
      price: 7,
      privateNotes: `notes of ${level}`,
    });
  }
  hash ??= hashPassword(PASSWORD);
  for (const name of Object.keys(people))
    await insertCredential(database, { userId: ids[name] ?? '', email: emailOf(name), hash: await hash });
  return ids;
};

const configOf = (
  {
    limits,
    settings,
    dedicated,
    mail,
    backupDir,
  }: {
    readonly limits: Partial<Limits>;
    readonly settings: Readonly<Record<string, unknown>>;
    readonly dedicated: boolean | undefined;
    readonly mail: MailSettings | undefined;
    readonly backupDir: string | undefined;
  },
  dataDir: string,
): Config => {
  const base = configFrom({ PORT: '0', HOST: '127.0.0.1', DATA_DIR: dataDir, SAMPLE: 'off', BACKUP_DIR: backupDir });
  const site = dedicated === undefined ? {} : { site: { ...base.settings.site, dedicated } };
  return {
    ...base,
    mail: mail ?? base.mail,
    settings: { ...base.settings, ...settings, ...site, limits: { ...base.settings.limits, ...generous, ...limits } },
  };
};

export const openWorld = async (options: WorldOptions = {}): Promise<World> => {
  const { limits = {}, settings = {}, clock = systemClock, registry = toyRegistry, filledDir } = options;
  const { dedicated, mail, backupDir } = options;
  const test = options.test ?? (await testDatabase(registry));
  const dataDir = filledDir ?? (await mkdtemp(join(tmpdir(), 'keeper-world-')));
  const log: string[] = [];
  const config = configOf({ limits, settings, dedicated, mail, backupDir }, dataDir);
  const logger = limitRepeats(pino({ level: 'trace' }, { write: (line: string) => void log.push(line) }), systemClock);

  const open = async (first: boolean): Promise<TestServer> => {
    const database = first ? test.database : test.open();
    const {
      services,
      endpoints,
      sessionWatch,
      jobs,
      stop: stopServices,
    } = await createServices({
      config,
      registry,
      domain: toyDomain,
      database,
      clock,
      version: 'test+1',
      messages,
      log: logger,
      startWorker,
      fileReaderEntry,
    });
    const server = createHttpServer({
      config,
      services,
      endpoints,
      areas: toyDomain.areas,
      sessionWatch,
      clientDir: join(dataDir, 'client'),
      version: 'test+1',
      documents: { openapi: () => Promise.resolve(openapi), asyncapi: () => Promise.resolve(asyncapi) },
      log: logger,
    });
    const url = await server.start();
    await services.search.ready();
    return {
      url,
      services,
      server,
      jobs,
      async stop() {
        await server.stop();
        await stopServices();
      },
    };
  };

  const first = await open(true);
  const others: TestServer[] = [];
  return {
    ...first,
    ids: filledDir === undefined ? await fill(first.services) : {},
    log,
    dataDir,
    connection: test.connection,
    async second() {
      const other = await open(false);
      others.push(other);
      return other;
    },
    async stop() {
      for (const each of [...others, first]) await each.stop();
      await test.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
};

/** A token from the sign-in route. */
export const signIn = async (url: string, name: string): Promise<string> => {
  const answer = await fetch(`${url}/api/sign-in`, {
    method: 'POST',
    body: JSON.stringify({ email: emailOf(name), password: PASSWORD }),
  });
  const token = answer.headers.get('access-token');
  if (answer.status !== 200 || token === null)
    throw new Error(`sign-in answered ${answer.status} ${await answer.text()}`);
  return token;
};
