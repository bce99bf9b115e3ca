// Notices of the user: the newest ones and the number of unread ones. Loaded from the server, extended by item/notify, cleared on sign-out.
// The contents are requested from the server, which applies the current rights.

import { observable, runInAction } from 'mobx';
import { isUnreachable } from 'src/client/connection/ClientProblem.ts';
import type { Endpoints } from 'src/model/generated/endpoints.ts';
import type { ServerConnection } from 'src/client/connection/ServerConnection.ts';
import type { AlertStore } from 'src/client/stores/AlertStore.ts';
import type { ItemStore } from 'src/client/stores/ItemStore.ts';
import type { SessionStore } from 'src/client/stores/SessionStore.ts';
import type { Item, ItemId, Json } from 'src/model/item/Item.ts';
import { parseItemId } from 'src/model/item/itemId.ts';

/** Returns the id in a relation, or in an object with an id. */
const idIn = (value: Json | undefined): ItemId | undefined => {
  if (typeof value === 'string') return value;
  return value !== null && typeof value === 'object' && 'id' in value && typeof value.id === 'string'
    ? value.id
    : undefined;
};

/** Returns the item that a notice is about, or the notice itself when it names none. */
export const notificationTarget = (notification: Item): ItemId =>
  idIn(notification.$context) ?? idIn(notification.context) ?? notification.$id;

export interface NoticeFilter {
  readonly query?: { readonly must: { readonly $id: readonly ItemId[] } };
  readonly kinds?: readonly string[];
  readonly unread?: true;
  /** ISO 8601. */
  readonly since?: string;
  /** Number of the notice after which the page starts. */
  readonly before?: number;
  readonly max?: number;
}

interface NotificationStoreOptions {
  readonly connection: ServerConnection;
  readonly session: SessionStore;
  readonly items: ItemStore;
  readonly alerts: AlertStore;
}

/** Number of notices for the menu, home, and marking when an item is opened. */
const MAX_NOTIFICATIONS = 100;

const byTime = (a: Item, b: Item): number => b.updated.localeCompare(a.updated) || b._i - a._i;

export class NotificationStore {
  private readonly options: NotificationStoreOptions;
  private readonly known = observable.map<ItemId, Item>(undefined, { deep: false });
  /** Unread notices by kind. */
  private readonly kinds = observable.map<string, number>();
  private readonly read = observable.box(false);
  /** Number of the latest read; answers to earlier ones are ignored. */
  private reading = 0;
  /** Number of the latest request that counts unread notices; answers to earlier ones are ignored. */
  private counting = 0;
  /** Number of the request that `kinds` comes from. */
  private counted = 0;

  constructor(options: NotificationStoreOptions) {
    this.options = options;
  }

  start(): () => void {
    const { connection, session } = this.options;
    const stops = [
      connection.onAuthed(() => void this.load()),
      connection.onPush('item/notify', (item) => this.add(item)),
      connection.onPush('notices', ({ unread }) => {
        if (unread !== this.unread) void this.load();
      }),
      connection.onPush('item/update', ({ $id, gone }) => {
        if (gone === true && this.notifications.some((notice) => notificationTarget(notice) === $id)) void this.load();
      }),
      session.entered.add(() => {
        if (session.signedIn) return;
        runInAction(() => {
          this.kinds.clear();
          this.read.set(false);
        });
        this.replace([]);
      }),
    ];
    return () => stops.forEach((stop) => stop());
  }

  /** False until the server has answered which notices there are. Observable. */
  get isRead(): boolean {
    return this.read.get();
  }

  /** Newest first. */
  get notifications(): readonly Item[] {
    return [...this.known.values()].sort(byTime);
  }

  get waiting(): readonly Item[] {
    return this.notifications.filter((each) => each.unread === true);
  }

  get unread(): number {
    return [...this.kinds.values()].reduce((sum, count) => sum + count, 0);
  }

  /** Returns the number of unread notices of this kind. */
  unreadOf(kind: string): number {
    return this.kinds.get(kind) ?? 0;
  }

  /** Returns a page of the notices that match the filter, newest first. */
  async page(filter: NoticeFilter): Promise<readonly Item[]> {
    const { connection, session } = this.options;
    if (!session.user) return [];
    const { _t, _i } = session.user;
    this.counting += 1;
    const { counting } = this;
    const answer = await connection.send('act/fetchNotifications', { _t, _i, ...filter });
    if (counting > this.counted) {
      this.counted = counting;
      runInAction(() => this.kinds.replace(answer.unreadKinds));
    }
    return answer.items;
  }

  /** Returns undefined when the person may not see such a notice now. */
  async find(id: ItemId): Promise<Item | undefined> {
    const [found] = await this.page({ query: { must: { $id: [id] } }, max: 1 });
    return found;
  }

  /** False for an administrator who acts as another user: read marks belong to that user. Observable. */
  get mayMark(): boolean {
    return this.options.session.user?.masquerading !== true;
  }

  /** Shows the marks at once. Reverts those that the server refuses, but nothing that arrived meanwhile. */
  async mark(ids: readonly ItemId[], asUnread: boolean): Promise<void> {
    if (!this.mayMark) return;
    const changes = ids
      .flatMap((id) => this.known.get(id) ?? [])
      .filter((item) => (item.unread === true) !== asUnread)
      .map((before) => ({ before, after: Object.assign({}, before, { unread: asUnread }) as Item }));
    const { counted } = this;
    this.show(changes.map(({ after }) => after));
    for (const { before } of changes) this.count(before, asUnread ? 1 : -1);
    try {
      await this.send({ indexes: ids.map((id) => parseItemId(id).number), asUnread });
    } catch (thrown) {
      const open = changes.filter(({ after }) => this.known.get(after.$id) === after);
      this.show(open.map(({ before }) => before));
      // Later counts of the server do not contain the marks yet.
      if (counted === this.counted) for (const { before } of open) this.count(before, asUnread ? -1 : 1);
      throw thrown;
    }
  }

  async markAllRead(): Promise<void> {
    await this.send({ all: true });
    await this.load();
  }

  /** Opening an item marks its notices as read. */
  opened(id: ItemId): void {
    const ids = this.waiting.filter((notice) => notificationTarget(notice) === id).map(({ $id }) => $id);
    if (ids.length > 0) this.mark(ids, false).catch((thrown: unknown) => this.options.alerts.error(thrown));
  }

  private async send(marks: Endpoints['markNotifications']['input']): Promise<void> {
    const { connection, session } = this.options;
    if (!session.user) return;
    const { _t, _i } = session.user;
    await connection.send('act/markNotifications', { _t, _i, ...marks });
  }

  private show(items: readonly Item[]): void {
    runInAction(() => {
      for (const item of items) this.known.set(item.$id, item);
    });
  }

  private count({ $kind }: Item, by: 1 | -1): void {
    const kind = String($kind);
    runInAction(() => this.kinds.set(kind, Math.max(0, this.unreadOf(kind) + by)));
  }

  private replace(items: readonly Item[]): void {
    runInAction(() => {
      this.known.clear();
      this.show(items);
    });
  }

  private add(item: Item): void {
    const isNew = item.unread === true && this.known.get(item.$id)?.unread !== true;
    this.options.items.putLabels(item.$labels ?? {});
    this.show([item]);
    if (isNew) this.count(item, 1);
  }

  private async load(): Promise<void> {
    const { alerts, items } = this.options;
    this.reading += 1;
    const { reading } = this;
    try {
      const found = await this.page({ max: MAX_NOTIFICATIONS });
      if (reading !== this.reading) return;
      for (const item of found) items.putLabels(item.$labels ?? {});
      this.replace(found);
      runInAction(() => this.read.set(true));
    } catch (thrown) {
      if (!isUnreachable(thrown)) runInAction(() => this.read.set(true));
      alerts.error(thrown);
    }
  }
}
