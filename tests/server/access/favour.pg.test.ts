// Grants give rights but no ownership: HTTP requests of people who try to do more than they were granted.

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Json } from 'src/model/item/Item.ts';
import type { Envelope, HistoryEvent } from 'src/model/generated/wire.ts';
import type { AnyRun, Endpoint } from 'src/server/endpoint.ts';
import { getGrantedBy } from 'src/server/rights/getGrantedByEndpoint.ts';
import { isAllowedEndpoint } from 'src/server/rights/isAllowedEndpoint.ts';
import type { Context } from 'src/server/context.ts';
import type { Services } from 'src/server/modules.ts';
import type { StoredItem } from 'src/server/store/itemStorage.ts';
import { internAcl, pruneAcls } from 'src/server/store/aclRows.ts';
import { openWorld, PASSWORD, signIn, type World } from 'tests/server/routes/openWorld.ts';

let world: World;
const ids: Record<string, string> = {};
const tokens: Record<string, string> = {};
let book = '';

const refused = (userMessage: string): object => ({ erred: true, b: { userMessage } });
const ask = async (name: string, o: string, b?: Json): Promise<Envelope> => {
  const headers = { authorization: `Bearer ${tokens[name] ?? ''}` };
  const body = JSON.stringify({ o, b });
  return (await (await fetch(`${world.url}/api/item`, { method: 'POST', headers, body })).json()) as Envelope;
};
const userOf = (name: string): string => `user:${ids[name] ?? ''}`;
const target = (id: string): { readonly _t: string; readonly _i: number } => ({
  _t: id.split('-')[0] ?? '',
  _i: Number(id.split('-')[1]),
});
const answerOf = ({ handler }: Endpoint<Services>, context: Context<Services>, input: Json): Promise<Json> =>
  (handler as AnyRun<Services>)({ ...context, tx: undefined }, input);

const give = (name: string, to: string, ...actions: string[]): Promise<Envelope> =>
  ask(name, 'act/applyGrants', { ...target(book), grants: [{ to, actions }] });
const update = async (name: string, changes: Readonly<Record<string, Json>>): Promise<Envelope> => {
  const { b } = await ask('admin', `read/${book}`);
  return ask(name, 'update', { $id: book, _u: (b as { _u: number })._u, ...changes });
};
const done = { b: {} };

const addUser = async (name: string, more: Readonly<Record<string, Json>>): Promise<void> => {
  const { items, accounts, database } = world.services;
  const by = { at: new Date(), by: ids['admin'] ?? '', actor: undefined };
  const properties = { name, email: `${name}@toy.test`, ...more };
  ids[name] = (await database.transaction((tx) => items.insert(tx, 'User', properties, by))).id;
  await accounts.create(ids[name], `${name}@toy.test`, PASSWORD);
};
const membership = (shelf: string, reads: string): Json => ({
  owner: ids[shelf] ?? '',
  reads,
  capabilities: ['Library'],
});

beforeAll(async () => {
  world = await openWorld();
  Object.assign(ids, world.ids);
  await addUser('helper', { memberships: [membership('shelf', 'PROTECTED')] });
  await addUser('both', { memberships: [membership('shelf', 'PRIVATE'), membership('other', 'PRIVATE')] });
  for (const name of ['admin', 'keeper', 'member', 'stranger', 'helper', 'both'])
    tokens[name] = await signIn(world.url, name);
});
afterAll(() => world.stop());
beforeEach(async () => {
  const made = await ask('both', 'create/Book', {
    title: 'A favour',
    shelf: ids['shelf'] ?? '',
    $access: 'PROTECTED',
    privateNotes: 'not for everybody',
  });
  book = (made.b as { $id: string }).$id;
});

describe('[PERM-02] a person with granted read and update', () => {
  beforeEach(async () => {
    expect(await give('keeper', userOf('stranger'), 'read', 'update')).toMatchObject(done);
    expect(await update('stranger', { title: 'Changed by favour' })).toMatchObject({ b: { $id: book } });
  });

  it('moves the item to no other owner and to no other level', async () => {
    expect(await update('stranger', { shelf: ids['other'] ?? '' })).toMatchObject(refused('notAllowed'));
    for (const $access of ['PUBLIC', 'PRIVATE'])
      expect(await update('stranger', { $access })).toMatchObject(refused('notAllowed'));
    expect((await ask('stranger', `read/${book}`)).b).not.toHaveProperty('privateNotes');
  });

  it('gives nothing on, neither to others nor to themselves', async () => {
    for (const name of ['member', 'stranger'])
      expect(await give('stranger', userOf(name), 'read')).toMatchObject(refused('notAllowed'));
  });

  it('deletes nothing, and delete cannot be granted', async () => {
    const { _u } = (await ask('stranger', `read/${book}`)).b as { _u: number };
    expect(await ask('stranger', `delete/${book}`, { _u })).toMatchObject(refused('notAllowed'));
    for (const verb of ['delete', 'create'])
      expect(await give('admin', userOf('stranger'), verb)).toMatchObject(refused('invalid'));
  });
});

it('[PERM-02] refuses a grant to oneself for every caller', async () => {
  for (const name of ['keeper', 'admin'])
    expect(await give(name, userOf(name), 'read')).toMatchObject(refused('notAllowed'));
});

describe('[PERM-02] a grant ends', () => {
  const rights = async (name: string): Promise<Json | undefined> =>
    (await ask(name, 'isAllowed', { id: book, actions: ['read', 'update'] })).b;
  const nothing = { read: false, update: false };
  beforeEach(async () => {
    expect(await give('helper', userOf('stranger'), 'read', 'update')).toMatchObject(done);
    expect(await rights('stranger')).toEqual({ read: true, update: true });
  });

  it('when its granter leaves, and when its granter is blocked', async () => {
    const losses: readonly Readonly<Record<string, Json>>[] = [{ memberships: [] }, { blocked: true }];
    for (const change of losses) {
      const { _u } = (await ask('admin', `read/${ids['helper'] ?? ''}`)).b as { _u: number };
      expect(await ask('admin', 'update', { $id: ids['helper'] ?? '', _u, ...change })).toMatchObject({ b: {} });
      expect(await rights('stranger')).toEqual(nothing);
      const back = { memberships: [membership('shelf', 'PROTECTED')], blocked: null };
      expect(await ask('admin', 'update', { $id: ids['helper'] ?? '', _u: _u + 1, ...back })).toMatchObject({ b: {} });
    }
    tokens['helper'] = await signIn(world.url, 'helper');
  });

  it('when the item becomes stricter than its granter reads', async () => {
    expect(await update('keeper', { $access: 'PRIVATE' })).toMatchObject({ b: {} });
    expect(await rights('helper')).toEqual(nothing);
    expect(await rights('stranger')).toEqual(nothing);
  });

  it.each(['helper', 'keeper', 'admin'])('when it is taken away by %s', async (name) => {
    const grants = [{ to: userOf('stranger'), grantedBy: ids['helper'] ?? '' }];
    for (const other of ['member', 'both', 'stranger'])
      expect(await ask(other, 'act/revokeGrants', { ...target(book), grants })).toMatchObject({ erred: true });
    expect(await ask(name, 'act/revokeGrants', { ...target(book), grants })).toMatchObject(done);
    expect(await rights('stranger')).toEqual(nothing);
  });

  it('when the grant that it depends on ends, from any source', async () => {
    const { database, items } = world.services;
    await database.query(
      `insert into item_grant (t, i, principal, granted_by, actions)
       select g.t, g.i, p.id, $2, g.actions from item_grant g, principal p
       where g.i = $1 and g.granted_by = $3 and p.key = $4`,
      [target(book)._i, ids['stranger'], ids['helper'], userOf('member')],
    );
    await database.transaction(async (tx) => {
      const stored = await items.find(tx, book, true);
      if (stored) await items.refreshReaders(tx, stored);
    });
    expect(await rights('member')).toEqual(nothing);
  });
});

describe('[PERM-02] grants on one item', () => {
  it('go to people and groups that the granter can know of', async () => {
    const hidden = await ask('both', 'create/Book', { title: 'x', shelf: ids['shelf'] ?? '', $access: 'PRIVATE' });
    const answers = [
      ...['user:User-999999', 'owner:Shelf-999999:COMMUNITY', 'owner:Book-1:COMMUNITY', 'user:Shelf-1', 'people'],
      `owner:${(hidden.b as { $id: string }).$id}:COMMUNITY`,
    ].map((to) => give('keeper', to, 'read'));
    for (const answer of await Promise.all(answers)) expect(answer).toMatchObject(refused('invalid'));
    for (const to of [`owner:${ids['other'] ?? ''}:COMMUNITY`, userOf('stranger')])
      expect(await give('keeper', to, 'read')).toMatchObject(done);
  });

  it('are at most a hundred, and grants that no longer allow reading are forgotten', async () => {
    const { database } = world.services;
    const acls = async (): Promise<number> =>
      (await database.query<{ count: number }>('select count(*)::int as count from acl where used is not null', []))[0]
        ?.count ?? 0;
    const prune = async (): Promise<void> => {
      await database.query(`update acl set used = now() - interval '2 hours' where used is not null`, []);
      await pruneAcls(database);
    };
    await prune();
    const before = await acls();
    for (let count = 0; count < 20; count += 1)
      expect(await give('keeper', userOf('stranger'), ...(count % 2 === 0 ? ['read'] : []))).toMatchObject(done);
    for (let count = 0; count < 101; count += 1) await addMany(count);
    const many = (from: number, to: number): Json => ({
      ...target(book),
      grants: crowd.slice(from, to).map((to) => ({ to, actions: ['read'] })),
    });
    for (let from = 0; from < 100; from += 10)
      expect(await ask('keeper', 'act/applyGrants', many(from, from + 10))).toMatchObject(done);
    expect(await acls()).toBeGreaterThan(before + 5);
    expect(await ask('keeper', 'act/applyGrants', many(100, 101))).toMatchObject(refused('invalid'));
    await database.query('delete from outbox', []);
    await prune();
    expect(await acls()).toBeLessThanOrEqual(before + 2);
    expect(await ask('keeper', `read/${book}`)).toMatchObject({ b: { $id: book } });
  });

  const crowd: string[] = [];
  const addMany = async (count: number): Promise<void> => {
    const by = { at: new Date(), by: ids['admin'] ?? '', actor: undefined };
    const { items, database } = world.services;
    const person = { name: `Guest ${count}`, email: `guest${count}@toy.test` };
    crowd.push(`user:${(await database.transaction((tx) => items.insert(tx, 'User', person, by))).id}`);
  };
});

it('a reader set that grants made is another one than that of a declared right, which is kept', async () => {
  const { database } = world.services;
  const readers = [900_001, 900_002];
  const base = await internAcl(database, readers);
  const granted = { base, granters: ['User-1'] };
  const id = await internAcl(database, readers, granted);
  expect(await internAcl(database, readers, granted)).toBe(id);
  expect(id).not.toBe(base);
  await database.query(`update acl set used = now() - interval '2 hours' where used is not null`, []);
  await pruneAcls(database);
  expect(await internAcl(database, readers)).toBe(base);
  expect(await internAcl(database, readers, granted)).not.toBe(id);
});

it('[PERM-02] a reader set that a write asks for while unused ones are forgotten is kept', async () => {
  const { database } = world.services;
  const readers = [900_003, 900_004];
  const granted = { base: await internAcl(database, readers), granters: ['User-1'] };
  const id = await internAcl(database, readers, granted);
  await database.query(`update acl set used = now() - interval '2 hours' where id = $1`, [id]);
  const waiting = async (): Promise<number> => {
    const text = `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and query like '%from acl%'`;
    return (await database.query(text)).length;
  };
  let pruned: Promise<void> | undefined;
  await database.transaction(async (tx) => {
    expect(await internAcl(tx, readers, granted)).toBe(id);
    pruned = pruneAcls(database);
    await expect.poll(waiting).toBe(1);
  });
  await pruned;
  expect(await database.query('select id from acl where id = $1', [id])).toEqual([{ id }]);
});

it('[PERM-01] an item moves to another owner by who may delete it there and make it here', async () => {
  expect(await update('both', { state: 'ACTIVE' })).toMatchObject({ b: {} });
  expect(await update('both', { shelf: ids['other'] ?? '' })).toMatchObject(refused('notAllowed'));
  expect(await update('both', { state: 'DRAFT' })).toMatchObject({ b: {} });
  expect(await update('helper', { shelf: ids['other'] ?? '' })).toMatchObject(refused('notAllowed'));
  expect(await update('both', { shelf: ids['other'] ?? '' })).toMatchObject({ b: {} });
});

describe('[PERM-01] a question about rights', () => {
  it('is answered with yes to an administrator, also for undeclared rights', async () => {
    const asked = { id: book, actions: ['read', 'delete', 'unheardOf'] };
    expect((await ask('admin', 'isAllowed', asked)).b).toEqual({ read: true, delete: true, unheardOf: true });
    expect((await ask('both', 'isAllowed', asked)).b).toEqual({ read: true, delete: true, unheardOf: false });
    expect((await ask('admin', 'isAllowed', { id: 'Book-999999', actions: ['read'] })).b).toEqual({ read: false });
  });

  it('is answered with yes for a reserved id only to an administrator', async () => {
    const asked = { id: '$internal', actions: ['read', 'unheardOf'] };
    const all = { read: true, unheardOf: true };
    expect((await ask('admin', 'isAllowed', asked)).b).toEqual(all);
    expect((await ask('admin', 'isAllowed', [asked, { id: book, actions: ['read'] }])).b).toEqual({
      $internal: all,
      [book]: { read: true },
    });
    for (const name of ['both', 'keeper', 'stranger'])
      expect(await ask(name, 'isAllowed', asked)).toMatchObject(refused('invalidId'));
    // Only the question about the right, because there is nothing to read or change.
    expect(await ask('admin', 'read/$internal')).toMatchObject(refused('invalidId'));
    expect(await ask('admin', 'update', { $id: '$internal', _u: 1, title: 'x' })).toMatchObject(refused('invalidId'));
  });

  it('has at most 100 items and 20 actions, each asked once', async () => {
    const question = (id: string, actions: number) => ({
      id,
      actions: Array.from({ length: actions }, (_, index) => `verb${index}`),
    });
    const items = (count: number): Json =>
      Array.from({ length: count }, (_, index) => question(`Book-${index + 1}`, 20));
    expect(await ask('both', 'isAllowed', items(100))).not.toHaveProperty('erred');
    expect(await ask('both', 'isAllowed', items(101))).toMatchObject(refused('invalid'));
    expect(await ask('both', 'isAllowed', question(book, 21))).toMatchObject(refused('invalid'));
    const numbers = (count: number): Json => Array.from({ length: count }, (_, index) => index + 1);
    const grantsFor = (books: number, shelves: number): Json => ({
      grantsFor: { Book: numbers(books), Shelf: numbers(shelves) },
    });
    expect(await ask('both', 'getGrantedBy', grantsFor(60, 40))).not.toHaveProperty('erred');
    expect(await ask('both', 'getGrantedBy', grantsFor(61, 40))).toMatchObject(refused('invalid'));
    const twice = [
      { id: book, actions: ['read', 'read'] },
      { id: `${book}-7`, actions: ['update'] },
    ];
    expect((await ask('both', 'isAllowed', twice)).b).toEqual({ [book]: { read: true, update: true } });
  });

  it('of full size costs a few statements, for any grants', async () => {
    const { services } = world;
    const { database, items } = services;
    const by = { at: new Date(), by: ids['admin'] ?? '', actor: undefined };
    const insert = (type: string, properties: Readonly<Record<string, Json>>): Promise<StoredItem> =>
      database.transaction((tx) => items.insert(tx, type, properties, by));
    const made: StoredItem[] = [];
    for (let count = 0; count < 34; count += 1) {
      const parent = await insert('Book', { title: 'Granted', shelf: ids['shelf'] ?? '', $access: 'PROTECTED' });
      const loan = await insert('Loan', { book: parent.id, borrower: ids['helper'] ?? '' });
      made.push(parent, loan, await insert('Attachment', { originalName: 'x', rel: parent.id }));
    }
    const hundred = made.slice(0, 100);
    const granters = ['helper', 'keeper', 'both'].map((name) => ids[name] ?? '');
    await services.readFilters.principalIds([userOf('stranger')]);
    await database.query(
      `insert into item_grant (t, i, principal, granted_by, actions)
       select x.t, x.i, p.id, g.by, array['read', 'update'] from unnest($1::smallint[], $2::int[]) x (t, i),
         unnest($3::text[]) g (by), principal p where p.key = $4`,
      [
        hundred.map(({ type }) => services.registry.types[type]?.number),
        hundred.map(({ number }) => number),
        granters,
        userOf('stranger'),
      ],
    );
    await database.transaction(async (tx) => {
      for (const stored of hundred) await items.refreshReaders(tx, stored);
    });
    const original = database.query;
    let statements = 0;
    const counted = Object.assign(Object.create(database) as typeof database, {
      query: (...args: Parameters<typeof original>) => ((statements += 1), original(...args)),
    });
    const contextOf = async (name: string): Promise<Context<Services>> => {
      const subject = (await services.sessions.subjectOf(ids[name] ?? ''))!;
      const readFilter = await services.readFilters.readFilterFor(subject);
      return { subject, readFilter, services, db: counted, tx: undefined, now: new Date(), receiver: undefined };
    };
    const actions = ['read', 'update', ...Array.from({ length: 18 }, (_, index) => `verb${index}`)];
    const asked = hundred.map(({ id }) => ({ id, actions }));
    const context = await contextOf('stranger');
    const answers = (await answerOf(isAllowedEndpoint, context, asked)) as Record<string, Record<string, boolean>>;
    for (const { id } of hundred)
      expect({ id, ...answers[id] }).toMatchObject({ id, read: true, update: true, verb0: false });
    expect(statements).toBeLessThanOrEqual(12);
    const grantsFor = Object.fromEntries(
      ['Book', 'Loan', 'Attachment'].map((type) => [
        type,
        hundred.filter((each) => each.type === type).map(({ id }) => id),
      ]),
    );
    for (const name of ['stranger', 'helper']) {
      const context = await contextOf(name);
      statements = 0;
      const known = (await answerOf(getGrantedBy, context, { grantsFor })) as Record<string, object>;
      const givers = hundred.map(({ id }) => Object.keys(known[id] ?? {}));
      if (name === 'stranger')
        expect(givers.map((each) => each.sort())).toEqual(hundred.map(() => [...granters].sort()));
      else expect(givers).toEqual(hundred.map(() => expect.arrayContaining([ids['helper']]) as unknown));
      expect(statements).toBeLessThanOrEqual(8);
    }
  });
});

it('[PERM-02] an item with more grants than may be given can still lose some', async () => {
  const { database, readFilters } = world.services;
  const people = Array.from({ length: 150 }, (_, index) => `user:User-${5000 + index}`);
  await readFilters.principalIds(people);
  await database.query(
    `insert into item_grant (t, i, principal, granted_by, actions)
     select 102, $1, p.id, $2, array['read'] from principal p where p.key = any($3::text[])`,
    [target(book)._i, ids['helper'], people],
  );
  const grants = people.slice(0, 50).map((to) => ({ to, grantedBy: ids['helper'] ?? '' }));
  expect(await ask('keeper', 'act/revokeGrants', { ...target(book), grants })).toMatchObject(done);
  expect(await give('keeper', userOf('stranger'), 'read')).toMatchObject(refused('invalid'));
  const { b } = await ask('keeper', 'getGrantedBy', { grantsFor: { Book: [book] } });
  expect((b as Record<string, Record<string, string[]>>)[book]?.[ids['helper'] ?? '']).toHaveLength(100);
});

describe('[PERM-02] [CELL-07] the history of an item', () => {
  const changes = async (name: string): Promise<Json[]> => {
    const { events } = (await ask(name, `history/${book}`, {})).b as unknown as { events: HistoryEvent[] };
    return events
      .filter(({ kind }) => ['granted', 'revoked'].includes(kind))
      .map(({ kind, by, changes }) => ({ kind, by, ...(changes as object) }) as Json);
  };

  it('says who gave a right and who took it away, to whom may know of the grant', async () => {
    const [helper = '', keeper = ''] = [ids['helper'], ids['keeper']];
    const before = (await ask('keeper', `read/${book}`)).b as { _u: number };
    expect(await give('helper', userOf('stranger'), 'read', 'update')).toMatchObject(done);
    expect(await give('helper', userOf('stranger'), 'read', 'update')).toMatchObject(done); // changes nothing
    expect(await give('helper', userOf('member'), 'read')).toMatchObject(done);
    const grants = [{ to: userOf('stranger'), grantedBy: helper }];
    expect(await ask('keeper', 'act/revokeGrants', { ...target(book), grants })).toMatchObject(done);
    const toStranger = { [helper]: [`read:${userOf('stranger')}`, `update:${userOf('stranger')}`] };
    const toMember = { kind: 'granted', by: helper, $grants: [null, { [helper]: [`read:${userOf('member')}`] }] };
    const all = [
      { kind: 'revoked', by: keeper, $grants: [toStranger, null] },
      toMember,
      { kind: 'granted', by: helper, $grants: [null, toStranger] },
    ];
    for (const name of ['keeper', 'helper', 'admin']) expect(await changes(name)).toEqual(all);
    expect(await changes('member')).toEqual([toMember]);
    // A person who started to edit before the grants saves and merges as before.
    expect(await ask('both', 'update', { $id: book, _u: before._u, title: 'Still mine' })).toMatchObject({
      b: { $id: book, _u: before._u + 4 },
    });
  });
});
