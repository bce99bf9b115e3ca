// A reading never shows an item that is older than the last commit before it, on any process, nor one that the reader has no
// right to, nor one that was never committed; and it does the same work for a hidden item as for an absent one.

import pg from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { Item, Json } from 'src/model/item/Item.ts';
import { readPlan } from 'src/server/store/itemPlan.ts';
import { oneRowSql } from 'src/server/store/itemRows.ts';
import { partitionOf } from 'src/server/store/partitions.ts';
import { openWorld, signIn, type TestServer, type World } from 'tests/server/routes/openWorld.ts';
import { TestSocket } from 'tests/server/routes/TestSocket.ts';
import { registry } from 'tests/toy/generated/registry.server.ts';

const ROUNDS = 20;

type Values = Readonly<Record<string, Json>>;
type Read = Item & { readonly $labels: Readonly<Record<string, string>> };

let world: World;
let other: TestServer;
let sockets: TestSocket[];
let keepers: TestSocket[];

beforeAll(async () => {
  world = await openWorld();
  other = await world.second();
  const all = (name: string): Promise<TestSocket[]> =>
    Promise.all([world, other].map(async ({ url }) => TestSocket.as(url, await signIn(url, name))));
  sockets = await all('member');
  keepers = await all('keeper');
});
afterAll(async () => {
  for (const socket of [...sockets, ...keepers]) socket.close();
  await world.stop();
});

const by = () => ({ at: new Date(), by: world.ids['admin'] ?? '', actor: undefined });

const write = async (id: string, changes: Values): Promise<void> => {
  const { database, items } = world.services;
  await database.transaction(async (tx) => {
    const stored = await items.find(tx, id, true);
    if (stored) await items.write(tx, stored, changes, by());
  });
};

const insert = async (title: string, more: Values = {}): Promise<string> => {
  const { database, items } = world.services;
  const properties = { title, shelf: world.ids['shelf'] ?? '', $access: 'PUBLIC', ...more };
  return (await database.transaction((tx) => items.insert(tx, 'Book', properties, by()))).id;
};

const readOn = async (socket: TestSocket, id: string): Promise<Read | undefined> => {
  socket.received.length = 0;
  const { b, erred } = await socket.ask(`read/${id}`);
  return erred === true ? undefined : (b as unknown as Read);
};

const readEverywhere = (id: string, all = sockets): Promise<(Read | undefined)[]> =>
  Promise.all(all.map((socket) => readOn(socket, id)));

test('[ITEM-06] every process shows the newest item and label with the first reading after the change', async () => {
  const [book = '', shelf = ''] = [world.ids['PUBLIC'], world.ids['shelf']];
  for (let round = 0; round < ROUNDS; round++) {
    const [title, name] = [`Title of round ${round}`, `Shelf of round ${round}`];
    await write(book, { title });
    await write(shelf, { name });
    for (const item of await readEverywhere(book)) {
      expect(item?.['title']).toBe(title);
      expect(item?.$labels[shelf]).toBe(name);
    }
  }
});

test('[PERM-01] an item and its label are gone with the right to them, on every process', async () => {
  const hidden = await insert('A book that will be hidden');
  const id = await insert('A book with a sequel', { sequels: [hidden] });
  for (const item of await readEverywhere(id)) expect(item?.$labels[hidden]).toContain('will be hidden');
  for (const item of await readEverywhere(hidden)) expect(item?.['title']).toBe('A book that will be hidden');
  await write(hidden, { $access: 'PRIVATE' });
  for (const item of await readEverywhere(id)) expect(item?.$labels).not.toHaveProperty(hidden);
  for (const item of await readEverywhere(hidden)) expect(item).toBeUndefined();
  for (const item of await readEverywhere(hidden, keepers)) expect(item?.['title']).toBe('A book that will be hidden');
});

test('[PERM-01] what one reader was shown of stricter levels is not shown to the next', async () => {
  const id = await insert('A book with notes', { privateNotes: 'notes that few may read' });
  for (const item of await readEverywhere(id, keepers)) expect(item?.['privateNotes']).toBe('notes that few may read');
  for (const item of await readEverywhere(id)) {
    expect(item?.['title']).toBe('A book with notes');
    expect(item).not.toHaveProperty('privateNotes');
  }
  for (const item of await readEverywhere(id, keepers)) expect(item?.['privateNotes']).toBe('notes that few may read');
});

test('[ITEM-06] changes that a transaction reads and rolls back are shown to no one else', async () => {
  const { database, items, readFilters, sessions } = world.services;
  const id = await insert('As it was');
  await readEverywhere(id);
  const subject = await sessions.subjectOf(world.ids['keeper'] ?? '');
  if (!subject) throw new Error('no keeper');
  const readFilter = await readFilters.readFilterFor(subject);
  const undone = database.transaction(async (tx) => {
    const stored = await items.find(tx, id, true);
    if (stored) await items.write(tx, stored, { title: 'Never committed' }, by());
    const [own] = await items.readVisible(tx, readFilter, [id], { channel: 'read', labels: true });
    expect(own?.['title']).toBe('Never committed');
    throw new Error('taken back');
  });
  await expect(undone).rejects.toThrow('taken back');
  for (const item of await readEverywhere(id)) expect(item?.['title']).toBe('As it was');
});

/** The statements about items that this process sends while it works. */
const statementsOf = async (work: () => Promise<unknown>): Promise<string[]> => {
  const spy = vi.spyOn(pg.Client.prototype, 'query');
  await work();
  const sent = spy.mock.calls.map(([statement]) => (statement as unknown as { readonly text: string }).text);
  spy.mockRestore();
  return sent.filter((text) => /\bitem_\d/.test(text)).sort();
};

test('[PERM-01] a hidden item takes the same statements as an absent one, however often others read it', async () => {
  const absent = 'Book-1999999999';
  const hidden = world.ids['PRIVATE'] ?? '';
  const [member, keeper] = [sockets[0], keepers[0]];
  if (!member || !keeper) throw new Error('no sockets');
  await keeper.ask(`read/${hidden}`);
  const { url } = world;
  const channels: Readonly<Record<string, (id: string) => Promise<unknown>>> = {
    read: (id) => member.ask(`read/${id}`),
    addWatch: (id) => member.ask(`addWatch/${id}`),
    readMany: (id) => member.ask('readMany/object', [id]),
    image: (id) => fetch(`${url}/item-id-image/${id}`),
  };
  for (const [name, work] of Object.entries(channels)) {
    const ofHidden = await statementsOf(() => work(hidden));
    expect(ofHidden.length, name).toBeGreaterThan(0);
    expect(ofHidden, name).toEqual(await statementsOf(() => work(absent)));
  }
});

test('[ITEM-06] an item, its restricted properties and the labels of what it names are one statement', async () => {
  const book = await insert('A book to lend', {
    sequels: [world.ids['PUBLIC'] ?? ''],
    privateNotes: 'few may read this',
  });
  const { database, items } = world.services;
  const properties = { book, borrower: world.ids['member'] ?? '' };
  const loan = (await database.transaction((tx) => items.insert(tx, 'Loan', properties, by()))).id;
  const admin = await TestSocket.as(world.url, await signIn(world.url, 'admin'));
  for (const id of [book, loan]) {
    let shown: Read | undefined;
    const sent = await statementsOf(async () => (shown = await readOn(admin, id)));
    expect(sent).toHaveLength(1);
    expect(shown?.$labels[world.ids['admin'] ?? '']).toBe('admin');
    expect(shown?.$label).toBe('A book to lend');
  }
  const seen = await readOn(admin, book);
  admin.close();
  expect(seen?.['privateNotes']).toBe('few may read this');
  expect(seen?.$labels[world.ids['shelf'] ?? '']).toBeDefined();
  expect(seen?.$labels[world.ids['PUBLIC'] ?? '']).toBeDefined();
});

test('[ITEM-06] what an item names is found by number, however many items its types have', async () => {
  const [book, shelf] = [registry.types['Book'], registry.types['Shelf']];
  if (!book || !shelf) throw new Error('not the toy world');
  const client = new pg.Client(world.connection);
  await client.connect();
  await client.query('begin');
  // Shelves without incoming relations, so that the plan is made for the new size of the table.
  await client.query(
    `insert into item (t, i, n, u, acl, level, owners, created, creator, updated, label, folded, terms, sort_keys, body, tsv)
     select t, i + 100000 + s, n + 100000 + s, u, acl, level, owners, created, creator, updated, label, folded, terms, sort_keys, body, tsv
     from (select * from item where t = $1 limit 1) first, generate_series(1, 5000) s`,
    [shelf.number],
  );
  await client.query(`analyze ${partitionOf(shelf.number)}`);
  await client.query('set local plan_cache_mode = force_generic_plan');
  await client.query(`prepare read_one (bytea, int) as ${oneRowSql(readPlan(registry, book), true)}`);
  const number = Number(world.ids['PUBLIC']?.split('-')[1]);
  const { rows } = await client.query<{ 'QUERY PLAN': string }>(
    `explain (analyze, timing off, summary off) execute read_one ('\\xffffffffffffffff', ${number})`,
  );
  await client.query('rollback');
  await client.end();
  const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
  expect(plan).not.toMatch(new RegExp(`Seq Scan on ${partitionOf(shelf.number)}\\b`));
  // The primary key begins with the type: without it, versions before 18 go through the whole index.
  expect(plan).toMatch(new RegExp(`Index Cond: \\(\\(t = '?${shelf.number}'?(::smallint)?\\) AND \\(i = ANY`));
});
