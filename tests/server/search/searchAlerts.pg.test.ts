// Alerts of saved searches over the socket, with two server processes on one database. The queue runs where a test starts it; else a test
// runs the check itself, so that it knows what has been looked at.

import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Item, Json } from 'src/model/item/Item.ts';
import { startJobQueue } from 'src/server/jobs/jobQueue.ts';
import { CHECK_SEARCH_ALERTS } from 'src/server/searchAlerts/checkSearchAlerts.ts';
import { openWorld, signIn, type TestServer, type World } from 'tests/server/routes/openWorld.ts';
import { TestSocket } from 'tests/server/routes/TestSocket.ts';

type Body = Readonly<Record<string, Json>>;

let world: World;
let other: TestServer;
const tokens: Record<string, string> = {};
const sockets: TestSocket[] = [];

beforeAll(async () => {
  world = await openWorld();
  other = await world.second();
  for (const name of ['admin', 'keeper', 'member', 'stranger']) tokens[name] = await signIn(world.url, name);
});
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.close();
  await query('truncate notice, notice_preference, search_alert cascade');
});
afterAll(async () => {
  await world.stop();
});

const id = (name: string): string => world.ids[name] ?? '';
const as = async (name: string, server: TestServer = world): Promise<TestSocket> => {
  const socket = await TestSocket.as(server.url, tokens[name] ?? '');
  sockets.push(socket);
  return socket;
};
const on = (item: string, more: Body = {}): Json => ({
  ...{ _t: item.split('-')[0] ?? '', _i: Number(item.split('-')[1]) },
  ...more,
});
const body = async (socket: TestSocket, o: string, b?: Json): Promise<Body> => (await socket.ask(o, b)).b as Body;
const query = <Row>(text: string, values: unknown[] = []): Promise<Row[]> =>
  world.services.database.query<Row>(text, values);
const check = (server: TestServer = world): Promise<void> =>
  Promise.resolve(server.jobs[CHECK_SEARCH_ALERTS]?.({}, new AbortController().signal));
const noticesOf = async (socket: TestSocket, name: string): Promise<readonly Item[]> =>
  (await body(socket, 'act/fetchNotifications', on(id(name))))['items'] as unknown as Item[];

const newBook = async (keeper: TestSocket, title: string, more: Body = {}): Promise<string> =>
  String((await body(keeper, 'create/Book', { title, shelf: id('shelf'), ...more }))['$id']);
const saveSearch = async (socket: TestSocket, chosen: Readonly<Record<string, string>>, more: Body = {}) => {
  const selectedFacets = Object.entries(chosen).map(([key, value]) => ({ key, values: [value] }));
  const made = await body(socket, 'create/SavedSearch', {
    ...{ name: 'What I wait for', displayAs: 'LIST', screen: 'library.books', selectedFacets, $access: 'PRIVATE' },
    ...more,
  });
  return String(made['$id']);
};
const choose = (socket: TestSocket, saved: string, mode: string): Promise<Body> =>
  body(socket, 'act/chooseSearchAlert', on(saved, { mode }));

describe('[SRCH-04] criteria of a saved search', () => {
  const filter = (prop: string, value: string) => ({ prop, kind: 'SEL', value: [value] });
  const shelved = (value: string) => ({ relation: 'shelf', filters: [filter('room', value)] });
  const make = async (socket: TestSocket, more: Body) =>
    await body(socket, 'create/SavedSearch', { displayAs: 'LIST', screen: 'library.books', ...more });

  it('decide what an alert waits for, and a search without a name has the translated one', async () => {
    const [keeper, member] = [await as('keeper'), await as('member')];
    const criteria = { filters: [filter('state', 'ACTIVE')], groupsShould: [{ filters: [filter('year', '1931')] }] };
    const saved = await make(member, { nameT: { en: 'Of that year' }, criteria });
    expect(saved['$label']).toBe('Of that year');
    expect(await choose(member, String(saved['$id']), 'DIGEST')).toEqual({});
    await newBook(keeper, 'Another state', { year: 1931 });
    await newBook(keeper, 'Another year', { state: 'ACTIVE', year: 1932 });
    await check();
    expect(await noticesOf(member, 'member')).toEqual([]);
    const book = await newBook(keeper, 'Both', { state: 'ACTIVE', year: 1931 });
    await check();
    expect(await noticesOf(member, 'member')).toMatchObject([{ also: [book] }]);
  });

  it('are refused where a search could not ask for them', async () => {
    const member = await as('member');
    const errors = async (criteria: Json) => {
      const { params } = (await make(member, { criteria })) as {
        params?: { errors: { path: string; message: string }[] };
      };
      return params?.errors.map(({ path, message }) => `${path} ${message}`);
    };
    expect(await errors({ groups: [shelved('NORTH')] })).toBeUndefined();
    expect(await errors({ filters: [filter('mood', 'A')] })).toEqual([
      '/criteria/filters/0/prop errors.query.unknownKey',
    ]);
    expect(await errors({ groups: [{ ...shelved('NORTH'), relation: 'friend' }] })).toEqual([
      '/criteria/groups/0/relation errors.query.unknownKey',
      '/criteria/groups/0/filters/0/prop errors.query.unknownKey',
    ]);
    expect(await errors({ groupsShould: [shelved('NORTH'), shelved('SOUTH')] })).toEqual([
      '/criteria/groupsShould/1 errors.savedSearch.twice',
    ]);
  });
});

describe('[NTFY-01] an alert of a saved search', () => {
  it('gives one notice of all items that others added, on any process, and none of earlier or own items', async () => {
    const [keeper, member] = [await as('keeper'), await as('member', other)];
    await newBook(keeper, 'There before', { state: 'ACTIVE' });
    const later = await newBook(keeper, 'Enters by a change');
    const saved = await saveSearch(member, { state: 'ACTIVE' });
    expect(await choose(member, saved, 'DIGEST')).toEqual({});
    expect(await body(member, 'act/searchAlerts', on(id('member')))).toEqual({
      alerts: [{ search: saved, mode: 'DIGEST' }],
    });
    const queue = await startJobQueue({
      ...{ connection: world.connection, database: world.services.database, handlers: world.jobs, log: console.error },
    });
    const made = await newBook(keeper, 'New', { state: 'ACTIVE' });
    await body(keeper, 'update', { $id: later, _u: 1, state: 'ACTIVE' });
    const pushed = await member.until(({ o, b }) => o === 'item/notify' && (b as Body)['count'] === 2);
    await queue.stop();
    expect(pushed.b).toMatchObject({
      ...{ $kind: 'searchEntered', $context: saved, user: id('member'), unread: true },
      ...{ also: [later, made], $labels: { [made]: 'New', [later]: 'Enters by a change' } },
    });
    expect(await noticesOf(member, 'member')).toEqual([pushed.b]);

    const own = await saveSearch(keeper, { state: 'ACTIVE' });
    await choose(keeper, own, 'NONE');
    await newBook(keeper, 'Made by the one who waits', { state: 'ACTIVE' });
    await check();
    expect(await noticesOf(keeper, 'keeper')).toEqual([]);
  });

  it('goes by the rights of the moment of the check, and names nothing that its reader may not see', async () => {
    const [keeper, member, stranger] = [await as('keeper'), await as('member'), await as('stranger')];
    const saved = await saveSearch(member, { state: 'ACTIVE' });
    await choose(member, saved, 'NONE');
    const hidden = await newBook(keeper, 'Never theirs', { state: 'ACTIVE', $access: 'PRIVATE' });
    const taken = await newBook(keeper, 'Taken away', { state: 'ACTIVE', $access: 'COMMUNITY' });
    await body(keeper, 'update', { $id: taken, _u: 1, $access: 'PRIVATE' });
    await check();
    expect(await noticesOf(member, 'member')).toEqual([]);

    const [seen, lost] = [
      await newBook(keeper, 'Seen', { state: 'ACTIVE', $access: 'COMMUNITY' }),
      await newBook(keeper, 'Lost', { state: 'ACTIVE', $access: 'COMMUNITY' }),
    ];
    await check();
    expect((await noticesOf(member, 'member'))[0]).toMatchObject({ count: 2 });
    await body(keeper, 'update', { $id: lost, _u: 1, $access: 'PRIVATE' });
    const [notice] = await noticesOf(member, 'member');
    expect(notice).toMatchObject({ count: 1, also: [seen] });
    for (const word of [lost, hidden, taken, 'Lost', 'Never theirs', 'Taken away'])
      expect(JSON.stringify([notice, member.received.filter(({ o }) => o === 'item/notify')])).not.toContain(
        word === lost || word === 'Lost' ? 'only before it was taken' : word,
      );
    await body(keeper, 'update', { $id: seen, _u: 1, $access: 'PRIVATE' });
    expect(await noticesOf(member, 'member')).toEqual([]);

    // An item that becomes readable enters the search.
    await body(keeper, 'update', { $id: hidden, _u: 1, $access: 'PUBLIC' });
    await check();
    expect((await noticesOf(member, 'member'))[0]).toMatchObject({ also: [hidden], count: 1 });
    // Only the person sees the event.
    const ofEvents = { must: { _t: ['Event'], kind: ['searchEntered'] } };
    const [event] = await query<{ i: number }>(`select i from item where t = 2 and body ->> 'kind' = 'searchEntered'`);
    expect(await body(stranger, `read/Event-${event?.i ?? 0}`)).toMatchObject({ userMessage: 'notFound' });
    expect(await body(keeper, `read/Event-${event?.i ?? 0}`)).toMatchObject({ userMessage: 'notFound' });
    expect(JSON.stringify(await body(keeper, 'search/ids', ofEvents))).not.toContain('Event-');
  });

  it('is only for its subscribers, and ends for people with whom the search is no longer shared', async () => {
    const [keeper, member, stranger] = [await as('keeper'), await as('member'), await as('stranger')];
    const shared = await saveSearch(keeper, { state: 'ACTIVE' }, { owner: id('shelf'), $access: 'COMMUNITY' });
    await choose(member, shared, 'NONE');
    expect(await choose(stranger, shared, 'NONE')).toMatchObject({ userMessage: 'notFound' });
    expect(await body(keeper, 'act/searchAlerts', on(id('keeper')))).toEqual({ alerts: [] });
    expect(await body(keeper, 'act/searchAlerts', on(id('member')))).toMatchObject({ userMessage: 'notAllowed' });
    const admin = await as('admin');
    await newBook(admin, 'By the administrator', { state: 'ACTIVE' });
    await check();
    expect(await noticesOf(member, 'member')).toHaveLength(1);
    expect(await noticesOf(keeper, 'keeper')).toEqual([]);
    await body(keeper, 'update', { $id: shared, _u: 1, owner: null, $access: 'PRIVATE' });
    await newBook(admin, 'After', { state: 'ACTIVE' });
    await check();
    expect(await noticesOf(member, 'member')).toEqual([]);
    expect(await query('select 1 from notice')).toHaveLength(1);
    await choose(keeper, shared, 'NONE');
    expect(await choose(keeper, shared, 'OFF')).toEqual({});
    expect(await body(keeper, 'act/searchAlerts', on(id('keeper')))).toEqual({ alerts: [] });
  });

  it('reports each entered item once, with any process killed and any number of parallel checks', async () => {
    const [keeper, member] = [await as('keeper'), await as('member')];
    const saved = await saveSearch(member, { state: 'ACTIVE' });
    await choose(member, saved, 'NONE');
    await newBook(keeper, 'Once', { state: 'ACTIVE' });
    // Held where it would write, then killed there as a process is that loses its machine.
    const holder = new pg.Client(world.connection);
    await holder.connect();
    await holder.query('begin');
    await holder.query('select * from search_alert for update');
    const checking = check();
    const waiting = `select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and query like '%search_alert%'`;
    await expect.poll(() => query(waiting)).toHaveLength(1);
    await query(`select pg_terminate_backend(pid) from (${waiting}) as w`);
    await holder.query('rollback');
    await holder.end();
    await checking;
    expect(await query('select 1 from notice')).toEqual([]);
    await Promise.all([check(), check(other), check(), check(other)]);
    await check();
    const [notice, ...more] = await noticesOf(member, 'member');
    expect(notice).toMatchObject({ count: 1, $kind: 'searchEntered' });
    expect(more).toEqual([]);
  });

  it('pauses when its search becomes invalid, reports that once, and starts again when the search is repaired', async () => {
    const [keeper, member] = [await as('keeper'), await as('member')];
    const shelf = String((await body(keeper, 'create/Book', { title: 'First', shelf: id('shelf') }))['$id']);
    const list = await body(keeper, 'create/LOVValue', {
      ...{ list: 'GENRES', key: 'RIDDLES', t: { en: 'Riddles' }, owner: id('shelf') },
    });
    const saved = await saveSearch(member, { genres: 'RIDDLES' });
    expect(await choose(member, saved, 'DIGEST')).toEqual({});
    expect(await body(keeper, 'update', { $id: list['$id'] ?? '', _u: 1, state: 'ARCHIVED' })).toMatchObject({ _u: 2 });
    await check();
    await check();
    expect(await noticesOf(member, 'member')).toMatchObject([{ $kind: 'searchPaused', $context: saved, count: 1 }]);
    expect(await body(member, 'act/searchAlerts', on(id('member')))).toEqual({
      alerts: [{ search: saved, mode: 'DIGEST', paused: 'value' }],
    });
    expect(JSON.stringify(await choose(member, saved, 'DIGEST'))).toContain('saved.alert.paused.value');
    const selectedFacets = [{ key: 'state', values: ['ACTIVE'] }];
    await body(member, 'update', { $id: saved, _u: 1, selectedFacets });
    await check();
    await body(keeper, 'update', { $id: shelf, _u: 1, state: 'ACTIVE' });
    await check();
    expect(await noticesOf(member, 'member')).toMatchObject([
      { $kind: 'searchEntered', also: [shelf] },
      { $kind: 'searchPaused' },
    ]);
    // As though a later declaration had no such property, no such screen.
    for (const [change, paused] of [
      [{ selectedFacets: [{ key: 'vanished', values: ['x'] }] }, 'property'],
      [{ screen: 'library.vanished' }, 'screen'],
    ] as const) {
      const { _u = 0 } = await body(member, `read/${saved}`);
      await body(member, 'update', { $id: saved, _u, ...change });
      await query('update search_alert set paused = null');
      await check();
      expect(await query('select paused from search_alert')).toEqual([{ paused }]);
    }
  });

  it('refuses a value that could never be asked where it is saved, and pauses an alert that has one already', async () => {
    const member = await as('member');
    const unreadable = JSON.stringify('a\u0000b');
    const made = await body(member, 'create/SavedSearch', {
      ...{ name: 'Odd', displayAs: 'LIST', screen: 'library.books', $access: 'PRIVATE' },
      selectedFacets: [{ key: 'state', values: ['ACTIVE', unreadable] }],
    });
    expect(made).toMatchObject({
      userMessage: 'invalid',
      params: { errors: [{ path: '/selectedFacets/0/values/1', message: 'errors.query.value' }] },
    });
    const saved = await saveSearch(member, { state: 'ACTIVE' });
    await choose(member, saved, 'NONE');
    await world.services.database.transaction(async (tx) => {
      const stored = await world.services.items.find(tx, saved, true);
      const values = { selectedFacets: [{ key: 'state', values: [unreadable] }] };
      if (stored)
        await world.services.items.write(tx, stored, values, { at: new Date(), by: id('member'), actor: undefined });
    });
    await check();
    expect((await noticesOf(member, 'member'))[0]).toMatchObject({ $kind: 'searchPaused', $context: saved });
  });

  it('says the same of what is hidden from its person and of what never was', async () => {
    const [keeper, stranger] = [await as('keeper'), await as('stranger')];
    const hidden = await newBook(keeper, 'Nobody else’s', { $access: 'PRIVATE' });
    const values = { key: 'OURS_ALONE', t: { en: 'Ours alone' }, owner: id('shelf'), access: 'PRIVATE' };
    expect(await body(keeper, 'create/LOVValue', { list: 'GENRES', ...values })).toMatchObject({ _u: 1 });
    const answers = (chosen: Readonly<Record<string, string>>): Promise<Body> =>
      saveSearch(stranger, chosen).then((saved) => choose(stranger, saved, 'NONE'));
    expect(await answers({ sequels: hidden })).toEqual(await answers({ sequels: 'Book-999999' }));
    expect(await answers({ genres: 'OURS_ALONE' })).toEqual(await answers({ genres: 'NEVER_WAS' }));
    // Nor does it say so later, when what was readable is hidden, or gone.
    const [taken, removed] = [await newBook(keeper, 'Taken'), await newBook(keeper, 'Removed')];
    for (const sequel of [taken, removed]) {
      await body(keeper, 'update', { $id: sequel, _u: 1, $access: 'PUBLIC' });
      expect(await answers({ sequels: sequel })).toEqual({});
    }
    await body(keeper, 'update', { $id: taken, _u: 2, $access: 'PRIVATE' });
    await body(keeper, `delete/${removed}`, { _u: 2 });
    await check();
    expect(await query('select paused from search_alert')).toEqual([{ paused: 'value' }, { paused: 'value' }]);
  });

  it('is worked out for 1,000 searches at a time, each once', async () => {
    const [keeper, member] = [await as('keeper'), await as('member')];
    const { database, items, clock } = world.services;
    await choose(member, await saveSearch(member, { state: 'ACTIVE' }), 'NONE');
    await database.transaction(async (tx) => {
      const metadata = { at: clock.now(), by: id('member'), actor: undefined };
      const given = { name: 'One of many', displayAs: 'LIST', screen: 'library.books', $access: 'PRIVATE' };
      for (let at = 1; at < 1_000; at++) {
        const selectedFacets = [{ key: 'state', values: [at < 5 ? 'ACTIVE' : 'ARCHIVED'] }];
        const { number } = await items.insert(tx, 'SavedSearch', { ...given, selectedFacets }, metadata);
        await tx.query(
          `insert into search_alert (person, search, mode, asked, types) select person, $1, mode, '', types from search_alert limit 1`,
          [number],
        );
      }
    });
    const timed = async (): Promise<number> => {
      const started = performance.now();
      await check();
      return Math.round(performance.now() - started);
    };
    const times = [await timed()];
    expect(await query('select 1 from notice')).toEqual([]);
    await newBook(keeper, 'For five of them', { state: 'ACTIVE' });
    times.push(await timed(), await timed());
    console.info(`1,000 alerts: ${times.join(', ')} ms for the first check, one with 5 notices, one of nothing new`);
    expect(await query('select 1 from notice where cardinality(also) = 1 and cardinality(events) = 1')).toHaveLength(5);
    expect(await query('select 1 from notice')).toHaveLength(5);
  }, 180_000);
});
