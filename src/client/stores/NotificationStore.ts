// The bell: the notices of the user, newest first. Starts from the server's list, grows by item/notify, empties on sign-out.
// Source: spec platform 4 and 7.

import { observable, runInAction } from 'mobx';
import type { ServerConnection } from 'src/client/connection/ServerConnection.ts';
import type { AlertStore } from 'src/client/stores/AlertStore.ts';
import type { ItemStore } from 'src/client/stores/ItemStore.ts';
import type { SessionStore } from 'src/client/stores/SessionStore.ts';
import type { Item, ItemId, Json } from 'src/model/item/Item.ts';
import { parseItemId } from 'src/model/item/itemId.ts';
import { SYSTEM_TYPES } from 'src/model/schema/systemTypes.ts';

// Which item a notification is about; the notification itself when it names none.
/** The declared relation, or the spec's `context` with an id. */
const idIn = (value: Json | undefined): ItemId | undefined => {
  if (typeof value === 'string') return value;
  return value !== null && typeof value === 'object' && 'id' in value && typeof value.id === 'string'
    ? value.id
    : undefined;
};

export const notificationTarget = (notification: Item): ItemId =>
  idIn(notification.$context) ?? idIn(notification.context) ?? notification.$id;

interface NotificationStoreOptions {
  readonly connection: ServerConnection;
  readonly session: SessionStore;
  readonly items: ItemStore;
  readonly alerts: AlertStore;
}

const MAX_NOTICES = 200;

export class NotificationStore {
  private readonly connection: ServerConnection;
  private readonly session: SessionStore;
  private readonly items: ItemStore;
  private readonly alerts: AlertStore;
  private readonly known = observable.map<ItemId, Item>(undefined, { deep: false });

  constructor({ connection, session, items, alerts }: NotificationStoreOptions) {
    this.connection = connection;
    this.session = session;
    this.items = items;
    this.alerts = alerts;
  }

  start(): () => void {
    const stops = [
      this.connection.onAuthed(() => void this.load()),
      this.connection.onPush('item/notify', (item) => this.add([item])),
      this.items.replaced.add((after) => {
        if (this.known.has(after.$id)) this.known.set(after.$id, after);
      }),
      this.session.entered.add(() => {
        if (!this.session.signedIn) runInAction(() => this.known.clear());
      }),
    ];
    return () => stops.forEach((stop) => stop());
  }

  get notifications(): readonly Item[] {
    return [...this.known.values()].sort((a, b) => b._i - a._i);
  }

  get unread(): number {
    return [...this.known.values()].filter((each) => each.unread === true).length;
  }

  async mark(ids: readonly ItemId[], asUnread: boolean): Promise<void> {
    const { user } = this.session;
    const before = ids.flatMap((id) => this.known.get(id) ?? []);
    if (!user || before.length === 0) return;
    this.show(before.map((item): Item => Object.assign({}, item, { unread: asUnread })));
    try {
      const indexes = ids.map((id) => parseItemId(id).number);
      await this.connection.send('act/markNotifications', { _t: user._t, _i: user._i, indexes, asUnread });
    } catch (thrown) {
      this.show(before);
      throw thrown;
    }
  }

  private show(items: readonly Item[]): void {
    runInAction(() => {
      for (const item of items) this.known.set(item.$id, item);
    });
  }

  private add(items: readonly Item[]): void {
    this.items.put(items);
    this.show(items);
  }

  private async load(): Promise<void> {
    const { user } = this.session;
    if (!user) return;
    try {
      const query = {
        must: { _t: [SYSTEM_TYPES.notice], user: [user.$id] },
        sort: [{ key: 'created', order: 'desc' as const }],
        max: MAX_NOTICES,
      };
      const { ids } = await this.connection.send('search/ids', query);
      if (ids.length === 0) return;
      this.add(Object.values(await this.connection.send('readMany/object', ids)));
    } catch (thrown) {
      this.alerts.error(thrown);
    }
  }
}
