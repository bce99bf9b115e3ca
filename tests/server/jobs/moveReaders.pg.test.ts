// Thousands of items that inherit their readers from one: a person who lost the right reads none of them once the change is acknowledged,
// also while the job that moves them runs, and after its process was killed.
import { fork, type ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Envelope } from 'src/model/generated/wire.ts';
import type { Json } from 'src/model/item/Item.ts';
import { startJobQueue, type JobQueue } from 'src/server/jobs/jobQueue.ts';
import { emailOf, openWorld, PASSWORD, signIn, type TestServer, type World } from 'tests/server/routes/openWorld.ts';
import { TestSocket } from 'tests/server/routes/TestSocket.ts';
import { TICKS_OF_A_SECOND, ticksUntil } from 'tests/ownTime.ts';

const FILES = 5000;
const ATTACHMENT = 5;
const BOOK = 102;

type Asker = Pick<TestSocket, 'ask'>;
type Body = Readonly<Record<string, Json>>;

describe('items that take their readers from another', () => {
  let world: World;
  let other: TestServer;
  let keeper: TestSocket;
  let member: TestSocket;
  /** Without an account, over HTTP. */
  const visitor: Asker = {
    ask: async (o, b = null) => {
      const text = JSON.stringify({ o, s: '1', b });
      return (await (await fetch(`${other.url}/api/item`, { method: 'POST', body: text })).json()) as Envelope;
    },
  };
  let child: ChildProcess | undefined;
  let queue: JobQueue | undefined;

  beforeAll(async () => {
    world = await openWorld();
    other = await world.second();
    keeper = await TestSocket.as(world.url, await signIn(world.url, 'keeper'));
    member = await TestSocket.as(other.url, await signIn(world.url, 'member'));
  });
  afterEach(async () => {
    child?.kill('SIGKILL');
    await queue?.stop();
    queue = undefined;
  });
  afterAll(() => world.stop());

  const rows = <Row>(text: string, values: unknown[] = []): Promise<Row[]> =>
    world.services.database.query<Row>(text, values);
  const body = async (socket: Asker, o: string, b?: Json): Promise<Body> => (await socket.ask(o, b)).b as Body;
  const startQueue = async (): Promise<void> => {
    const { connection, services, jobs } = world;
    queue = await startJobQueue({ connection, database: services.database, handlers: jobs, log: () => undefined });
  };

  const insert = (type: string, properties: Body): Promise<string> =>
    world.services.database.transaction(
      async (tx) =>
        (
          await world.services.items.insert(tx, type, properties, {
            at: new Date('2024-01-01T00:00:00Z'),
            by: world.ids['admin'] ?? '',
            actor: undefined,
          })
        ).id,
    );

  /** One file by the store, and the others as copies of its rows: thousands in one statement. */
  const withFiles = async (access: string): Promise<{ book: string; files: string[] }> => {
    const book = await insert('Book', { title: 'Many files', shelf: world.ids['shelf'] ?? '', $access: access });
    const { fileID, size } = await world.services.files.put(Buffer.from('bytes'));
    const first = await insert('Attachment', { originalName: 'canary file.txt', rel: book, fileID, size });
    const number = Number(first.split('-')[1]);
    await rows('update counter set next = next + $1 where key in (0, $2)', [2 * FILES, ATTACHMENT]);
    // Above every number that is taken, or may be by then.
    const [last] = await rows<{ i: number; n: number }>(
      'select max(i) + 1000 as i, (select max(n) + 1000 from item) as n from item where t = $1',
      [ATTACHMENT],
    );
    const { i = 0, n = 0 } = last ?? {};
    await rows(
      `with made as (insert into item (t, i, n, u, acl, level, owners, created, creator, updated, label, folded, terms, sort_keys, body, tsv)
         select t, $4::int + s, $5::int + s, u, acl, level, owners, created, creator, updated, label, folded, terms, sort_keys, body, tsv
         from item, generate_series(1, $3::int - 1) s where t = $1 and i = $2 returning t, i, n, u, acl),
       kept as (insert into item_history (t, i, u, at, by, actor, op, kind, diff)
         select h.t, made.i, h.u, h.at, h.by, h.actor, h.op, h.kind, h.diff from item_history h, made where h.t = $1 and h.i = $2)
       insert into outbox (t, i, n, u, acl, op) select t, i, n, u, acl, 'c' from made`,
      [ATTACHMENT, number, FILES, i, n],
    );
    const numbers = [number, ...Array.from({ length: FILES - 1 }, (_, index) => i + 1 + index)];
    return { book, files: numbers.map((each) => `Attachment-${each}`) };
  };

  const found = async (socket: Asker, book: string): Promise<unknown> => {
    const query = { must: { _t: ['Attachment'], rel: [book] }, max: 1, facets: ['relType'] };
    return (await body(socket, 'search/ids', query))['total'];
  };

  const change = async (book: string, changes: Body): Promise<void> => {
    const { _u } = await body(keeper, `read/${book}`);
    expect(await keeper.ask('update', { $id: book, _u: _u ?? 0, ...changes })).toMatchObject({ b: { $id: book } });
  };
  const pending = async (): Promise<number> =>
    (await rows<{ count: number }>('select count(*)::int as count from pending_readers'))[0]?.count ?? 0;
  const moved = async (book: string): Promise<number> =>
    (
      await rows<{ count: number }>(
        `select count(*)::int as count from item_${ATTACHMENT} f where level = 3 and body->>'rel' = $1`,
        [book],
      )
    )[0]?.count ?? 0;

  it('[PERM-02] are closed with it at once in every channel, and moved by a job that survives its process', async () => {
    const { book, files } = await withFiles('PUBLIC');
    const [near = '', far = ''] = [files[0], files.at(-1)];
    expect(await found(visitor, book)).toBe(FILES);
    expect(await found(member, book)).toBe(FILES);
    expect(await member.ask(`addWatch/${far}`)).toMatchObject({ b: {} });
    // The job waits in the middle for this row.
    const blocker = new pg.Client(world.connection);
    await blocker.connect();
    await blocker.query('begin');
    await blocker.query(`select from item_${ATTACHMENT} where i = $1 for update`, [Number(files[3000]?.split('-')[1])]);
    const script = fileURLToPath(new URL('./runStoreJobs.ts', import.meta.url));
    child = fork(script, [JSON.stringify(world.connection)], { execArgv: ['--import', 'tsx'] });

    await change(book, { $access: 'PRIVATE' });

    for (const [socket, problem] of [
      [visitor, 'notAllowed'],
      [member, 'notFound'],
    ] as const) {
      for (const id of [near, far]) {
        expect(await socket.ask(`read/${id}`)).toMatchObject({ erred: true, b: { userMessage: problem } });
        expect(await socket.ask(`history/${id}`, {})).toMatchObject({ erred: true });
      }
      expect(await found(socket, book)).toBe(0);
      const all = await body(socket, 'search/ids', {
        must: { _t: ['Attachment'], text: ['canary'] },
        facets: ['filetype'],
      });
      expect(all).toMatchObject({ total: 0, ids: [], facets: { filetype: [] } });
      expect(JSON.stringify(await body(socket, 'label', [near, far]))).not.toContain('canary');
      expect(JSON.stringify(await body(socket, 'readMany', [near, far]))).not.toContain('canary');
    }
    for (const id of [near, far]) expect((await fetch(`${world.url}/attachment/${id}`)).status).toBe(403);
    expect((await member.until(({ o, b }) => o === 'item/update' && (b as Body)['gone'] === true)).b).toMatchObject({
      $id: far,
    });
    // People who may read the book can read them all the time, and no save waits.
    expect(await found(keeper, book)).toBe(FILES);
    expect(await keeper.ask(`read/${far}`)).toMatchObject({ b: { $id: far } });

    await expect.poll(() => moved(book)).toBeGreaterThan(0);
    expect([await moved(book), await pending()]).toEqual([expect.any(Number), 1]);
    expect(await moved(book)).toBeLessThan(FILES);
    child.kill('SIGKILL');
    await blocker.query('rollback');
    await blocker.end();

    await startQueue();
    await expect.poll(pending, { timeout: 30_000 }).toBe(0);
    expect(await moved(book)).toBe(FILES);
    expect([await found(visitor, book), await found(keeper, book)]).toEqual([0, FILES]);
    expect(await visitor.ask(`read/${far}`)).toMatchObject({ erred: true });
    // Consequences of a change are not in the history, so no row names a wrong author.
    expect(
      await rows('select distinct h.kind, h.at from item_history h join item f using (t, i) where t = $1', [
        ATTACHMENT,
      ]),
    ).toEqual([{ kind: 'created', at: new Date('2024-01-01T00:00:00Z') }]);
  });

  it('[PERM-02] are pushed at once only to those who lose or gain them, before any job runs', async () => {
    const { book, files } = await withFiles('COMMUNITY');
    const [far = ''] = files.slice(-1);
    const own = world.ids['PRIVATE'] ?? '';
    const uninvolved = await TestSocket.as(other.url, await signIn(other.url, 'keeper'));
    const watching = [member, uninvolved];
    // The feed is ordered: everything before this push has arrived.
    const fence = async (title: string): Promise<void> => {
      const id = world.ids['PUBLIC'] ?? '';
      for (const socket of watching) await socket.ask(`addWatch/${id}`);
      await change(id, { title });
      for (const socket of watching) {
        await socket.until(({ b }) => JSON.stringify(b).includes(title));
        await socket.ask(`removeWatch/${id}`);
      }
    };
    await fence('Before all');
    for (const socket of watching) {
      for (const o of ['addWatch/Attachment-0', `addWatch/${far}`])
        expect(await socket.ask(o)).toMatchObject({ b: {} });
      socket.received.length = 0;
    }
    for (const id of [own, book]) expect(await uninvolved.ask(`addWatch/${id}`)).toMatchObject({ b: {} });
    const pushes = (socket: TestSocket): Json[] =>
      socket.received.filter(({ o }) => o === 'item/update').map(({ b }) => b ?? null);
    const audited = async (): Promise<number> =>
      (await rows<{ count: number }>(`select count(*)::int as count from read_audit where through = 'item/update'`))[0]
        ?.count ?? 0;
    const before = await audited();

    await change(book, { $access: 'PRIVATE' });
    const told = expect
      .poll(() => pushes(member), { interval: 5 })
      .toEqual([{ $id: 'Attachment-0' }, { $id: far, gone: true }]);
    expect(await ticksUntil(told)).toBeLessThan(TICKS_OF_A_SECOND);
    expect([await moved(book), await pending()]).toEqual([0, 1]);

    await startQueue();
    await expect.poll(pending, { timeout: 30_000 }).toBe(0);
    expect(await moved(book)).toBe(FILES);
    await fence('After all');
    expect(pushes(uninvolved).map((push) => (push as Body)['$id'])).toEqual([book, world.ids['PUBLIC']]);
    expect(pushes(member)).toHaveLength(3);
    // Pushes about the book, which they watch.
    expect(await audited()).toBe(before + 1);
    await queue?.stop();
    queue = undefined;

    await change(book, { $access: 'COMMUNITY' });
    await member.until(() => pushes(member).length === 4);
    expect(pushes(member)[3]).toEqual({ $id: 'Attachment-0' });
    expect(await found(member, book)).toBe(FILES);
    for (const socket of watching) await socket.ask('removeWatch/Attachment-0/1');
    await startQueue();
    await expect.poll(pending, { timeout: 30_000 }).toBe(0);
    uninvolved.close();
  });

  it('[PERM-02] of one book by hundreds move in the transaction that moved the book', async () => {
    const { book, files } = await withFiles('COMMUNITY');
    await rows(`delete from item_${ATTACHMENT} where body->>'rel' = $1 and i <> all($2::int[])`, [
      book,
      files.slice(0, 600).map((id) => Number(id.split('-')[1])),
    ]);
    await change(book, { $access: 'PRIVATE' });
    expect([await moved(book), await pending()]).toEqual([600, 0]);
  });

  /** Books that `lender` granted to the stranger, and those that the keeper granted to the member. */
  const withLent = async () => {
    const by = { owner: world.ids['shelf'] ?? '', reads: 'PRIVATE', capabilities: ['Library'] };
    const lender = await insert('User', { name: 'lender', email: emailOf('lender'), memberships: [by] });
    await world.services.accounts.create(lender, emailOf('lender'), PASSWORD);
    const properties = { title: 'Lent canary', shelf: world.ids['shelf'] ?? '', $access: 'PROTECTED' };
    const first = await insert('Book', { ...properties, privateNotes: 'canary notes' });
    const number = Number(first.split('-')[1]);
    const grant = async (name: string, to: string, actions: string[]): Promise<void> => {
      const socket = await TestSocket.as(world.url, await signIn(world.url, name));
      const grants = [{ to: `user:${world.ids[to] ?? ''}`, actions }];
      expect(await socket.ask('act/applyGrants', { _t: 'Book', _i: number, grants })).toMatchObject({ b: {} });
      socket.close();
    };
    await grant('lender', 'stranger', ['read', 'PRIVATE.read']);
    await grant('keeper', 'member', ['read']);
    await rows('update counter set next = next + $1 where key in (0, $2)', [20 * FILES, BOOK]);
    await rows(
      `with made as (insert into item (t, i, n, u, acl, level, owners, created, creator, updated, label, folded, terms, sort_keys, body, tsv)
         select t, i + 1000 + s, n + 50000 + s, u, acl, level, owners, created, creator, updated, label, folded, terms, sort_keys, body, tsv
         from item, generate_series(1, $3::int - 1) s where t = $1 and i = $2 returning t, i, n, u, acl),
       parts as (insert into item_level (t, i, level, acl, terms, sort_keys, body, tsv)
         select l.t, made.i, l.level, l.acl, l.terms, l.sort_keys, l.body, l.tsv from item_level l, made where l.t = $1 and l.i = $2),
       grants as (insert into item_grant (t, i, principal, granted_by, actions)
         select g.t, made.i, g.principal, g.granted_by, g.actions from item_grant g, made where g.t = $1 and g.i = $2)
       insert into outbox (t, i, n, u, acl, op) select t, i, n, u, acl, 'c' from made`,
      [BOOK, number, FILES],
    );
    return { lender, first, far: `Book-${number + 1000 + FILES - 1}`, by };
  };

  it('[PERM-02] that one person granted are closed with the block of that person, and given back by a job', async () => {
    const { lender, first, far, by } = await withLent();
    const admin = await TestSocket.as(world.url, await signIn(world.url, 'admin'));
    const stranger = await TestSocket.as(other.url, await signIn(other.url, 'stranger'));
    const seenBy = async (socket: Asker): Promise<unknown[]> => {
      const search = await body(socket, 'search/ids', { must: { _t: ['Book'], text: ['lent'] }, max: 1 });
      const one = await body(socket, `read/${far}`);
      return [search['total'], one['$id'] ?? null, one['privateNotes'] ?? null];
    };
    const [all, nothing] = [
      [FILES, far, 'canary notes'],
      [0, null, null],
    ];
    const closed = async (): Promise<number> =>
      (await rows<{ count: number }>('select count(*)::int as count from closed_acl'))[0]?.count ?? 0;
    const settled = async (): Promise<void> => {
      await startQueue();
      await expect.poll(closed, { timeout: 60_000 }).toBe(0);
      await queue?.stop();
      queue = undefined;
    };
    const books = (): Promise<unknown[]> =>
      rows(
        `select sum(xmin::text::bigint) as versions, (select max(seq)::int from outbox) as told from item_${BOOK} where xmax = 0`,
      );
    /** A change of the lender's rights writes none of the granted items, and publishes one row for all of them. The log gets an entry. */
    const changeLender = async (changes: Body): Promise<void> => {
      const { _u } = await body(admin, `read/${lender}`);
      const [before] = (await books()) as { told: number }[];
      expect(await admin.ask('update', { $id: lender, _u: _u ?? 0, ...changes })).toMatchObject({ b: {} });
      expect(await books()).toEqual([{ ...before, told: (before?.told ?? 0) + 3 }]);
    };
    expect(await seenBy(stranger)).toEqual(all);
    expect(await seenBy(member)).toEqual([FILES, far, null]);
    for (const o of ['addWatch/Book-0', `addWatch/${far}`]) expect(await stranger.ask(o)).toMatchObject({ b: {} });
    stranger.received.length = 0;

    await changeLender({ blocked: true });
    expect(await seenBy(stranger)).toEqual(nothing);
    expect(await stranger.ask(`history/${far}`, {})).toMatchObject({ erred: true });
    for (const o of ['label', 'readMany'])
      expect(JSON.stringify(await body(stranger, o, [first, far]))).not.toContain('canary');
    const told = (): Json[] => stranger.received.filter(({ o }) => o === 'item/update').map(({ b }) => b ?? null);
    await expect.poll(told).toEqual([{ $id: 'Book-0' }, { $id: far, gone: true }]);
    expect(await seenBy(keeper)).toEqual(all);
    await settled();
    expect(await seenBy(stranger)).toEqual(nothing);
    expect(told()).toHaveLength(2);
    expect(await seenBy(member)).toEqual([FILES, far, null]);
    expect(await seenBy(keeper)).toEqual(all);
    await stranger.ask('removeWatch/Book-0/1');

    await changeLender({ blocked: null });
    await settled();
    await expect.poll(() => seenBy(stranger)).toEqual(all);

    await changeLender({ memberships: [{ ...by, reads: 'PROTECTED' }] });
    expect(await seenBy(stranger)).toEqual(nothing);
    await settled();
    await expect.poll(() => seenBy(stranger)).toEqual([FILES, far, null]);
    for (const socket of [admin, stranger]) socket.close();
  });

  it('go with what they belong to: hidden at once, removed by a job, by whom and when', async () => {
    const book = await insert('Book', { title: 'Lent often', shelf: world.ids['shelf'] ?? '', $access: 'PUBLIC' });
    const first = await insert('Loan', { book, from: '2024-06-01T00:00:00Z', to: '2024-06-03T00:00:00Z' });
    const number = Number(first.split('-')[1]);
    await rows('update counter set next = next + $1 where key in (0, 103)', [2 * FILES]);
    await rows(
      `with made as (insert into item (t, i, n, u, acl, level, owners, created, creator, updated, label, folded, terms, sort_keys, body, tsv)
         select t, i + 1000 + s, n + 90000 + s, u, acl, level, owners, created, creator, updated, label, folded, terms, sort_keys, body, tsv
         from item, generate_series(1, 1499) s where t = 103 and i = $1 returning t, i, n, u, acl)
       insert into outbox (t, i, n, u, acl, op) select t, i, n, u, acl, 'c' from made`,
      [number],
    );
    const admin = await TestSocket.as(world.url, await signIn(world.url, 'admin'));
    const loans = async (): Promise<number> =>
      (await rows<{ count: number }>(`select count(*)::int as count from item_103 where body->>'book' = $1`, [book]))[0]
        ?.count ?? 0;
    const seen = async (): Promise<unknown> =>
      (await body(keeper, 'search/ids', { must: { _t: ['Loan'] }, max: 1 }))['total'];
    const before = await (async () => (await body(admin, 'search/ids', { must: { _t: ['Loan'] }, max: 1 }))['total'])();
    const { _u } = await body(admin, `read/${book}`);
    expect(await admin.ask(`delete/${book}`, { _u: _u ?? 0 })).not.toMatchObject({ erred: true });
    expect([await loans(), await seen()]).toEqual([1500, 0]);
    expect(before).toBe(1500);
    await startQueue();
    await expect.poll(async () => [await loans(), await pending()]).toEqual([0, 0]);
    const [gone] = await rows<{ count: number; by: string; first: Date; last: Date }>(
      `select count(*)::int as count, min(by) as by, min(at) as first, max(at) as last from item_history where t = 103 and op = 'd'`,
    );
    expect(gone).toMatchObject({ count: 1500, by: world.ids['admin'] });
    expect(gone?.last).toEqual(gone?.first);
  });
});
