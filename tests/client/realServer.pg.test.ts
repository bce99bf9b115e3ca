// The real client against the real server on a real database: what both say about the wire is the same.
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { WebSocket, WebSocketServer } from 'ws';
import type { Client } from 'src/client/Client.ts';
import type { ItemDraft } from 'src/client/stores/ItemDraft.ts';
import type { Socket, Environment } from 'src/client/connection/environment.ts';
import { createClient } from 'src/client/createClient.ts';
import { historyAddress } from 'src/client/router/historyAddress.ts';
import { TOKEN_KEY } from 'src/client/connection/environment.ts';
import type { Envelope } from 'src/model/generated/wire.ts';
import type { Item, Json } from 'src/model/item/Item.ts';
import { memoryStorage, scriptedEnvironment } from 'stories/scripted/scriptedEnvironment.ts';
import { ScriptedServer } from 'stories/scripted/ScriptedServer.ts';
import { toySite } from 'stories/scripted/toyItems.ts';
import { systemTimers } from 'src/base/timers.ts';
import { openWorld, PASSWORD, signIn, type World } from 'tests/server/routes/openWorld.ts';
import { registry } from 'tests/toy/generated/registry.client.ts';

const MOST = 2000;
let world: World;
const open: Client[] = [];

beforeAll(async () => {
  world = await openWorld({ settings: { site: { ...toySite, wsMaxMsgSize: MOST } } });
});
afterEach(() => {
  for (const client of open.splice(0)) client.dispose();
});
afterAll(() => world.stop());

/** A line that a test can cut. */
class Line {
  up = true;
  /** Address of its sockets. */
  via = world.url;
  private readonly sockets = new Set<WebSocket>();

  cut(): void {
    this.up = false;
    for (const socket of this.sockets) socket.terminate();
  }

  readonly fetch: Environment['fetch'] = (path, init) =>
    this.up ? fetch(world.url + path, init) : Promise.reject(new TypeError('no network'));

  readonly openSocket = (path: string): Socket => {
    const raw = new WebSocket(this.via.replace('http', 'ws') + path, { origin: world.url });
    const socket: Socket = {
      onOpen: () => {},
      onMessage: () => {},
      onClose: () => {},
      send: (text) => raw.send(text),
      close: (code) => raw.close(code),
    };
    this.sockets.add(raw);
    if (!this.up) raw.terminate();
    raw.on('open', () => socket.onOpen());
    raw.on('message', (data: Buffer) => socket.onMessage(data.toString()));
    raw.on('close', (code, reason) => socket.onClose(code, reason.toString()));
    raw.on('error', () => {});
    return socket;
  };
}

/** Between the sockets of clients and the server: passes frames on both ways, and sends clients what a test says. */
const startInjector = async () => {
  const relay = new WebSocketServer({ port: 0, host: '127.0.0.1' });
  relay.on('connection', (client, { url = '' }) => {
    const server = new WebSocket(world.url.replace('http', 'ws') + url, { origin: world.url });
    const opened = once(server, 'open');
    client.on('message', (data: Buffer) => void opened.then(() => server.send(data.toString())));
    server.on('message', (data: Buffer) => client.send(data.toString()));
    client.on('close', () => server.terminate());
  });
  await once(relay, 'listening');
  return {
    url: `http://127.0.0.1:${(relay.address() as AddressInfo).port}`,
    inject: (push: Envelope) => relay.clients.forEach((client) => client.send(JSON.stringify(push))),
    stop: () => {
      for (const client of relay.clients) client.terminate();
      relay.close();
    },
  };
};

interface Person {
  readonly client: Client;
  readonly line: Line;
}

const visit = (path = '/', storage = memoryStorage()): Person => {
  const line = new Line();
  const { fetch: reach, openSocket } = line;
  const own = { fetch: reach, openSocket, storage, uuid: () => crypto.randomUUID() };
  const client = createClient({
    registry,
    site: { ...toySite, version: 'test+1', wsMaxMsgSize: MOST },
    domain: { loadForm: async () => undefined },
    messages: {},
    environment: scriptedEnvironment(new ScriptedServer({ timers: systemTimers }), own),
    address: historyAddress(path),
  });
  open.push(client);
  return { client, line };
};

const valid = (client: Client) => vi.waitFor(() => expect(client.session.state).toBe('USER_VALID'));

const as = async (name: string, path?: string): Promise<Person> => {
  const storage = memoryStorage();
  storage.setItem(TOKEN_KEY, await signIn(world.url, name));
  const person = visit(path, storage);
  await valid(person.client);
  return person;
};

const load = async ({ client }: Person, id: string): Promise<Item> => {
  client.items.get(id);
  return vi.waitFor(
    () => {
      const loaded = client.items.get(id);
      if (loaded.state !== 'ready') throw new Error(loaded.state);
      return loaded.item;
    },
    { timeout: 8000 },
  );
};
const eventually = (check: () => void) => vi.waitFor(check);
const edit = (draft: ItemDraft, changes: ItemDraft['values']): void => draft.set({ ...draft.values, ...changes });
const newBook = async (person: Person, title: string): Promise<string> => {
  const { $id } = await person.client.items.create('Book', {
    title,
    shelf: world.ids.shelf ?? '',
    $access: 'COMMUNITY',
  });
  return $id;
};

describe('the client on the real server', () => {
  it('[AUTH-06] signs in by the door, and out everywhere', async () => {
    const { client } = visit('/sign-in?next=%2Flibrary.books');
    await expect(client.session.signIn('keeper@toy.test', 'wrong')).rejects.toMatchObject({ key: 'signInFailed' });
    await client.session.signIn('keeper@toy.test', PASSWORD);
    await valid(client);
    expect(client.session.user).toMatchObject({ name: 'keeper', capabilities: { Library: true }, $version: 'test+1' });
    await eventually(() => expect(client.navigation.address).toBe('/library.books'));
    const storage = memoryStorage();
    storage.setItem(TOKEN_KEY, client.session.token ?? '');
    const other = visit('/', storage);
    await valid(other.client);
    await client.session.signOut();
    expect(client.session.state).toBe('SIGNOUT');
    await eventually(() => expect(other.client.session.state).toBe('SIGNOUT'));
  });

  it('[AUTH-03] refreshes its token and goes on with it', async () => {
    const { client } = await as('keeper');
    const before = client.session.token;
    const fresh = await client.connection.send('nextToken', null);
    expect(client.session.token).toBe(fresh);
    expect(fresh).not.toBe(before);
    expect(await client.connection.send(`label/${world.ids.shelf ?? ''}`, null)).toMatchObject({
      label: 'North shelf',
    });
  });

  it('[AUTH-02] [ERR-01] leaves the session on a token that is none', async () => {
    const storage = memoryStorage();
    storage.setItem(TOKEN_KEY, 'a.b.c');
    const { client } = visit('/', storage);
    await eventually(() => expect(client.session.signedIn).toBe(false));
    expect(storage.getItem(TOKEN_KEY)).toBeNull();
  });

  it('[CELL-04] [ITEM-07] shows one person what another saves', async () => {
    const manager = await as('keeper');
    const id = await newBook(manager, 'First');
    const member = await as('member', `/i-${id}`);
    await load(member, id);
    member.client.items.watch(id);
    await load(manager, id);
    manager.client.items.watch(id);
    const told: string[][] = [];
    member.client.items.onServerUpdate((item) => told.push(['member', item]));
    manager.client.items.onServerUpdate((item) => told.push(['keeper', item]));
    const draft = manager.client.drafts.of(id);
    edit(draft, { title: 'Second', summary: 'told' });
    expect(await draft.save()).toMatchObject({ title: 'Second', _u: 2, $label: 'Second' });
    await eventually(() =>
      expect(member.client.items.get(id)).toMatchObject({ item: { title: 'Second', summary: 'told', _u: 2 } }),
    );
    expect(member.client.items.label(id)).toBe('Second');
    expect(told).toEqual([['member', id]]);
  });

  it('merges different properties and asks about the same one', async () => {
    const manager = await as('keeper');
    const admin = await as('admin');
    const id = await newBook(manager, 'Together');
    await load(manager, id);
    await load(admin, id);
    const mine = manager.client.drafts.of(id);
    const theirs = admin.client.drafts.of(id);
    edit(theirs, { year: 1990, title: 'Theirs' });
    await theirs.save();
    edit(mine, { summary: 'mine' });
    expect(await mine.save()).toMatchObject({ summary: 'mine', year: 1990, title: 'Theirs', _u: 3 });
    edit(theirs, { title: 'Theirs again' });
    edit(mine, { title: 'Mine' });
    await mine.save();
    expect(await theirs.save()).toBeUndefined();
    expect(theirs.conflict).toMatchObject({ current: { title: 'Mine' }, properties: ['title'] });
    await theirs.resolve({ title: 'mine' });
    expect(theirs.dirty).toBe(false);
    expect((await admin.client.connection.send(`read/${id}`, null)).title).toBe('Theirs again');
  });

  it('shows refusals of the server at their fields', async () => {
    const manager = await as('keeper');
    const id = await newBook(manager, 'Checked');
    await load(manager, id);
    const draft = manager.client.drafts.of(id);
    edit(draft, { title: 'x'.repeat(301) });
    expect(await draft.save()).toBeUndefined();
    expect(draft.problems).toMatchObject({ '/title': [{ message: 'errors.maxLength', params: { max: 300 } }] });
  });

  it('sends a save made offline once, after the line is back', async () => {
    const manager = await as('keeper');
    const id = await newBook(manager, 'Before');
    await load(manager, id);
    manager.line.cut();
    await eventually(() => expect(manager.client.session.state).toBe('CONNECTION_LOST'));
    const draft = manager.client.drafts.of(id);
    edit(draft, { title: 'Made offline' });
    await draft.save();
    expect(draft.waiting).toBe(true);
    manager.line.up = true;
    manager.client.connection.retryNow();
    await eventually(() => expect(draft.dirty).toBe(false));
    expect(draft.waiting).toBe(false);
    expect(await manager.client.connection.send(`read/${id}`, null)).toMatchObject({ title: 'Made offline', _u: 2 });
  });

  it('[ITEM-06] creates a new item once however often the same save is sent', async () => {
    const manager = await as('keeper');
    const draft = manager.client.drafts.fresh('Book', 'k', { state: 'DRAFT', shelf: world.ids.shelf ?? '' });
    edit(draft, { title: 'Only once' });
    const key = crypto.randomUUID();
    const body = { title: 'Twice sent', shelf: world.ids.shelf ?? '' };
    const [first, second] = [
      await manager.client.connection.send('create/Book', body, { key }),
      await manager.client.connection.send('create/Book', body, { key }),
    ];
    expect(second.$id).toBe(first.$id);
    expect(await draft.save()).toMatchObject({ title: 'Only once', state: 'DRAFT' });
  });

  it('[CELL-04] tells of a deletion', async () => {
    const manager = await as('keeper');
    const admin = await as('admin');
    const id = await newBook(manager, 'Short-lived');
    await load(manager, id);
    manager.client.items.watch(id);
    await load(admin, id);
    await admin.client.items.remove(id);
    await eventually(() => expect(manager.client.items.get(id)).toEqual({ state: 'gone', deleted: true }));
  });

  it.each([
    ['itemUpdated', (b) => b],
    ['updated', (b) => b],
    ['item/action', ({ $id }) => ({ $id, action: 'stamp' })],
  ] as const satisfies readonly [string, (known: { $id: string; _u: number }) => Json][])(
    '[CELL-04] reads an item again when another server pushes %s',
    async (o, bodyOf) => {
      const admin = await as('admin');
      const { $id } = await admin.client.items.create('Book', { title: 'As it was', shelf: world.ids.shelf ?? '' });
      const between = await startInjector();
      const keeper = visit();
      keeper.line.via = between.url;
      await keeper.client.session.signIn('keeper@toy.test', PASSWORD);
      await valid(keeper.client);
      await load(keeper, $id);
      // It has no watchers, so this server publishes no change.
      await admin.client.connection.send('update', { $id, _u: 1, title: 'As it is' });
      expect(keeper.client.items.get($id)).toMatchObject({ item: { title: 'As it was' } });
      between.inject({ o, b: bodyOf({ $id, _u: 2 }) });
      await eventually(() =>
        expect(keeper.client.items.get($id)).toMatchObject({ item: { title: 'As it is', _u: 2 } }),
      );
      between.stop();
    },
  );

  it('shows that an item is gone when it may no longer be seen', async () => {
    const manager = await as('keeper');
    const id = await newBook(manager, 'Soon private');
    const member = await as('member');
    await load(member, id);
    member.client.items.watch(id);
    await load(manager, id);
    // The watch is known to be in place once its answer has come.
    await member.client.connection.send(`addWatch/${id}`, null);
    const draft = manager.client.drafts.of(id);
    edit(draft, { $access: 'PRIVATE' });
    await draft.save();
    await eventually(() => expect(member.client.items.get(id)).toEqual({ state: 'gone' }));
  });

  it('[PERM-01] knows what is allowed', async () => {
    const member = await as('member');
    const id = world.ids.PUBLIC ?? '';
    await eventually(() =>
      expect([member.client.items.may(id, 'read'), member.client.items.may(id, 'update')]).toEqual([true, false]),
    );
    const manager = await as('keeper');
    await eventually(() => expect(manager.client.items.may(id, 'update')).toBe(true));
  });

  it('[ROUTE-11] shows a visitor what is open to all, and leads to sign-in for the rest', async () => {
    const visitor = visit(`/i-${world.ids.PUBLIC ?? ''}`);
    expect(await load(visitor, world.ids.PUBLIC ?? '')).toMatchObject({ title: 'Canary PUBLIC' });
    await visitor.client.navigation.go(`/i-${world.ids.PRIVATE ?? ''}`);
    visitor.client.items.get(world.ids.PRIVATE ?? '');
    await eventually(() =>
      expect(visitor.client.navigation.address).toBe(`/sign-in?next=%2Fi-${world.ids.PRIVATE ?? ''}`),
    );
  });

  it('[SRCH-01] [CONN-02] [CONN-03] searches, also for everything and for more than a frame holds', async () => {
    const manager = await as('keeper');
    const must = { _t: ['Book'], text: ['canary'] };
    const found = await manager.client.search.search({ must, facets: ['state'], labels: true });
    expect(found.total).toBe(4);
    expect(found.facets?.state).toEqual([expect.objectContaining({ value: 'DRAFT', count: 4 })]);
    expect(manager.client.items.label(world.ids.PRIVATE ?? '')).toBe('Canary PRIVATE');
    const all = await manager.client.search.search({ must, labels: true, max: 2147483647 });
    expect(all.ids.toSorted()).toEqual(found.ids.toSorted());
    const long = await manager.client.items.create('Book', {
      title: 'Long',
      shelf: world.ids.shelf ?? '',
      summary: 'x'.repeat(5000),
    });
    expect(String((await manager.client.connection.send(`read/${long.$id}`, null)).summary)).toHaveLength(5000);
  });

  it('[SRCH-01] reads ahead the rows of the page that opens, before the page requests them', async () => {
    const { client } = await as('keeper');
    const query = { must: { _t: ['Book'], text: ['canary'] } };
    client.search.askAhead(query, 'start');
    const { ids = [] } = (await client.search.takeAhead(query)) ?? {};
    expect(ids).toHaveLength(4);
    await eventually(() => expect(ids.map((id) => client.items.peek(id)?.state)).toEqual(ids.map(() => 'ready')));
  });

  it('[SRCH-02] suggests', async () => {
    const manager = await as('keeper');
    const found = await manager.client.search.suggest('North');
    expect(found).toMatchObject([{ $id: world.ids.shelf, label: 'North shelf', type: 'Shelf' }]);
  });

  it('[LOV-01] reads value lists', async () => {
    const manager = await as('keeper');
    const owner = world.ids.shelf ?? '';
    await eventually(() => expect(manager.client.lists.values('GENRES', owner)).toBeDefined());
  });

  it('[SHELL-07] keeps preferences on the server', async () => {
    const manager = await as('keeper');
    await manager.client.session.setPreference('dark', true);
    const again = await as('keeper');
    expect(again.client.session.user?.dark).toBe(true);
  });
});
