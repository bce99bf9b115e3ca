// A real server with the product's own declarations: two organisations and one person for each row of docs/ACCESS.md, who ask
// over HTTP, or over a socket of theirs. Items are stored past every rule, with their owner, level and creator as a test wants them.

import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type pg from 'pg';
import { pino } from 'pino';
import { expect } from 'vitest';
import { systemClock, type Clock } from 'src/base/clock.ts';
import { domain } from 'src/domain/server.ts';
import asyncapi from 'src/generated/asyncapi.json' with { type: 'json' };
import { fixtures } from 'src/generated/fixtures.ts';
import messages from 'src/generated/messages.en.json' with { type: 'json' };
import openapi from 'src/generated/openapi.json' with { type: 'json' };
import { SYSTEM_TYPES } from 'src/model/schema/systemTypes.ts';
import { registry } from 'src/generated/registry.server.ts';
import type { Level } from 'src/model/access/levels.ts';
import type { ExportRequest } from 'src/model/generated/wire.ts';
import type { ItemId, Json } from 'src/model/item/Item.ts';
import type { ServerRegistry } from 'src/model/schema/Registry.ts';
import type { Property } from 'src/model/schema/Property.ts';
import type { TypeServer } from 'src/model/schema/TypeServer.ts';
import { configFrom, type ReturnedMail } from 'src/server/config.ts';
import { createHttpServer } from 'src/server/createHttpServer.ts';
import type { Services } from 'src/server/modules.ts';
import { startJobQueue } from 'src/server/jobs/jobQueue.ts';
import { createServices } from 'src/server/services.ts';
import { hashPassword } from 'src/server/sessions/passwords.ts';
import { insertCredential } from 'src/server/store/accounts/sessionRows.ts';
import { ORGANISATION_ZONE } from 'tests/clock/organisationDay.ts';
import { TestSocket } from 'tests/server/routes/TestSocket.ts';
import { testDatabase } from 'tests/server/harness/testDatabase.ts';
import { startWorker } from 'tests/server/search/startWorker.ts';
import { fileReaderEntry } from 'tests/server/fileReaderEntry.ts';
import { lettersOf } from 'tests/product/productLetters.ts';
import { fitsInFrame, socketAsks } from 'tests/product/socketAsks.ts';

type Body = Readonly<Record<string, Json>>;

/** Answer of an operation: its body, or the key of the refusal. */
export type Answer = { readonly ok: Json } | { readonly refused: string; readonly params?: Json };

export interface NewItem {
  readonly type: string;
  readonly level: Level;
  /** Distinguishes values that must be unique. */
  readonly mark: string;
  readonly more?: Body;
}

interface NewFile {
  readonly originalName: string;
  readonly bytes: Buffer;
}

export interface ProductWorld {
  readonly services: Services;
  readonly url: string;
  readonly dataDir: string;
  /** Data of the first process, for another process on the same data. */
  readonly connection: pg.ClientConfig;
  /** Token of the actor's session. */
  tokenOf(actor: string): string;
  /** Begins another session of the actor, after the former one has expired. */
  signInAgain(actor: string): Promise<void>;
  /** The organisation that the actors belong to. */
  readonly own: ItemId;
  /** The user behind an actor. */
  idOf(actor: string): ItemId;
  ask(actor: string, operation: string, body?: Json): Promise<Answer>;
  /** A GET as the actor. */
  get(actor: string, path: string): Promise<Response>;
  /** The file as text. */
  exported(actor: string, request: ExportRequest): Promise<string>;
  /** Stored by the creator of the tables, in the first organisation. */
  add(items: readonly NewItem[]): Promise<ItemId[]>;
  /** Signed in as the actor. */
  socket(actor: string): Promise<TestSocket>;
  /** Saved past every rule, as `add`. */
  change(id: ItemId, changes: Body): Promise<void>;
  /** A file that hangs on the item. */
  attach(id: ItemId, file: NewFile): Promise<ItemId>;
  /** Values that a client sends to create such an item. */
  newBody(item: NewItem): Promise<Body>;
  /** Same as `add`, but creates another person or owner. */
  newItem(item: NewItem): Promise<ItemId>;
  /** All people watch these items, including those who may not read them. */
  followAll(ids: readonly ItemId[]): Promise<void>;
  /** Frames that were sent to the actor. */
  lettersTo(actor: string): Promise<string[]>;
  /** Runs what waits in the queue, and ends. */
  runJobs(): Promise<void>;
  stop(): Promise<void>;
}

const PASSWORD = 'a good password';
const GENEROUS = { perSecond: 1e6, burst: 1e6 };
const ACTORS = [
  'creator',
  'stranger',
  'member',
  'capability holder',
  'protected reader',
  'private reader',
  'owner administrator',
  'administrator',
] as const;

const peopleOf = (own: ItemId, other: ItemId): Record<(typeof ACTORS)[number], Body> => {
  const { capabilities } = registry;
  const at = (owner: ItemId, reads: Level, more: Body = {}): Body => ({
    siteReads: reads,
    memberships: [{ owner, reads, admin: false, capabilities: [], ...more }],
  });
  return {
    creator: at(own, 'COMMUNITY'),
    stranger: { ...at(other, 'PRIVATE', { admin: true, capabilities: [...capabilities] }), siteReads: null },
    member: at(own, 'COMMUNITY'),
    'capability holder': {
      ...at(own, 'COMMUNITY', { capabilities: [...capabilities] }),
      siteCapabilities: [...capabilities],
    },
    'protected reader': at(own, 'PROTECTED'),
    'private reader': at(own, 'PRIVATE'),
    'owner administrator': at(own, 'PRIVATE', { admin: true }),
    administrator: { admin: true },
  };
};

const withoutNulls = (body: Body): Body =>
  Object.fromEntries(Object.entries(body).filter(([, value]) => value !== null));

/** The readers, and rules that ask whether the relation names the caller, follow from the relation: in the tables that is the creator. */
const decidesRights = ({ access: { read, actions } }: TypeServer, name: string): boolean =>
  [read.inherit, read.owner].includes(name) ||
  read.readers.includes(`user:${name}`) ||
  JSON.stringify(actions).includes(JSON.stringify({ has: [name, '$user.id'] }));

/** The type that a relation of the tables leads to: the first it names, or the first of the domain with levels. */
const targetOf = (property: Property): string => {
  const [first = '*'] = property.rel?.to ?? [];
  if (first === '$owner') return registry.ownerType ?? '';
  if (first !== '*') return first;
  const found = Object.values(registry.types).find(
    ({ area, server: { access } }) =>
      area !== 'engine' && 'path' in access.read.level && access.read.owner !== undefined,
  );
  return found?.name ?? '';
};

const initialState = (type: string): Body => {
  const states = registry.types[type]?.states;
  return states ? { [states.property]: states.initial[0] ?? '' } : {};
};

interface WorldOptions {
  readonly dedicated?: boolean;
  /** People may ask for help with their browser tab. */
  readonly assist?: boolean;
  /** Refused frames count as on a site. */
  readonly refusals?: 'limited';
  /** Key capabilities of the site; all without it. */
  readonly keyCaps?: readonly string[];
  /** Other declarations than the product's. */
  readonly declared?: ServerRegistry;
  /** Letters go to this server, and not into files. */
  readonly smtpUrl?: string;
  /** Address for returned emails. */
  readonly returned?: ReturnedMail;
  /** Time of the server; the time of the system without it. */
  readonly clock?: Clock;
  /** Signed-in people use a socket, as the page does. */
  readonly bySocket?: boolean;
}

const openServer = async ({
  dedicated = false,
  assist = false,
  refusals,
  keyCaps,
  declared = registry,
  smtpUrl,
  returned,
  clock = systemClock,
}: WorldOptions) => {
  const test = await testDatabase(declared);
  const dataDir = await mkdtemp(join(tmpdir(), 'keeper-product-'));
  const base = configFrom({ PORT: '0', HOST: '127.0.0.1', DATA_DIR: dataDir, SAMPLE: 'off' });
  const limits = {
    ...base.settings.limits,
    search: GENEROUS,
    write: GENEROUS,
    tile: GENEROUS,
    export: GENEROUS,
    other: GENEROUS,
    frames: GENEROUS,
    bytes: { perSecond: 1e9, burst: 1e9 },
    ...(refusals === undefined && { refusedFrames: GENEROUS }),
  };
  const config = {
    ...base,
    settings: {
      ...base.settings,
      site: { ...base.settings.site, dedicated, assist, ...(keyCaps && { keyCaps }) },
      limits,
      timeZone: ORGANISATION_ZONE,
    },
    mail: { ...base.mail, smtpUrl, returned },
  };
  const log = pino({ level: 'silent' });
  const { services, endpoints, sessionWatch, jobs, stop } = await createServices({
    config,
    registry: declared,
    domain,
    database: test.database,
    clock,
    version: 'test+1',
    messages,
    log,
    startWorker,
    fileReaderEntry,
  });
  const server = createHttpServer({
    ...{ config, services, endpoints, sessionWatch, log },
    ...{
      areas: domain.areas,
      clientDir: join(dataDir, 'client'),
      version: 'test+1',
      documents: { openapi: () => Promise.resolve(openapi), asyncapi: () => Promise.resolve(asyncapi) },
    },
  });
  const url = await server.start();
  await services.search.ready();
  return {
    services,
    url,
    dataDir,
    connection: test.connection,
    async runJobs() {
      const { database } = services;
      const queue = await startJobQueue({ connection: test.connection, database, handlers: jobs, log: console.error });
      // Some are for a later day.
      const due = 'select 1 from graphile_worker.jobs where run_at <= now()';
      await expect.poll(() => database.query(due), { timeout: 90_000 }).toEqual([]);
      await queue.stop();
    },
    async stop() {
      await server.stop();
      await stop();
      await test.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
};

/** The same for all, and the worlds of a process: hashing it is work by design. */
let hashed: Promise<string> | undefined;

interface SignIn extends Pick<Services, 'database' | 'sessions'> {
  insert(type: string, properties: Body): Promise<ItemId>;
}

interface Reply {
  readonly erred?: boolean;
  readonly b?: Json;
}

const fetchesOf = (url: string, headersOf: (actor: string) => Record<string, string>) => ({
  get: (actor: string, path: string): Promise<Response> => fetch(`${url}${path}`, { headers: headersOf(actor) }),
  async post(actor: string, operation: string, body: Json | undefined): Promise<Reply> {
    const sent = JSON.stringify({ o: operation, ...(body === undefined ? {} : { b: body }) });
    const answer = await fetch(`${url}/api/item`, { method: 'POST', headers: headersOf(actor), body: sent });
    return (await answer.json()) as Reply;
  },
  async exported(actor: string, request: ExportRequest): Promise<string> {
    const body = JSON.stringify(request);
    const answer = await fetch(`${url}/api/export`, { method: 'POST', headers: headersOf(actor), body });
    if (answer.status !== 200) throw new Error(`${answer.status} ${await answer.text()}`);
    return await answer.text();
  },
});

/** Makes each person with an account, and signs them in. */
const signPeopleIn = async ({ database, sessions, insert }: SignIn, people: Readonly<Record<string, Body>>) => {
  const users = new Map<string, ItemId>();
  const tokens = new Map<string, string>();
  for (const name of ACTORS) {
    const email = `${name.replace(' ', '.')}@example.org`;
    const id = await insert('User', withoutNulls({ name, email, ...people[name] }));
    users.set(name, id);
    await insertCredential(database, { userId: id, email, hash: await (hashed ??= hashPassword(PASSWORD)) });
    tokens.set(name, await sessions.begin(id, { second: false }));
  }
  return { users, tokens };
};

const answerIn = (reply: Reply): Answer => {
  if (reply.erred !== true) return { ok: reply.b ?? null };
  const { userMessage, params } = reply.b as { userMessage: string; params?: Json };
  return params === undefined ? { refused: userMessage } : { refused: userMessage, params };
};

/** Writes past every rule. */
const writesOf = ({ items, database, files }: Services) => {
  const at = new Date();
  const insert = async (type: string, properties: Body, by: ItemId = 'User-1'): Promise<ItemId> =>
    (await database.transaction((tx) => items.insert(tx, type, properties, { at, by, actor: undefined }))).id;
  return {
    insert,
    change: (id: ItemId, changes: Body, by: ItemId): Promise<void> =>
      database.transaction(async (tx) => {
        const stored = await items.find(tx, id, true);
        if (stored) await items.write(tx, stored, changes, { at, by, actor: undefined });
      }),
    async attach(id: ItemId, { originalName, bytes }: NewFile, by: ItemId): Promise<ItemId> {
      const { fileID, size } = await files.put(bytes);
      const uuid = randomUUID();
      return insert('Attachment', { originalName, rel: id, fileID, size, filetype: 'image/png', uuid }, by);
    },
  };
};

/**
 * Properties without example values. Nothing chooses notices; the owner of a file decides the list of its category; the purpose of a
 * conversation may belong to other types; and a comment mentions no one.
 */
const leftOut = (type: string): readonly string[] => {
  if (type === SYSTEM_TYPES.file) return ['$notify', 'category'];
  return type === registry.conversations?.thread ? ['$notify', 'purpose', 'quote'] : ['$notify'];
};

export const openProductWorld = async (options: WorldOptions = {}): Promise<ProductWorld> => {
  const { services, url, dataDir, connection, runJobs, stop } = await openServer(options);
  const { insert, change, attach } = writesOf(services);
  const owner = registry.ownerType ?? '';
  const organisation = async (name: string): Promise<ItemId> =>
    insert(owner, { ...fixtures[owner]?.minimal, displayName: name, capabilities: [...registry.capabilities] });
  const own = await organisation('Own');
  const people = peopleOf(own, await organisation('Other'));
  const { users, tokens } = await signPeopleIn({ ...services, insert }, people);
  const creator = users.get('creator') ?? '';

  /** The relations that decide who may read, led to what the tables say; other relations and files are left out. */
  const bodyOf = async ({ type, level, mark, more }: NewItem): Promise<Body> => {
    const { properties = {} as Readonly<Record<string, Property>>, server } = registry.types[type] ?? {};
    const read = server?.access.read;
    const full = fixtures[type]?.full ?? {};
    const body: Record<string, Json> = {};
    for (const [name, value] of Object.entries(full)) {
      const property = properties[name];
      if (!property || JSON.stringify(value).match(/"[A-Z]\w+-1"/)) continue;
      body[name] = (property.default as Json | undefined) ?? value;
    }
    for (const property of Object.values(properties)) {
      const target = property.rel === undefined ? undefined : targetOf(property);
      if (target === undefined) continue;
      const one =
        target === owner ? own : property.name === read?.inherit ? await related(target, level, mark) : creator;
      const decides = server !== undefined && decidesRights(server, property.name);
      if (decides || (property.required === true && (target === owner || target === 'User')))
        body[property.name] = property.many === true ? [one] : one;
      else if (property.required === true) body[property.name] = await related(target, level, mark);
    }
    if (read && 'path' in read.level) body[read.level.path] = level;
    Object.assign(body, initialState(type));
    for (const name of leftOut(type)) delete body[name];
    if (type === 'LOVValue')
      Object.assign(body, { list: 'ARC_TYPES', key: `KEY_${mark}`.toUpperCase().replace(/\W/g, '_') });
    if (type === 'User')
      Object.assign(body, { email: `${mark.replace(/\W/g, '.')}@example.org`, blocked: false, admin: false });
    return { ...body, ...more };
  };
  const related = async (type: string, level: Level, mark: string): Promise<ItemId> =>
    insert(type, await bodyOf({ type, level, mark: `${mark} parent` }), creator);

  const headersOf = (actor: string): Record<string, string> => {
    const token = tokens.get(actor);
    return token === undefined ? {} : { Authorization: `Bearer ${token}` };
  };

  const socket = (actor: string): Promise<TestSocket> => TestSocket.as(url, tokens.get(actor) ?? '');
  const { get, exported, post } = fetchesOf(url, headersOf);
  const sockets = options.bySocket === true ? socketAsks({ open: socket, get }) : undefined;
  const ask: ProductWorld['ask'] = async (actor, operation, body) => {
    const bySocket = sockets !== undefined && tokens.has(actor) && fitsInFrame(body);
    return answerIn(bySocket ? await sockets.ask(actor, operation, body) : await post(actor, operation, body));
  };

  return {
    ...{ services, url, dataDir, connection, own, tokenOf: (actor: string) => tokens.get(actor) ?? '' },
    ...{ get, exported, ask, socket },
    signInAgain: async (actor) =>
      void tokens.set(actor, await services.sessions.begin(users.get(actor) ?? '', { second: false })),
    idOf: (actor) => users.get(actor) ?? '',
    add: async (wanted) => {
      const ids: ItemId[] = [];
      for (const item of wanted) {
        const isSelf = item.type === 'User' ? users.get('creator') : item.type === owner ? own : undefined;
        ids.push(isSelf ?? (await insert(item.type, await bodyOf(item), creator)));
      }
      return ids;
    },
    newBody: bodyOf,
    newItem: async (item) => insert(item.type, await bodyOf(item), creator),
    change: (id, changes) => change(id, changes, creator),
    attach: (id, file) => attach(id, file, creator),
    ...lettersOf(services, join(dataDir, 'mail'), users),
    runJobs,
    stop,
  };
};
