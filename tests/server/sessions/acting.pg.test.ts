// An administrator acts as another user, over the socket: the user's personal data does not change, and work that was begun ends with the
// masquerade.

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Json } from 'src/model/item/Item.ts';
import { startJobQueue, type JobQueue } from 'src/server/jobs/jobQueue.ts';
import { openWorld, PASSWORD, signIn, type World } from 'tests/server/routes/openWorld.ts';
import { TestSocket } from 'tests/server/routes/TestSocket.ts';
import { registry } from 'tests/toy/generated/registry.server.ts';

type Body = Readonly<Record<string, Json>>;

let world: World;
let queue: JobQueue;
let keeper: TestSocket;
let admin: TestSocket;
beforeAll(async () => {
  world = await openWorld();
  const { connection, services, jobs } = world;
  queue = await startJobQueue({ connection, database: services.database, handlers: jobs, log: console.error });
  keeper = await TestSocket.as(world.url, await signIn(world.url, 'keeper'));
  admin = await TestSocket.as(world.url, await signIn(world.url, 'admin'));
});
afterAll(async () => {
  keeper.close();
  admin.close();
  await queue.stop();
  await world.stop();
});

const named = (item: string, more: Body = {}): Body => ({
  ...{ _t: item.split('-')[0] ?? '', _i: Number(item.split('-')[1]) },
  ...more,
});
const id = (name: string): string => world.ids[name] ?? '';
const query = <Row>(text: string, values: unknown[] = []): Promise<Row[]> =>
  world.services.database.query<Row>(text, values);

const actAs = async (person: string): Promise<TestSocket> => {
  const { b } = await admin.ask('act/masquerade', named(id('admin'), { targetUserID: id(person) }));
  return await TestSocket.as(world.url, (b as { newToken: string }).newToken);
};

/** All that the site keeps about people, as it lies there. */
const kept = async (): Promise<unknown> => {
  const tables = ['notice', 'notice_choice', 'notice_preference', 'kept_by_person', 'star', 'credential'];
  const rows = await Promise.all(tables.map((table) => query(`select * from ${table} x order by x::text`)));
  return [...rows, await query(`select i, u from item join item_type using (t) where name in ('ReadMark', 'User')`)];
};

/** The same, with ways in, calendars, rights given and the User items themselves. Choices of the interface are the administrator's own. */
const persons = async (): Promise<unknown> => {
  const tables = [
    ...['totp', 'passkey', 'recovery_code', 'account_token', 'calendar_feed', 'item_grant', 'search_alert'],
    ...['menu_version', 'locale_override'],
  ];
  const rows = await Promise.all(tables.map((table) => query(`select * from ${table} x order by x::text`)));
  const users = await Promise.all(
    ['keeper', 'member', 'stranger', 'admin'].map((name) => keeper.ask(`read/${id(name)}`)),
  );
  return [
    await kept(),
    ...rows,
    users.map(({ b }) => b),
    await query('select id from session where ended is not null'),
  ];
};

describe('[MASQ-01] an administrator who acts as a person', () => {
  it('looks at what is the person’s own and changes none of it', async () => {
    const book = id('COMMUNITY');
    await keeper.ask('act/chooseNotices', named(book, { choice: 'ALWAYS' }));
    await keeper.ask('act/noticePreferences', named(id('keeper'), { hour: 9 }));
    await keeper.ask('act/markRead', named(book, { seen: 1 }));
    await admin.ask('update', { $id: book, _u: 1, state: 'ACTIVE' });
    await keeper.until(({ o }) => o === 'item/notify');
    const before = await kept();
    const acting = await actAs('keeper');
    const self = (more: Body): Body => named(id('keeper'), more);
    const refused: readonly (readonly [string, Body])[] = [
      ['markNotifications', self({ all: true })],
      ['markNotifications', self({ context: book })],
      ['chooseNotices', named(book, { choice: 'NEVER' })],
      ['noticePreferences', self({ hour: 23 })],
      ['chooseSearchAlert', { _t: 'SavedSearch', _i: 1, mode: 'NONE' }],
      ['markRead', named(book, { seen: 5 })],
      ['askAccess', named(book, { reason: 'In the name of somebody' })],
      ['applyGrants', named(book, { grants: [{ to: `user:${id('stranger')}`, actions: ['read'] }] })],
      ['setMembership', named(id('member'), { owner: id('shelf'), rights: null })],
      ['invite', named(id('member'))],
      ['ownAccount', self({})],
      ['endSessions', self({})],
    ];
    for (const [action, body] of refused)
      expect([action, (await acting.ask(`act/${action}`, body)).b]).toEqual([
        action,
        expect.objectContaining({ userMessage: 'notAllowed' }),
      ]);
    // An administrator sees what the user sees, to help them.
    expect((await acting.ask('act/noticePreferences', self({}))).b).toMatchObject({ hour: 9 });
    expect((await acting.ask('act/chooseNotices', named(book))).b).toMatchObject({ choice: 'ALWAYS' });
    expect((await acting.ask('act/fetchNotifications', self({}))).b).toMatchObject({ unread: 1 });
    expect(await kept()).toEqual(before);
    expect((await keeper.ask('act/markNotifications', self({ all: true }))).b).toEqual({ notifyPairs: [] });
    acting.close();
  });

  it('changes no person, through any action or operation', async () => {
    const acting = await actAs('keeper');
    const me = id('keeper');
    const user = await acting.ask(`read/${me}`);
    const { _u } = user.b as { readonly _u: number };
    const before = await persons();
    /** Bodies that the person may send. Actions without one are sent with nothing but their target. */
    const bodies: Readonly<Record<string, Body>> = {
      applyGrants: { grants: [{ to: `user:${id('stranger')}`, actions: ['read'] }] },
      revokeGrants: { grants: [{ to: `user:${id('stranger')}`, actions: ['read'] }] },
      markNotifications: { all: true },
      chooseNotices: { choice: 'NEVER' },
      noticePreferences: { hour: 22 },
      askAccess: { reason: 'In the name of somebody' },
      chooseSearchAlert: { mode: 'DIGEST' },
      masquerade: { targetUserID: id('member') },
      markRead: { seen: 4 },
      setMembership: { owner: id('shelf'), rights: null },
      changePassword: { current: PASSWORD, password: 'paddle the long river home' },
      addTotp: { current: PASSWORD },
      confirmTotp: { code: '123456' },
      addPasskey: { current: PASSWORD },
      confirmPasskey: { key: 'key', name: 'name', response: {} },
      removeSecondFactor: { current: PASSWORD },
      newRecoveryCodes: { current: PASSWORD },
      saveSiteTexts: { language: 'en', changes: [] },
      retryJob: { job: '1' },
      dropJob: { job: '1' },
      saveMenuItems: { version: 0, entries: [] },
      makeCalendarFeed: { name: 'Mine', query: { must: { _t: ['Book'] } } },
      endCalendarFeed: { feed: 1 },
      changeMany: { ids: [me], set: { name: 'Another' } },
      deleteMany: { ids: [me] },
    };
    for (const [name, { mode }] of Object.entries(registry.actions))
      for (const target of [me, id('member'), id('COMMUNITY')])
        await acting.ask(mode === 'task' ? `act/${name}/async` : `act/${name}`, named(target, bodies[name] ?? {}));
    const wanted: readonly Body[] = [{ name: 'Another' }, { email: 'another@toy.test' }, { blocked: true }];
    for (const changes of wanted)
      expect([changes, (await acting.ask('update', { $id: me, _u, ...changes })).b]).toEqual([
        changes,
        expect.objectContaining({ userMessage: 'notAllowed' }),
      ]);
    await acting.ask(`delete/${me}`, { _u });
    await expect
      .poll(async () => (await query<{ n: number }>('select count(*)::int as n from task where ended is null'))[0]?.n)
      .toBe(0);
    expect(await persons()).toEqual(before);
    acting.close();
  });

  it('leaves the person’s tasks, and a task that they began ends with the masquerade', async () => {
    const start = async (socket: TestSocket, rounds: number): Promise<string> => {
      const { b, erred } = await socket.ask('act/tally/async', named(id('PRIVATE'), { rounds }));
      expect([erred, b]).toEqual([undefined, { key: expect.any(String) }]);
      return (b as { key: string }).key;
    };
    const over = async (key: string): Promise<Body> =>
      (await keeper.until(({ o, b }) => o === 'taskComplete' && (b as Body)['key'] === key)).b as Body;
    const own = await start(keeper, 1);
    await over(own);
    const acting = await actAs('keeper');
    expect((await acting.ask(`activeTask/${own}/dismiss`)).b).toMatchObject({ userMessage: 'notAllowed' });
    const running = await start(keeper, 1000);
    expect((await acting.ask(`activeTask/${running}/killTask`)).b).toMatchObject({ userMessage: 'notAllowed' });
    expect((await acting.ask('act/killTask', { taskKey: running })).b).toMatchObject({ userMessage: 'notAllowed' });
    expect((await acting.ask(`act/tally/asyncCancel/${running}`)).b).toMatchObject({ userMessage: 'notAllowed' });
    expect((await acting.ask('act/tally/asyncCancel')).erred).toBeUndefined();
    expect(await query('select stop from task where key = $1', [running])).toEqual([{ stop: null }]);
    await keeper.ask(`activeTask/${running}/killTask`);
    await over(running);
    const begun = await start(acting, 1000);
    await keeper.until(({ o, b }) => o === 'taskUpdate' && (b as Body)['key'] === begun);
    const unwanted = await start(acting, 1000);
    expect((await acting.ask(`act/tally/asyncCancel/${unwanted}`)).erred).toBeUndefined();
    expect(await over(unwanted)).toMatchObject({ state: 'STOPPED' });
    await query(`update session set expires = now() where actor_id is not null`);
    expect(await over(begun)).toMatchObject({ state: 'STOPPED', errorKey: 'tasks.actingOver' });
    const late = await actAs('keeper');
    await queue.stop();
    const waiting = await start(late, 3);
    await late.ask('act/masquerade', named(id('keeper'), { stop: true }));
    const { connection, services, jobs } = world;
    queue = await startJobQueue({ connection, database: services.database, handlers: jobs, log: console.error });
    expect(await over(waiting)).toMatchObject({ state: 'STOPPED', errorKey: 'tasks.actingOver' });
    expect((await keeper.ask(`activeTask/${begun}/dismiss`)).erred).toBeUndefined();
    for (const socket of [acting, late]) socket.close();
  });
});
