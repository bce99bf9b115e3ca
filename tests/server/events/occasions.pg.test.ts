// Events other than the save of one item: a removal, its undo, an action on many items, a date that is due; and the deletion of old events.

import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import type { Item, Json } from 'src/model/item/Item.ts';
import { instantOf } from 'src/model/calendar/instantOf.ts';
import { createDueEvents } from 'src/server/events/dueEvents.ts';
import { createSweepEvents } from 'src/server/events/sweepEvents.ts';
import { startJobQueue, type JobQueue } from 'src/server/jobs/jobQueue.ts';
import { ORGANISATION_ZONE, organisationDay } from 'tests/clock/organisationDay.ts';
import { startMailServer, type MailServer } from 'tests/server/mail/startMailServer.ts';
import { emailOf, openWorld, signIn, type World } from 'tests/server/routes/openWorld.ts';
import { TestSocket } from 'tests/server/routes/TestSocket.ts';

type Body = Readonly<Record<string, Json>>;

const DAY_MS = 86_400_000;

let world: World;
let smtp: MailServer;
let queue: JobQueue;
let keeper: TestSocket;
let member: TestSocket;
let stranger: TestSocket;

beforeAll(async () => {
  smtp = await startMailServer();
  world = await openWorld({ mail: { smtpUrl: smtp.url, from: 'The Site <site@toy.test>' } });
  const { connection, services, jobs } = world;
  queue = await startJobQueue({ connection, database: services.database, handlers: jobs, log: console.error });
  const as = async (name: string): Promise<TestSocket> => TestSocket.as(world.url, await signIn(world.url, name));
  [keeper, member, stranger] = [await as('keeper'), await as('member'), await as('stranger')];
});
afterEach(async () => {
  await query('truncate notice, notice_choice, notice_preference');
});
afterAll(async () => {
  for (const socket of [keeper, member, stranger]) socket.close();
  await queue.stop();
  await world.stop();
  await smtp.stop();
});

const id = (name: string): string => world.ids[name] ?? '';
const query = <Row>(text: string, values: unknown[] = []): Promise<Row[]> =>
  world.services.database.query<Row>(text, values);
const on = (item: string, more: Body = {}): Json => ({
  ...{ _t: item.split('-')[0] ?? '', _i: Number(item.split('-')[1]) },
  ...more,
});
const body = async (socket: TestSocket, o: string, b?: Json): Promise<Body> => (await socket.ask(o, b)).b as Body;
/** Tasks are deleted after some days. */
const JOBS = 'select 1 from graphile_worker.jobs where run_at <= now()';
const settled = async (): Promise<void> => {
  await expect.poll(async () => query(JOBS), { timeout: 15_000 }).toEqual([]);
};
const newBook = async (title: string, more: Body = {}): Promise<string> =>
  String((await body(keeper, 'create/Book', { title, shelf: id('shelf'), ...more }))['$id']);
const follow = (socket: TestSocket, book: string): Promise<Body> =>
  body(socket, 'act/chooseNotices', on(book, { choice: 'ALWAYS' }));
const noticesOf = async (socket: TestSocket, name: string): Promise<Item[]> => {
  await settled();
  return (await body(socket, 'act/fetchNotifications', on(id(name))))['items'] as unknown as Item[];
};
/** Notices of these kinds that the person reads, oldest first. */
const eventsFor = async (socket: TestSocket, ...kinds: string[]): Promise<Body[]> => {
  const { ids } = await body(socket, 'search/ids', {
    must: { _t: ['Event'], kind: kinds },
    sort: [{ key: 'created', order: 'asc' }],
  });
  const found = await body(socket, 'readMany/object', ids ?? []);
  return (ids as string[]).map((each) => found[each] as Body);
};

it('[NTFY-03] a removal is announced by name to people who could read the item, and the notice goes when it is undone', async () => {
  const open = await newBook('Old hills');
  const closed = await newBook('Canary of the grave', { $access: 'PRIVATE' });
  for (const book of [open, closed]) await follow(keeper, book);
  await follow(member, open);
  for (const book of [open, closed]) await body(keeper, `delete/${book}`, { _u: 1 });
  const gone = { kind: 'deleted', context: id('shelf'), area: 'library', gone: open, goneLabel: 'Old hills' };
  expect(await eventsFor(member, 'deleted')).toMatchObject([gone]);
  expect(await eventsFor(stranger, 'deleted')).toEqual([]);
  expect((await eventsFor(keeper, 'deleted')).map(({ gone: each }) => each)).toEqual([open, closed]);
  expect(await noticesOf(member, 'member')).toMatchObject([{ $kind: 'deleted', goneLabel: 'Old hills', count: 1 }]);
  // People get no notices about their own actions.
  expect(await noticesOf(keeper, 'keeper')).toEqual([]);
  await body(keeper, 'act/restoreItem', on(open));
  expect(await eventsFor(member, 'deleted', 'restored')).toMatchObject([{ kind: 'restored', context: open }]);
  expect((await noticesOf(member, 'member')).map(({ $kind }) => $kind)).toEqual(['restored']);
});

it('[NTFY-03] an act on many items is one event for each owner, at the strictest of their levels', async () => {
  const books = [await newBook('Many 1'), await newBook('Many 2'), await newBook('Many 3')];
  const act = async (action: string, input: Body): Promise<string> => {
    const { key } = await body(keeper, `act/${action}/async`, input);
    await keeper.until(({ o, b }) => o === 'taskComplete' && (b as Body)['key'] === key);
    return String(key);
  };
  await act('changeMany', { ids: books, set: { state: 'ACTIVE' } });
  const changed = { kind: 'bulkChanged', context: id('shelf'), count: 3, area: 'library' };
  expect(await eventsFor(member, 'bulkChanged')).toMatchObject([changed]);
  expect(await eventsFor(member, 'stateChanged')).toEqual([]);
  const secret = await newBook('Canary of many', { $access: 'PRIVATE' });
  const key = await act('deleteMany', { ids: [secret, await newBook('Many 4')] });
  expect(await eventsFor(member, 'bulkDeleted')).toEqual([]);
  expect(await eventsFor(keeper, 'bulkDeleted')).toMatchObject([{ count: 2, $access: 'PRIVATE' }]);
  await act('undoMany', { taskKey: key });
  expect(await eventsFor(keeper, 'bulkUndone')).toMatchObject([{ count: 2 }]);
  // No notice for any of them.
  const each = await query(`select 1 from item where t = 2 and body ->> 'gone' = any($1::text[])`, [
    [...books, secret],
  ]);
  expect(each).toEqual([]);
});

it('[NTFY-02] a date is announced before and after it, once each, in a notice and an email', async () => {
  const { database, items, registry, events } = world.services;
  // 23:30 in Vancouver, when UTC has the next day.
  const at = (days: number) => ({
    now: () => instantOf(organisationDay(days), '23:30', ORGANISATION_ZONE) ?? new Date(),
  });
  const run = async (days: number): Promise<void> => {
    const job = createDueEvents({
      ...{ registry, database, items, events },
      ...{ clock: at(days), timeZone: ORGANISATION_ZONE },
    });
    await Promise.all([1, 2].map(() => job({}, new AbortController().signal)));
    await settled();
  };
  const bought = organisationDay(10);
  const book = await newBook('Debts', { bought });
  const over = await newBook('Settled debts', { bought, state: 'ARCHIVED' });
  for (const each of [book, over]) await follow(member, each);
  const kinds = async (): Promise<Json[]> => (await noticesOf(member, 'member')).map(({ $kind }) => $kind ?? null);
  await run(8);
  expect(await kinds()).toEqual([]);
  await run(9);
  await run(10);
  expect(await kinds()).toEqual(['bookDue']);
  const { mail } = await smtp.emailTo(emailOf('member'));
  expect(mail.subject).toBe('Debts is due');
  await run(11);
  await run(12);
  expect(new Set(await kinds())).toEqual(new Set(['bookDue', 'bookOverdue']));
  // With a new date, it is due again; a date long past causes no notice.
  await body(keeper, 'update', { $id: book, _u: 1, bought: organisationDay(20) });
  await run(19);
  expect(await eventsFor(member, 'bookDue')).toHaveLength(2);
  await newBook('Ancient debts', { bought: '1999-01-01' });
  await run(20);
  expect(await eventsFor(member, 'bookOverdue')).toHaveLength(1);
});

it('[NTFY-03] what is old is swept in batches; what is for the record stays', async () => {
  const { database, items, registry } = world.services;
  const book = await newBook('Archive');
  await follow(member, book);
  await body(keeper, 'act/applyGrants', on(book, { grants: [{ to: `user:${id('stranger')}`, actions: ['read'] }] }));
  await body(keeper, 'update', { $id: book, _u: 1, state: 'ACTIVE' });
  await settled();
  const sweep = (days: number): Promise<void> =>
    createSweepEvents({
      ...{ database, items, registry, limits: { noticeDays: 180, eventDays: 730, logDays: 730 } },
      clock: { now: () => new Date(Date.now() + days * DAY_MS) },
    })({}, new AbortController().signal);
  const count = async (): Promise<number> => (await query('select 1 from notice')).length;
  await sweep(179);
  expect(await count()).toBeGreaterThan(0);
  await sweep(181);
  expect(await count()).toBe(0);
  expect(await eventsFor(keeper, 'stateChanged')).not.toEqual([]);
  // More than one batch contains.
  const metadata = { at: new Date(), by: 'User-1', actor: undefined };
  await database.transaction(async (tx) => {
    for (let n = 0; n < 260; n += 1) await items.insert(tx, 'Event', { kind: 'stateChanged', context: book }, metadata);
  });
  await sweep(760);
  const rows = await query<{ kind: string }>(`select distinct body ->> 'kind' as kind from item where t = 2`);
  expect(rows).toEqual([{ kind: 'granted' }]);
  await expect.poll(() => eventsFor(keeper, 'stateChanged')).toEqual([]);
});

it('[NTFY-03] finds who administers an owner without reading its other members', async () => {
  const { audience, database, items } = world.services;
  const { findMany } = items;
  const read: string[] = [];
  Object.assign(items, {
    findMany: (...asked: Parameters<typeof findMany>) => {
      read.push(...asked[1]);
      return findMany(...asked);
    },
  });
  try {
    const shelf = world.ids['shelf'] ?? '';
    const keeper = [world.ids['keeper']];
    expect(await audience.administratorsOf(database, [shelf])).toEqual(keeper);
    expect(await audience.holdersOf(database, [shelf], 'Library')).toEqual(keeper);
    expect(read).toEqual([...keeper, ...keeper]);
  } finally {
    Object.assign(items, { findMany });
  }
});
