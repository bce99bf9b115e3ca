// The toy world on a separate database: shelves, people with each right, and operations run through dispatch.
// `const world = await toyWorld()` in beforeAll, `await world.stop()` in afterAll.

import type { Level } from 'src/model/access/levels.ts';
import { VISITOR, type Membership, type Subject } from 'src/model/access/Subject.ts';
import type { ItemId, Json } from 'src/model/item/Item.ts';
import type { Envelope, ErredBody } from 'src/model/generated/wire.ts';
import { isProblem } from 'src/model/problems.ts';
import type { ServerRegistry } from 'src/model/schema/Registry.ts';
import type { Context, WritingContext } from 'src/server/context.ts';
import type { Domain } from 'src/server/extend.ts';
import { createEventServices } from 'src/server/events/eventServices.ts';
import { endpointsOf, type Services } from 'src/server/modules.ts';
import { createEndpointTable } from 'src/server/transport/endpointTable.ts';
import { DEFAULT_LIMITS } from 'src/server/limits.ts';
import { bindModules } from 'src/server/modules.ts';
import { createStoreServices, type StoreServices } from 'src/server/access/storeServices.ts';
import type { Transaction } from 'src/server/store/database.ts';
import type { StoredItem } from 'src/server/store/itemStorage.ts';
import type { Caller } from 'src/server/http/caller.ts';
import { createDispatch } from 'src/server/transport/dispatch.ts';
import type { Log } from 'src/server/http/problemOfError.ts';
import { parseFrame } from 'src/server/transport/parseFrame.ts';
import { toyDomain } from 'tests/server/harness/toyDomain.ts';
import { testDatabase, type TestDatabase } from 'tests/server/harness/testDatabase.ts';
import { registry as toyRegistry } from 'tests/toy/generated/registry.server.ts';

/** Email queue that discards all emails. */
const NO_MAIL = { queueAll: () => Promise.resolve() };

export type Body = Readonly<Record<string, Json>>;

/** Answer of an operation: its body, or the key of the refusal with its parameters. */
export type Answer = { readonly ok: Json } | { readonly refused: string; readonly params?: Json };

export const PEOPLE = [
  'visitor',
  'outsider',
  'community',
  'protected',
  'private',
  'librarian',
  'owner',
  'admin',
] as const;
export type Person = (typeof PEOPLE)[number];

export interface ToyWorld extends StoreServices {
  readonly db: TestDatabase;
  readonly registry: ServerRegistry;
  /** The shelf of the people, and one without members. */
  readonly shelf: ItemId;
  readonly otherShelf: ItemId;
  readonly people: Readonly<Record<Person, Subject>>;
  now: Date;
  /** Sends an envelope through dispatch, as every route does. */
  run(
    who: Person | Subject,
    operation: { readonly name: string },
    args: readonly string[],
    body?: Json,
  ): Promise<Answer>;
  context(who: Person | Subject, tx?: Transaction): Promise<Context<Services>>;
  /** Runs in a transaction as the person. `attempt` returns a refusal; `inWrite` throws it. */
  attempt(who: Person | Subject, run: (context: WritingContext<Services>) => Promise<Json>): Promise<Answer>;
  inWrite<T>(who: Person | Subject, run: (context: WritingContext<Services>) => Promise<T>): Promise<T>;
  /** Stores an item without applying rules. */
  seed(type: string, properties: Body, by?: ItemId): Promise<StoredItem>;
  stored(id: ItemId): Promise<StoredItem | undefined>;
  stop(): Promise<void>;
}

const member = (owner: ItemId, reads: Level, more: Partial<Membership> = {}): Membership => ({
  owner,
  reads,
  admin: false,
  capabilities: [],
  ...more,
});

const user = (userId: ItemId, more: Partial<Subject> = {}): Subject => ({
  ...VISITOR,
  userId,
  sessionId: `session of ${userId}`,
  ...more,
});

/** Session without a token, because dispatch uses only its subject. */
const callerOf = (subject: Subject): Caller => {
  const { userId, actingAdminId: actorId, sessionId: id = '' } = subject;
  const session = userId && {
    id,
    tokenId: id,
    second: false,
    userId,
    actorId,
    subject,
    factorRequired: false,
    expires: new Date('2100-01-01T00:00:00Z'),
    userU: 1,
    until: undefined,
    keptVersion: 0,
  };
  return { address: 'here', session: session || undefined, receiver: undefined, connection: undefined };
};

interface WorldOptions {
  readonly registry?: ServerRegistry;
  readonly domain?: Partial<Domain>;
}

const refusalOf = (error: unknown): Answer => {
  if (!isProblem(error)) throw error;
  return error.params === undefined ? { refused: error.key } : { refused: error.key, params: error.params as Json };
};

/** Creates one reader of each kind, in the order of PEOPLE. */
const peopleOf = (userIds: readonly ItemId[], shelf: ItemId, otherShelf: ItemId): Record<Person, Subject> => {
  const [
    ,
    outsider = '',
    community = '',
    protectedReader = '',
    privateReader = '',
    librarian = '',
    owner = '',
    admin = '',
  ] = userIds;
  const site = { siteReads: 'COMMUNITY' as const };
  return {
    visitor: VISITOR,
    outsider: user(outsider, {
      ...site,
      memberships: [member(otherShelf, 'PRIVATE', { capabilities: ['Library'], admin: true })],
    }),
    community: user(community, { ...site, memberships: [member(shelf, 'COMMUNITY')] }),
    protected: user(protectedReader, { ...site, memberships: [member(shelf, 'PROTECTED')] }),
    private: user(privateReader, { ...site, memberships: [member(shelf, 'PRIVATE')] }),
    librarian: user(librarian, { ...site, memberships: [member(shelf, 'PROTECTED', { capabilities: ['Library'] })] }),
    owner: user(owner, { ...site, memberships: [member(shelf, 'PRIVATE', { admin: true })] }),
    admin: user(admin, { ...site, admin: true }),
  };
};

/** Returns the values of the subject's User item. */
const rightsOf = ({ admin, memberships, siteReads, siteCapabilities }: Subject): Body => ({
  ...(admin && { admin }),
  ...(memberships.length > 0 && { memberships: memberships as unknown as Json }),
  ...(siteReads && { siteReads }),
  ...(siteCapabilities.length > 0 && { siteCapabilities: [...siteCapabilities] }),
});

const seedPeople = async (
  { db, items, now, seed }: ToyWorld,
  shelf: ItemId,
  otherShelf: ItemId,
): Promise<ToyWorld['people']> => {
  const userIds: ItemId[] = [];
  for (const name of PEOPLE) userIds.push((await seed('User', { name, email: `${name}@example.org` })).id);
  const people = peopleOf(userIds, shelf, otherShelf);
  for (const subject of Object.values(people)) {
    const user = subject.userId === undefined ? undefined : await items.find(db.database, subject.userId);
    const metadata = { at: now, by: 'User-1', actor: undefined };
    if (user) await db.database.transaction((tx) => items.write(tx, user, rightsOf(subject), metadata));
  }
  return people;
};

const answerOf = ({ erred, b }: Envelope): Answer => {
  if (erred !== true) return { ok: b ?? null };
  const { userMessage, params } = b as unknown as ErredBody;
  return params === undefined ? { refused: userMessage } : { refused: userMessage, params };
};

const EVENT_OPTIONS = { mail: NO_MAIL, limits: DEFAULT_LIMITS };

export const toyWorld = async ({ registry = toyRegistry, domain: more = {} }: WorldOptions = {}): Promise<ToyWorld> => {
  const db = await testDatabase(registry);
  const { database } = db;
  const domain: Domain = { ...toyDomain, ...more };
  const clock = { now: () => world.now };
  const parts = { registry, domain, database, clock, timeZone: 'UTC' };
  const store = createStoreServices(parts);
  const ofEvents = createEventServices({ ...parts, ...EVENT_OPTIONS, items: store.items });
  const services: Services = {
    ...{ ...parts, ...store, ...ofEvents },
    ...bindModules(domain, () => services),
  } as unknown as Services;

  const seed = (type: string, properties: Body, by: ItemId = 'User-1'): Promise<StoredItem> =>
    database.transaction((tx) => store.items.insert(tx, type, properties, { at: clock.now(), by, actor: undefined }));
  const subjectFor = (who: Person | Subject): Subject => (typeof who === 'string' ? world.people[who] : who);

  const context = async (who: Person | Subject, tx?: Transaction): Promise<Context<Services>> => {
    const subject = subjectFor(who);
    return {
      subject,
      readFilter: await store.readFilters.readFilterFor(subject),
      services,
      db: tx ?? database,
      tx,
      now: clock.now(),
      receiver: undefined,
    };
  };

  const inWrite = <T>(who: Person | Subject, run: (context: WritingContext<Services>) => Promise<T>): Promise<T> =>
    database.transaction(async (tx) => run({ ...(await context(who, tx)), tx }));

  const attempt: ToyWorld['attempt'] = async (who, run) => {
    try {
      return { ok: await inWrite(who, run) };
    } catch (error) {
      return refusalOf(error);
    }
  };

  const unexpected: object[] = [];
  const log: Log = { info: () => undefined, warn: () => undefined, error: (details) => void unexpected.push(details) };
  const dispatch = createDispatch({
    services,
    endpoints: createEndpointTable(services, endpointsOf(domain)),
    limiter: { take: () => Promise.resolve() },
    deadline: 30_000,
    log,
    measure: () => undefined,
  });

  const run: ToyWorld['run'] = async (who, { name }, args, body) => {
    const frame = parseFrame(JSON.stringify({ o: [name, ...args].join('/'), b: body }), clock.now().getTime());
    const { envelope } = await dispatch(callerOf(subjectFor(who)), frame);
    if (unexpected.length > 0) throw new Error(JSON.stringify(unexpected.splice(0)));
    return answerOf(envelope);
  };

  const world: ToyWorld = {
    ...{ ...store, db, registry },
    now: new Date('2024-06-01T12:00:00Z'),
    shelf: 'Shelf-0',
    otherShelf: 'Shelf-0',
    people: {} as ToyWorld['people'],
    ...{ run, attempt, context, inWrite, seed },
    stored: (id) => store.items.find(database, id),
    stop: () => db.stop(),
  };
  const shelf = (await seed('Shelf', { name: 'Tall shelf' })).id;
  const otherShelf = (await seed('Shelf', { name: 'Far shelf' })).id;
  const people = await seedPeople(world, shelf, otherShelf);
  return Object.assign(world, { shelf, otherShelf, people });
};

/** Returns the body of an answer and fails the test on a refusal. */
export const ok = (answer: Answer): Record<string, Json> => {
  if ('ok' in answer) return answer.ok as Record<string, Json>;
  throw new Error(`refused: ${JSON.stringify(answer)}`);
};
