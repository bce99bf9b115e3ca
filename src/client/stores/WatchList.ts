// Items that this socket watches on the server: counts users of each watch, and watches again after every reconnect. Owned by ItemStore.

import type { ServerConnection } from 'src/client/connection/ServerConnection.ts';
import type { ItemId } from 'src/model/item/Item.ts';
import { isSystemId } from 'src/model/item/itemId.ts';

export class WatchList {
  private readonly connection: ServerConnection;
  /** Returns `_u` of a loaded item, undefined for an unloaded one, and 0 when the whole item is needed. */
  private readonly updateOf: (id: ItemId, again: boolean) => number | undefined;
  private readonly holders = new Map<ItemId, number>();
  private readonly subscribed = new Set<ItemId>();

  constructor(connection: ServerConnection, updateOf: WatchList['updateOf']) {
    this.connection = connection;
    this.updateOf = updateOf;
  }

  hold(id: ItemId): () => void {
    this.holders.set(id, (this.holders.get(id) ?? 0) + 1);
    this.notify(id);
    let held = true;
    return () => {
      if (held) this.release(id);
      held = false;
    };
  }

  /** Returns true when a component on this page needs the watch, whether or not the server has received it. */
  holds(id: ItemId): boolean {
    return this.holders.has(id);
  }

  has(id: ItemId): boolean {
    return this.subscribed.has(id);
  }

  /** Called when the item was just loaded. */
  loaded(id: ItemId): void {
    if (this.holders.has(id)) this.notify(id);
  }

  /** A new socket has no watches. */
  resume(): void {
    this.subscribed.clear();
    for (const id of this.holders.keys()) this.notify(id, true);
  }

  /** The server stops watching deleted items. A restored item is watched again. */
  ended(id: ItemId): void {
    this.subscribed.delete(id);
  }

  lost(): void {
    this.subscribed.clear();
  }

  /** `again`: the page may have missed changes since the item was loaded. */
  private notify(id: ItemId, again = false): void {
    if (this.subscribed.has(id) || !this.connection.live) return;
    if (isSystemId(id)) this.send(`addWatch/${id}`, id);
    else {
      const update = this.updateOf(id, again);
      if (update !== undefined) this.send(`addWatch/${id}/${update}`, id);
    }
  }

  private send(o: `addWatch/${string}`, id: ItemId): void {
    this.subscribed.add(id);
    this.connection.send(o, null).catch(() => this.subscribed.delete(id));
  }

  private release(id: ItemId): void {
    const left = (this.holders.get(id) ?? 1) - 1;
    if (left > 0) {
      this.holders.set(id, left);
      return;
    }
    this.holders.delete(id);
    if (!this.subscribed.delete(id) || !this.connection.live) return;
    const o = isSystemId(id) ? (`removeWatch/${id}/1` as const) : (`removeWatch/${id}` as const);
    // A watch that the server no longer knows needs no removal.
    this.connection.send(o, null).catch(() => {});
  }
}
