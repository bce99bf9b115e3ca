// A server in memory for stories and client tests: answers operations from its items, pushes, goes offline, and delays replies. It speaks
// the wire contract through the client's own sockets and requests, so the client needs no changes.

import type { Timers } from 'src/base/timers.ts';
import type { Socket } from 'src/client/connection/environment.ts';
import type { Envelope, LovValue, Query, SearchAnswer, SessionUser } from 'src/model/generated/wire.ts';
import { applyChanges } from 'src/model/item/diffItem.ts';
import type { Item, ItemId, Json, Values } from 'src/model/item/Item.ts';
import { parseItemId } from 'src/model/item/itemId.ts';
import { mergeItem } from 'src/model/item/mergeItem.ts';
import { Problem, problem } from 'src/model/problems.ts';
import type { SearchWorld } from 'stories/scripted/bucketsOf.ts';
import { scriptedFeatures } from 'stories/scripted/scriptedFeatures.ts';
import { scriptedSearch } from 'stories/scripted/scriptedSearch.ts';

type Body = Json | undefined;
/** Answers an operation; `rest` is the text after its name in `o`. Throws a Problem to refuse the operation. */
export type Answer = (body: Body, rest: string) => Json | Promise<Json>;

export interface ScriptedServerOptions extends SearchWorld {
  readonly timers: Timers;
  readonly items?: readonly Item[];
  /** The signed-in user; undefined for a visitor. */
  readonly user?: SessionUser | undefined;
  /** Values by list name, the same for every owner. */
  readonly lists?: Readonly<Record<string, readonly LovValue[]>>;
  /** Names of uploaded files, by the keys of their uploads. */
  readonly uploads?: Readonly<Record<string, string>>;
  /** Actions that the user may do with any item. By default all actions of the toy world. */
  readonly allowed?: Readonly<Record<string, boolean>>;
  /** Answers that override or extend the built-in ones, by operation name or by the whole `o`. */
  readonly operations?: Readonly<Record<string, Answer>>;
  /** Milliseconds before each answer. */
  readonly delay?: number;
  readonly overrides?: Readonly<Record<string, string>>;
}

interface OpenSocket extends Socket {
  authed: boolean;
}

const ALL: Readonly<Record<string, boolean>> = { read: true, create: true, update: true, delete: true, stamp: true };
const ALL_ITEMS = 2147483647;
const asJson = (value: unknown): Json => value as Json;

/** Creates a token whose user id the client can read. The scripted server checks no signatures. */
export const scriptedToken = (user: ItemId, mark = 'story'): string =>
  ['e30', btoa(JSON.stringify({ sub: user })), mark].join('.');

export class ScriptedServer {
  readonly items = new Map<ItemId, Item>();
  /** Every envelope that arrived, oldest first. */
  readonly received: Envelope[] = [];
  /** Ids of the watched items. */
  readonly watched = new Set<ItemId>();
  online = true;
  /** Milliseconds before each answer. */
  delay: number;
  /** Answers wait until this promise resolves. */
  held: Promise<void> | undefined;
  /** True if the connection breaks before the reply to the next request. The request itself is executed. */
  losesReply = false;
  user: SessionUser | undefined;
  private readonly options: ScriptedServerOptions;
  private readonly sockets = new Set<OpenSocket>();
  private readonly done = new Map<string, Json>();
  private readonly versions = new Map<string, Item>();

  constructor(options: ScriptedServerOptions) {
    this.options = options;
    this.user = options.user;
    this.delay = options.delay ?? 0;
    for (const item of options.items ?? []) this.store(item);
  }

  /** Applies another person's change: stores the next version and pushes it to all watchers. */
  change(id: ItemId, changes: Readonly<Record<string, Json>>): Item {
    const item = this.write(id, changes);
    this.push('item/update', asJson({ $id: id, _u: item._u, changed: changes }));
    return item;
  }

  push(o: string, b: Json): void {
    for (const socket of this.sockets) if (socket.authed) socket.onMessage(JSON.stringify({ o, b }));
  }

  /** Ends every socket, as a server or proxy does. */
  close(code: number, reason = ''): void {
    for (const socket of [...this.sockets]) {
      this.sockets.delete(socket);
      socket.onClose(code, reason);
    }
  }

  goOffline(): void {
    this.online = false;
    this.close(1006);
  }

  goOnline(): void {
    this.online = true;
  }

  /** Names of the operations that arrived, without their arguments. */
  get operations(): readonly string[] {
    return this.received.map(({ o }) => o.split('/', 1)[0] ?? o);
  }

  readonly openSocket = (): Socket => {
    const socket: OpenSocket = {
      authed: false,
      onOpen: () => {},
      onMessage: () => {},
      onClose: () => {},
      send: (text) => void this.onSocketText(socket, text),
      close: () => void this.sockets.delete(socket),
    };
    this.options.timers.after(this.delay, () => {
      if (!this.online) {
        socket.onClose(1006, '');
        return;
      }
      this.sockets.add(socket);
      socket.onOpen();
    });
    return socket;
  };

  fetch = async (path: string, init?: RequestInit): Promise<Response> => {
    await this.wait();
    await this.held;
    if (!this.online) throw new TypeError('Failed to fetch');
    if (path === '/api/item') return this.onPosted(String(init?.body));
    if (path === '/api/sign-in') return this.signIn(String(init?.body));
    if (path.startsWith('/lov/')) return Response.json(this.listsAt(path));
    if (path.startsWith('/locale-overrides/')) return Response.json(this.options.overrides ?? {});
    const answer = this.options.operations?.[path];
    return answer
      ? Response.json(await answer(asJson(JSON.parse(String(init?.body ?? 'null'))), path))
      : this.uploadAt(path);
  };

  private uploadAt(path: string): Response {
    const name = this.options.uploads?.[/^\/api\/upload\/(.+)$/.exec(path)?.[1] ?? ''];
    if (name === undefined) return new Response('', { status: 404 });
    const metadata = `filename ${btoa(name)}`;
    return new Response('', { headers: { 'Upload-Offset': '1', 'Upload-Length': '1', 'Upload-Metadata': metadata } });
  }

  private wait(): Promise<void> {
    return new Promise((resolve) => {
      this.options.timers.after(this.delay, resolve);
    });
  }

  private async onPosted(text: string): Promise<Response> {
    return Response.json(await this.answer(JSON.parse(text) as Envelope));
  }

  private signIn(text: string): Response {
    const { password } = JSON.parse(text) as { readonly password?: string };
    if (!this.user || password === 'wrong') {
      return Response.json({ erred: true, b: { userMessage: 'signInFailed' } }, { status: 401 });
    }
    return Response.json({}, { headers: { 'Access-Token': scriptedToken(this.user.$id) } });
  }

  private listsAt(path: string): Json {
    const [list = '', owner = 'system'] = path.split('/').slice(3).map(decodeURIComponent);
    return asJson({ [owner]: this.options.lists?.[list] ?? [] });
  }

  private async onSocketText(socket: OpenSocket, text: string): Promise<void> {
    const envelope = JSON.parse(text) as Envelope;
    await this.wait();
    await this.held;
    if (!this.sockets.has(socket)) return;
    if (envelope.o === 'tokenAuth') {
      this.received.push(envelope);
      this.authenticate(socket);
      return;
    }
    const reply = await this.answer(envelope);
    if (this.streams(socket, envelope, reply)) return;
    if (this.losesReply) {
      this.losesReply = false;
      this.close(1006);
    }
    if (this.sockets.has(socket)) socket.onMessage(JSON.stringify(reply));
  }

  // Sends the answers of streams and of searches for all items, the latter in two parts.
  private streams(socket: OpenSocket, { o, s, b }: Envelope, reply: Envelope): boolean {
    if (o === 'act/streamFeatures' && !reply.erred) {
      socket.onMessage(JSON.stringify({ o, s, b: null }));
      socket.onMessage(JSON.stringify({ o: 'stream:streamFeatures', s, b: { part: reply.b, done: true } }));
      return true;
    }
    if (o !== 'search/ids' || reply.erred || (b as Query).max !== ALL_ITEMS) return false;
    const { ids, ...rest } = reply.b as unknown as SearchAnswer;
    const half = Math.ceil(ids.length / 2);
    const notify = (b: unknown, name = o) => socket.onMessage(JSON.stringify({ o: name, s, b }));
    notify(null);
    notify({ part: { ...rest, ids: ids.slice(0, half) }, done: false }, 'stream:search');
    notify({ part: { ids: ids.slice(half) }, done: true }, 'stream:search');
    return true;
  }

  private authenticate(socket: OpenSocket): void {
    if (this.user) {
      socket.authed = true;
      socket.onMessage(JSON.stringify({ o: 'authed', b: this.user }));
    } else {
      this.sockets.delete(socket);
      socket.onClose(4401, 'identFailed');
    }
  }

  private async answer(envelope: Envelope): Promise<Envelope> {
    const { o, s, b, key } = envelope;
    this.received.push(envelope);
    if (o === 'ping') return { o: 'pong' };
    try {
      const before = key === undefined ? undefined : this.done.get(key);
      const answer = before ?? (await this.operate(o, b));
      if (key !== undefined) this.done.set(key, answer);
      return { o, s, b: answer };
    } catch (thrown) {
      if (!(thrown instanceof Problem)) throw thrown;
      const { key: userMessage, params } = thrown;
      return { o, s, erred: true, b: asJson({ userMessage, ...(params && { params }) }) };
    }
  }

  private operate(o: string, body: Body): Json | Promise<Json> {
    const [name = '', ...more] = o.split('/');
    const rest = more.join('/');
    const answer = this.options.operations?.[o] ?? this.options.operations?.[name] ?? this.standard[name];
    if (!answer) throw problem('unknownOperation');
    return answer(body, rest);
  }

  private readonly standard: Readonly<Record<string, Answer>> = {
    read: (_body, id) => asJson(this.find(id)),
    readMany: (body) =>
      asJson(
        Object.fromEntries(
          (body as ItemId[]).flatMap((id) => this.items.get(id) ?? []).map((item) => [item.$id, item]),
        ),
      ),
    readAllowed: (_body, id) => asJson({ $id: id, allowed: this.options.allowed ?? ALL }),
    isAllowed: (body) => {
      const allowed = asJson(this.options.allowed ?? ALL);
      return Array.isArray(body)
        ? Object.fromEntries((body as readonly { readonly id: string }[]).map(({ id }) => [id, allowed]))
        : allowed;
    },
    getGrantedBy: () => ({}),
    label: (_body, id) => ({ $id: id, label: this.find(id).$label }),
    create: (body, type) => asJson(this.create(type, body as Record<string, Json>)),
    update: (body) => this.update(body as Record<string, Json>),
    delete: (_body, id) => this.remove(id),
    search: (body) => asJson(scriptedSearch([...this.items.values()], body as unknown as Query, this.options)),
    count: (body) => this.count(body as { readonly queries: Readonly<Record<string, Json>> }),
    suggest: (body) => this.suggest(String((body as { readonly text?: string }).text)),
    addWatch: (_body, rest) => this.watch(rest),
    removeWatch: (_body, rest) => {
      this.watched.delete(rest.split('/')[0] ?? '');
      return {};
    },
    history: () => ({ events: [], more: false }),
    getLegacyPath: () => {
      throw problem('notFound');
    },
    act: (body, action) => this.act(action, body as Readonly<Record<string, Json>>),
    nextToken: () => scriptedToken(this.user?.$id ?? 'User-0', 'next'),
    signout: () => null,
  };

  /** Returns the changes as the searches of this server order them. It has no imports. */
  private async recentChanges(of: string): Promise<Json> {
    const person = { updatedBy: [this.user?.$id ?? ''] };
    const query = {
      ...{ sort: [{ key: 'updated', order: 'desc' }], max: 8, labels: true },
      ...(of === 'own' && { must: person }),
      ...(of === 'others' && { mustNot: person }),
    };
    const { ids, labels } = (await this.operate('search/ids', asJson(query))) as unknown as SearchAnswer;
    return asJson({ lines: ids.map((id) => ({ id })), labels });
  }

  /** Returns the totals of the queries as the searches of this server count them. */
  private async count({ queries }: { readonly queries: Readonly<Record<string, Json>> }): Promise<Json> {
    const totals = Object.entries(queries).map(async ([name, query]) => {
      const answer = await this.operate('search/ids', query);
      return [name, (answer as unknown as SearchAnswer).total] as const;
    });
    return { totals: Object.fromEntries(await Promise.all(totals)) };
  }

  private act(action: string, body: Readonly<Record<string, Json>>): Json | Promise<Json> {
    if (action === 'setPreferences') return this.prefer(body as unknown as { readonly values: Values });
    if (action === 'streamFeatures')
      return asJson(scriptedFeatures([...this.items.values()], body['query'] as unknown as Query, this.options));
    if (action === 'fetchNotifications') return this.notices(body);
    if (action === 'listRights') return this.listRights();
    if (action === 'peopleAhead') return { people: {} };
    if (action === 'permittedUses') return { limited: 0, uses: [] };
    if (action === 'membershipAdvice') return { owner: null, people: [] };
    if (action === 'recentChanges') return this.recentChanges(String(body['of']));
    if (action === 'rolesAvailable') return { rolesAvailable: Object.keys(this.user?.capabilities ?? {}).toSorted() };
    if (action === 'orderListValues') return asJson({ values: this.orderValues(body) });
    if (action === 'menuItems') return { version: 0, entries: [], changed: null };
    if (action === 'noticePreferences') return { modes: body['modes'] ?? {}, hour: 7, zone: 'UTC' };
    return action === 'chooseNotices' ? { choice: body['choice'] ?? 'DEFAULT', offered: true } : {};
  }

  private orderValues({ list = '', owner = '', keys }: Readonly<Record<string, Json>>): Json[] {
    return (keys as readonly string[]).map((key, position) => {
      const kept = [...this.items.values()].find((item) => item['list'] === list && item['key'] === key);
      const { $id, _u } = kept
        ? this.write(kept.$id, { position })
        : this.create('LOVValue', { list, key, t: { en: this.labelIn(String(list), key) }, owner, position });
      return { $id, _u, position };
    });
  }

  private labelIn(list: string, key: string): string {
    return this.options.lists?.[list]?.find((value) => value.key === key)?.label ?? key;
  }

  private listRights(): Json {
    const { admin = false, adminOrgs = [] } = this.user ?? {};
    const lists = Object.fromEntries(Object.keys(this.options.lists ?? {}).map((list) => [list, [...adminOrgs]]));
    return { all: admin, lists };
  }

  private notices({ unread, kinds }: Readonly<Record<string, Json>>): Json {
    const all = [...this.items.values()].filter(({ _t }) => _t === 'Notify').toReversed();
    const waiting = all.filter((item) => item.unread === true);
    const unreadKinds = Object.fromEntries(
      waiting.map(({ $kind }) => [
        String($kind),
        waiting.filter((item) => String(item['$kind']) === String($kind)).length,
      ]),
    );
    const items = (unread === true ? waiting : all).filter(
      ({ $kind }) => !Array.isArray(kinds) || kinds.includes(String($kind)),
    );
    return asJson({ items, unread: waiting.length, unreadKinds });
  }

  private store(item: Item): void {
    this.items.set(item.$id, item);
    this.versions.set(`${item.$id}/${item._u}`, item);
  }

  private find(id: ItemId): Item {
    const item = this.items.get(id);
    if (!item) throw problem(this.user ? 'notFound' : 'notAllowed');
    return item;
  }

  private write(id: ItemId, changes: Readonly<Record<string, Json>>): Item {
    const item = this.find(id);
    const next = { ...applyChanges(item, changes), _u: item._u + 1 } as unknown as Item;
    this.store(next);
    return next;
  }

  private create(type: string, properties: Readonly<Record<string, Json>>): Item {
    const numbers = [...this.items.values()].filter(({ _t }) => _t === type).map(({ _i }) => _i);
    const _i = Math.max(0, ...numbers) + 1;
    const ts = '2024-05-06T07:08:09.000Z';
    const $label = String(properties.title ?? properties.name ?? `${type} ${_i}`);
    const header = { $id: `${type}-${_i}`, _t: type, _i, _u: 1, updated: ts, $label };
    const item = { ...properties, ...header, _c: { ts, creator: this.user?.$id ?? 'User-0' } } as unknown as Item;
    this.store(item);
    return item;
  }

  private update({ $id, _u, ...changes }: Readonly<Record<string, Json>>): Json {
    const id = String($id);
    const item = this.find(id);
    const base = this.versions.get(`${id}/${String(_u)}`) ?? item;
    const { conflicts } = mergeItem(base, item, changes);
    if (conflicts.length > 0) throw problem('conflict', { current: asJson(item) });
    const next = this.write(id, changes);
    this.push('item/update', asJson({ $id: id, _u: next._u, changed: changes }));
    const expected = applyChanges(base, changes);
    const others = Object.keys(next).filter((name) => !name.startsWith('_') && next[name] !== expected[name]);
    return asJson({ ...Object.fromEntries(others.map((name) => [name, next[name] ?? null])), $id: id, _u: next._u });
  }

  private remove(id: ItemId): Json {
    const item = this.find(id);
    this.items.delete(item.$id);
    this.push('taskComplete', {
      key: `delete-${id}`,
      asyncKey: null,
      started: '2024-05-06T07:08:09.000Z',
      percentageComplete: 100,
      resultURI: null,
      errorKey: null,
      keyAction: 'delete',
      keyItem: id,
    });
    return {};
  }

  private watch(rest: string): Json {
    const [id = '', known] = rest.split('/');
    this.watched.add(id);
    const item = this.items.get(id);
    if (item && known !== undefined && item._u > Number(known)) {
      this.push('item/update', asJson({ $id: id, _u: item._u, changed: this.changesSince(item, Number(known)) }));
    }
    return {};
  }

  private changesSince(item: Item, _u: number): Readonly<Record<string, Json>> {
    const base = this.versions.get(`${item.$id}/${_u}`);
    const names = Object.keys(item).filter((name) => !name.startsWith('_') && item[name] !== base?.[name]);
    return Object.fromEntries(names.map((name) => [name, item[name] ?? null]));
  }

  private prefer({ values }: { readonly values: Values }): Json {
    if (!this.user) throw problem('notSignedIn');
    const { preferences, keptVersion } = this.user;
    this.user = {
      ...this.user,
      ...values,
      preferences: { ...preferences, ...values },
      keptVersion: keptVersion + 1,
    } as SessionUser;
    return {};
  }

  private suggest(text: string): Json {
    const found = [...this.items.values()].filter(({ $label }) => $label.toLowerCase().includes(text.toLowerCase()));
    return found.slice(0, 5).map(({ $id, $label, _t }) => ({ $id, label: $label, type: _t }));
  }
}

/** Creates a stored item with its headers from its declared properties. */
export const scriptedItem = (id: ItemId, properties: Readonly<Record<string, Json>>, _u = 1): Item => {
  const { type, number } = parseItemId(id);
  const ts = `2024-03-${String((number % 28) + 1).padStart(2, '0')}T09:30:00.000Z`;
  const $label = String(properties.title ?? properties.name ?? properties.projectName ?? properties.label ?? id);
  const header = { $id: id, _t: type, _i: number, _u, _c: { ts, creator: 'User-1' }, updated: ts, $label };
  return { ...properties, ...header } as unknown as Item;
};
