// Events and notices over the socket, with two server processes on one database and the queue of jobs on one of them.

import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Item, Json } from 'src/model/item/Item.ts';
import { startJobQueue, type JobQueue } from 'src/server/jobs/jobQueue.ts';
import { openWorld, signIn, type TestServer, type World } from 'tests/server/routes/openWorld.ts';
import { TestSocket } from 'tests/server/routes/TestSocket.ts';

type Body = Readonly<Record<string, Json>>;

let world: World;
let other: TestServer;
let queue: JobQueue;
const tokens: Record<string, string> = {};
const sockets: TestSocket[] = [];

beforeAll(async () => {
  world = await openWorld();
  other = await world.second();
  const { connection, services, jobs } = world;
  queue = await startJobQueue({ connection, database: services.database, handlers: jobs, log: console.error });
  for (const name of ['admin', 'keeper', 'member', 'stranger']) tokens[name] = await signIn(world.url, name);
});
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.close();
});
afterAll(async () => {
  await queue.stop();
  await world.stop();
});

const id = (name: string): string => world.ids[name] ?? '';
const as = async (name: string, server: TestServer = world): Promise<TestSocket> => {
  const socket = await TestSocket.as(server.url, tokens[name] ?? '');
  sockets.push(socket);
  return socket;
};
const self = (name: string, more: Body = {}): Json => ({ _t: 'User', _i: Number(id(name).split('-')[1]), ...more });
const on = (item: string, more: Body = {}): Json => ({
  ...{ _t: item.split('-')[0] ?? '', _i: Number(item.split('-')[1]) },
  ...more,
});
const body = async (socket: TestSocket, o: string, b?: Json): Promise<Body> => (await socket.ask(o, b)).b as Body;
const fetched = async (
  socket: TestSocket,
  name: string,
  more: Body = {},
): Promise<{ items: readonly Item[]; unread: number }> => {
  const answer = await body(socket, 'act/fetchNotifications', self(name, more));
  const { items, unread } = answer as unknown as { items: Item[]; unread: number };
  return { items, unread };
};
const query = <Row>(text: string, values: unknown[] = []): Promise<Row[]> =>
  world.services.database.query<Row>(text, values);
const noticed = async (socket: TestSocket, kind: string): Promise<Item> =>
  (await socket.until(({ o, b }) => o === 'item/notify' && (b as Body)['$kind'] === kind)).b as Item;
/** Every event has its notices. */
const told = async (): Promise<void> => {
  await expect.poll(async () => query('select 1 from graphile_worker.jobs')).toEqual([]);
};

const newBook = async (keeper: TestSocket, title: string, more: Body = {}): Promise<string> =>
  String((await body(keeper, 'create/Book', { title, shelf: id('shelf'), ...more }))['$id']);

beforeEach(async () => {
  await query('truncate notice, notice_choice, notice_preference');
});

describe('[NTFY-03] events', () => {
  it('are written with their cause, name what changed, and are read by who reads that of the item', async () => {
    const keeper = await as('keeper');
    const member = await as('member');
    const stranger = await as('stranger');
    const book = await newBook(keeper, 'Rivers');
    const { _u } = await body(keeper, 'update', { $id: book, _u: 1, state: 'ACTIVE', price: 3, privateNotes: 'x' });
    expect(_u).toBe(2);
    const eventsFor = async (socket: TestSocket): Promise<Body[]> => {
      const { ids } = (await body(socket, 'search/ids', { must: { _t: ['Event'], context: [book] } })) as unknown as {
        ids: string[];
      };
      return Object.values(await body(socket, 'readMany/object', ids)) as Body[];
    };
    const of = (events: readonly Body[]): Json => events.map(({ kind, subContext }) => [kind ?? '', subContext ?? '']);
    const sorted = (events: Json): Json => (events as Json[]).map((each) => JSON.stringify(each)).sort();
    expect(sorted(of(await eventsFor(keeper)))).toEqual(
      sorted([
        ['stateChanged', 'state'],
        ['closedChanged', 'price'],
        ['closedChanged', 'privateNotes'],
      ]),
    );
    expect(of(await eventsFor(member))).toEqual([['stateChanged', 'state']]);
    expect(await eventsFor(stranger)).toEqual([]);
    await body(keeper, 'update', { $id: book, _u: 2, $access: 'PRIVATE' });
    expect(await eventsFor(member)).toEqual([]);
    expect(await eventsFor(keeper)).toHaveLength(3);
  });

  it('are listed, counted and pushed on the timeline to who may read their item at that moment', async () => {
    const keeper = await as('keeper');
    const member = await as('member');
    const stranger = await as('stranger');
    await query('delete from item where t = 2');
    for (const socket of [member, stranger]) await socket.ask('addWatch/Event-0');
    const books = [await newBook(keeper, 'Open hills'), await newBook(keeper, 'Canary hills', { $access: 'PRIVATE' })];
    for (const book of books)
      await body(keeper, 'update', { $id: book, _u: 1, state: 'ACTIVE', privateNotes: `canary of ${book}` });
    const timeline = (socket: TestSocket): Promise<Body> =>
      body(socket, 'search/ids', { must: { _t: ['Event'] }, facets: ['area', 'kind', 'createdBy'], labels: true });
    const counts = async (socket: TestSocket): Promise<Json> => {
      const { total = null, facets } = await timeline(socket);
      const values = Object.values((facets ?? {}) as Record<string, { value: Json; count: number }[]>);
      return [total, ...values.flat().flatMap(({ value, count }) => [value, count])];
    };
    await expect.poll(() => counts(keeper)).toContain(4);
    expect(await counts(member)).toEqual([1, 'library', 1, 'stateChanged', 1, id('keeper'), 1]);
    expect(await counts(stranger)).toEqual([0]);
    await member.until(({ o, b }) => o === 'item/update' && JSON.stringify(b).includes('Event-'));
    expect(JSON.stringify(member.received)).not.toMatch(/closedChanged|privateNotes|[Cc]anary/);
    expect(stranger.received.filter(({ o }) => o === 'item/update')).toEqual([]);
    await body(keeper, 'update', { $id: books[0] ?? '', _u: 2, $access: 'PRIVATE' });
    expect(await counts(member)).toEqual([0]);
  });

  it('are not there for a save that was refused, nor where the declared condition does not hold', async () => {
    const keeper = await as('keeper');
    const book = await newBook(keeper, 'Lakes');
    const before = await query('select 1 from item where t = 2');
    await keeper.ask('update', { $id: book, _u: 1, state: 'NOTHING' });
    await keeper.ask('update', { $id: book, _u: 9, state: 'ACTIVE' });
    expect(await body(keeper, 'update', { $id: book, _u: 1, state: 'ARCHIVED' })).toMatchObject({ _u: 2 });
    expect(await query('select 1 from item where t = 2')).toHaveLength(before.length);
  });

  it('go with their item, and come back with it', async () => {
    const keeper = await as('keeper');
    const book = await newBook(keeper, 'Springs');
    await body(keeper, 'update', { $id: book, _u: 1, state: 'ACTIVE' });
    const [event] = await query<{ i: number }>(`select i from item where t = 2 and body ->> 'context' = $1`, [book]);
    await body(keeper, 'update', { $id: book, _u: 2, state: 'ARCHIVED' });
    await keeper.ask(`delete/${book}`, { _u: 3 });
    expect(await body(keeper, `read/Event-${event?.i}`)).toMatchObject({ userMessage: 'notFound' });
    await body(keeper, 'act/restoreItem', on(book));
    expect(await body(keeper, `read/Event-${event?.i}`)).toMatchObject({ kind: 'stateChanged', context: book });
  });
});

describe('[NTFY-01] notices', () => {
  it('reach who follows the item on another process, and say who did what to which item', async () => {
    const keeper = await as('keeper');
    const member = await as('member', other);
    const stranger = await as('stranger', other);
    const book = await newBook(keeper, 'Coasts');
    expect(await body(member, 'act/chooseNotices', on(book, { choice: 'ALWAYS' }))).toEqual({
      choice: 'ALWAYS',
      offered: true,
    });
    await body(keeper, 'update', { $id: book, _u: 1, state: 'ACTIVE' });
    const notice = await noticed(member, 'stateChanged');
    expect(notice).toMatchObject({
      ...{ _t: 'Notify', $context: book, $eventContext: book, unread: true, by: id('keeper'), count: 1 },
      ...{ subContext: 'state', user: id('member'), $label: 'Coasts' },
      $labels: { [book]: 'Coasts', [id('keeper')]: 'keeper' },
    });
    expect(await fetched(member, 'member')).toEqual({ items: [notice], unread: 1 });
    await told();
    expect(stranger.received.filter(({ o }) => o === 'item/notify')).toEqual([]);
    expect(await fetched(keeper, 'keeper')).toEqual({ items: [], unread: 0 });
    expect((await stranger.ask('act/fetchNotifications', self('member'))).b).toEqual({ userMessage: 'notAllowed' });
  });

  it('are one for several changes of an item, and new ones when that one was read', async () => {
    const keeper = await as('keeper');
    const member = await as('member');
    const book = await newBook(keeper, 'Marshes');
    await body(member, 'act/chooseNotices', on(book, { choice: 'ALWAYS' }));
    for (const [u, state] of ['ACTIVE', 'DRAFT', 'ACTIVE'].entries())
      await body(keeper, 'update', { $id: book, _u: u + 1, state });
    await told();
    const { items, unread } = await fetched(member, 'member');
    expect(items).toMatchObject([{ count: 2, unread: true }]);
    expect(unread).toBe(1);
    await body(member, 'act/markNotifications', self('member', { context: book }));
    expect(await fetched(member, 'member')).toMatchObject({ unread: 0, items: [{ unread: false }] });
    await body(keeper, 'update', { $id: book, _u: 4, state: 'DRAFT' });
    await body(keeper, 'update', { $id: book, _u: 5, state: 'ACTIVE' });
    await told();
    expect(await fetched(member, 'member')).toMatchObject({ unread: 1, items: [{ count: 1 }, { count: 2 }] });
  });

  it('are gone for who lost the right, with label, text and count, and back with it', async () => {
    const keeper = await as('keeper');
    const member = await as('member', other);
    const book = await newBook(keeper, 'Canary cave');
    await body(member, 'act/chooseNotices', on(book, { choice: 'ALWAYS' }));
    await body(keeper, 'update', { $id: book, _u: 1, state: 'ACTIVE' });
    const { _i } = await noticed(member, 'stateChanged');
    await body(keeper, 'update', { $id: book, _u: 2, $access: 'PRIVATE' });
    expect(await fetched(member, 'member')).toEqual({ items: [], unread: 0 });
    expect((await member.ask('act/markNotifications', self('member', { indexes: [_i] }))).b).toEqual({
      userMessage: 'notFound',
    });
    expect(await body(member, 'act/markNotifications', self('member', { all: true }))).toEqual({ notifyPairs: [] });
    await body(keeper, 'update', { $id: book, _u: 3, state: 'DRAFT' });
    await body(keeper, 'update', { $id: book, _u: 4, state: 'ACTIVE' });
    await told();
    expect(await query('select events from notice')).toMatchObject([{ events: [expect.anything()] }]);
    await body(keeper, 'update', { $id: book, _u: 5, $access: 'COMMUNITY' });
    expect(await fetched(member, 'member')).toMatchObject({ unread: 1, items: [{ $context: book, unread: true }] });
  });

  it('about items that few people may read reach only these people', async () => {
    const keeper = await as('keeper');
    const member = await as('member');
    const admin = await as('admin');
    const book = await newBook(keeper, 'Graves');
    for (const [socket] of [[member], [admin]] as const)
      await body(socket, 'act/chooseNotices', on(book, { choice: 'ALWAYS' }));
    await body(keeper, 'update', { $id: book, _u: 1, privateNotes: 'canary of the notes' });
    expect(await noticed(admin, 'closedChanged')).toMatchObject({ subContext: 'privateNotes' });
    await told();
    expect(JSON.stringify(member.received)).not.toMatch(/closedChanged|privateNotes|canary of/);
    expect(await fetched(member, 'member')).toEqual({ items: [], unread: 0 });
  });

  it('count only the events that the person may see, also in their version', async () => {
    const keeper = await as('keeper');
    const admin = await as('admin');
    const reads = async (level: string): Promise<void> => {
      const rights = { owner: id('shelf'), rights: { reads: level, admin: false, capabilities: [] } };
      expect(await body(admin, 'act/setMembership', self('member', rights))).not.toHaveProperty('userMessage');
    };
    await reads('PRIVATE');
    const book = await newBook(keeper, 'Fords');
    await body(await as('member'), 'act/chooseNotices', on(book, { choice: 'ALWAYS' }));
    await body(keeper, 'update', { $id: book, _u: 1, price: 3 });
    await body(keeper, 'update', { $id: book, _u: 2, privateNotes: 'x' });
    await told();
    expect(await fetched(await as('member'), 'member')).toMatchObject({ items: [{ count: 2, _u: 2 }] });
    await reads('PROTECTED');
    expect(await fetched(await as('member'), 'member')).toMatchObject({
      items: [{ count: 1, _u: 1, subContext: 'price' }],
    });
    await reads('COMMUNITY');
    expect(await fetched(await as('member'), 'member')).toEqual({ items: [], unread: 0 });
  });

  it('are filtered by kind, state and time, in pages, and marked one by one and all', async () => {
    const keeper = await as('keeper');
    const member = await as('member');
    const elsewhere = await as('member', other);
    const books: string[] = [];
    for (const title of ['One', 'Two', 'Three']) {
      const book = await newBook(keeper, title);
      books.push(book);
      await body(member, 'act/chooseNotices', on(book, { choice: 'ALWAYS' }));
      await body(keeper, 'update', { $id: book, _u: 1, state: 'ACTIVE' });
    }
    await told();
    const all = await fetched(member, 'member');
    expect(all.items.map(({ $context }) => $context)).toEqual(books.toReversed());
    const [newest, middle] = all.items;
    const page = async (more: Body): Promise<Json[]> =>
      (await fetched(member, 'member', more)).items.map(({ $label }) => $label);
    expect(await page({ max: 2 })).toEqual(['Three', 'Two']);
    expect(await page({ before: middle?._i ?? 0 })).toEqual(['One']);
    expect(await page({ kinds: ['loaned'] })).toEqual([]);
    expect(await page({ kinds: ['stateChanged'], since: '2999-01-01T00:00:00Z' })).toEqual([]);
    const named = { query: { must: { $id: [`Notify-${middle?._i ?? 0}`] } } };
    expect(await page(named)).toEqual(['Two']);
    expect((await fetched(keeper, 'keeper', named)).items).toEqual([]);
    expect(
      await body(member, 'act/fetchNotifications', self('member', { query: { must: { text: ['x'] } } })),
    ).toMatchObject({
      userMessage: 'invalid',
    });
    const first = { indexes: [newest?._i ?? 0] };
    expect(await body(keeper, 'act/markNotifications', self('keeper', first))).toMatchObject({
      userMessage: 'notFound',
    });
    expect(await body(member, 'act/markNotifications', self('member', { indexes: [0] }))).toMatchObject({
      userMessage: 'invalidId',
    });
    expect(await body(member, 'act/markNotifications', self('member', first))).toEqual({
      notifyPairs: [middle, all.items[2]].map((notice) => [notice?._i, notice?.['$context']]),
    });
    expect((await elsewhere.until(({ o }) => o === 'notices')).b).toEqual({ unread: 2 });
    expect(await page({ unread: true })).toEqual(['Two', 'One']);
    await body(member, 'act/markNotifications', self('member', { all: true }));
    expect(await fetched(member, 'member')).toMatchObject({ unread: 0, items: [{}, {}, {}] });
    await body(member, 'act/markNotifications', self('member', { indexes: [newest?._i ?? 0], asUnread: true }));
    expect(await page({ unread: true })).toEqual(['Three']);
  });

  it('come to who an item names, whom a right is given, and those who administer its owner when asked', async () => {
    const keeper = await as('keeper');
    const member = await as('member', other);
    const stranger = await as('stranger', other);
    const book = await newBook(keeper, 'Harbours');
    const loan = await body(keeper, 'create/Loan', { book, borrower: id('stranger') });
    expect(await noticed(stranger, 'loaned')).toMatchObject({ $context: loan['$id'], by: id('keeper') });
    await body(member, 'act/askAccess', on(book, { reason: 'My grandmother wrote it.' }));
    expect(await noticed(keeper, 'accessAsked')).toMatchObject({
      ...{ $context: book, by: id('member'), description: 'My grandmother wrote it.' },
    });
    const grants = [{ to: `user:${id('stranger')}`, actions: ['read'] }];
    await body(keeper, 'act/applyGrants', on(book, { grants }));
    const given = await noticed(stranger, 'granted');
    expect(given).toMatchObject({ $context: book, $label: 'Harbours' });
    // No other person learns of the request and the grant.
    expect(await body(member, `read/${String(given['event'])}`)).toMatchObject({ userMessage: 'notFound' });
    await body(keeper, 'act/applyGrants', on(book, { grants: [{ to: `user:${id('stranger')}`, actions: [] }] }));
    expect(await fetched(stranger, 'stranger')).toMatchObject({ items: [{ $kind: 'loaned' }], unread: 1 });
  });
});

describe('[NTFY-02] what a person wants', () => {
  it('of one item is private, and holds for everybody who may see it', async () => {
    const keeper = await as('keeper');
    const member = await as('member');
    const stranger = await as('stranger');
    const book = await newBook(keeper, 'Deltas');
    expect((await stranger.ask('act/chooseNotices', on(book, { choice: 'ALWAYS' }))).b).toEqual({
      userMessage: 'notFound',
    });
    expect(await body(keeper, 'act/chooseNotices', on(book))).toEqual({ choice: 'DEFAULT', offered: true });
    await body(member, 'act/chooseNotices', on(book, { choice: 'ALWAYS' }));
    await body(member, 'act/chooseNotices', on(book, { choice: 'DEFAULT' }));
    await body(keeper, 'update', { $id: book, _u: 1, state: 'ACTIVE' });
    await told();
    expect(await fetched(member, 'member')).toEqual({ items: [], unread: 0 });
    await body(keeper, 'update', { $id: book, _u: 2, $notify: 'NIL' });
    expect(await body(keeper, 'act/chooseNotices', on(book))).toEqual({ choice: 'DEFAULT', offered: false });
  });

  it('by kind, hour and place is private, and refuses what is not declared', async () => {
    const member = await as('member');
    const ask = (more: Body = {}): Promise<Body> => body(member, 'act/noticePreferences', self('member', more));
    expect(await ask()).toEqual({ modes: {}, hour: 7, zone: 'UTC' });
    expect(await ask({ modes: { stateChanged: 'NONE' }, zone: 'America/Vancouver' })).toEqual({
      ...{ modes: { stateChanged: 'NONE' }, hour: 7, zone: 'America/Vancouver' },
    });
    expect(await ask({ modes: { loaned: 'DIGEST' }, hour: 18 })).toMatchObject({
      ...{ modes: { stateChanged: 'NONE', loaned: 'DIGEST' }, hour: 18 },
    });
    const refused: readonly Body[] = [{ modes: { nothing: 'NONE' } }, { zone: 'Nowhere/Here' }, { hour: 24 }];
    for (const wrong of refused) expect(await ask(wrong)).toMatchObject({ userMessage: 'invalid' });
    const admin = await as('admin');
    expect(await body(admin, 'act/noticePreferences', self('member'))).toMatchObject({ userMessage: 'notAllowed' });
  });
});
