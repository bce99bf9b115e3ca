// Which items the server must tell this socket about: counted holders, told again after every reconnect. Owned by ItemStore.

import type { ServerConnection } from 'src/client/connection/ServerConnection.ts';
import type { ItemId } from 'src/model/item/Item.ts';
import { isSystemId } from 'src/model/item/itemId.ts';

export class WatchList {
  private readonly connection: ServerConnection;
  /** `_u` of a loaded item; undefined while it is not, since then there is nothing to catch up from. */
  private readonly updateOf: (id: ItemId) => number | undefined;
  private readonly holders = new Map<ItemId, number>();
  private readonly told = new Set<ItemId>();

  constructor(connection: ServerConnection, updateOf: (id: ItemId) => number | undefined) {
    this.connection = connection;
    this.updateOf = updateOf;
  }

  hold(id: ItemId): () => void {
    this.holders.set(id, (this.holders.get(id) ?? 0) + 1);
    this.tell(id);
    let held = true;
    return () => {
      if (held) this.release(id);
      held = false;
    };
  }

  /** Somebody on this page wants it watched, told or not. */
  holds(id: ItemId): boolean {
    return this.holders.has(id);
  }

  has(id: ItemId): boolean {
    return this.told.has(id);
  }

  /** The item has just been loaded. */
  loaded(id: ItemId): void {
    if (this.holders.has(id)) this.tell(id);
  }

  /** A new socket knows of no watch. */
  resume(): void {
    this.told.clear();
    for (const id of this.holders.keys()) this.tell(id);
  }

  /** The server watches no longer what is gone; if it comes back it is watched anew. */
  ended(id: ItemId): void {
    this.told.delete(id);
  }

  lost(): void {
    this.told.clear();
  }

  private tell(id: ItemId): void {
    if (this.told.has(id) || !this.connection.live) return;
    if (isSystemId(id)) this.send(`addWatch/${id}`, id);
    else {
      const update = this.updateOf(id);
      if (update !== undefined) this.send(`addWatch/${id}/${update}`, id);
    }
  }

  private send(o: `addWatch/${string}`, id: ItemId): void {
    this.told.add(id);
    this.connection.send(o, null).catch(() => this.told.delete(id));
  }

  private release(id: ItemId): void {
    const left = (this.holders.get(id) ?? 1) - 1;
    if (left > 0) {
      this.holders.set(id, left);
      return;
    }
    this.holders.delete(id);
    if (!this.told.delete(id) || !this.connection.live) return;
    const o = isSystemId(id) ? (`removeWatch/${id}/1` as const) : (`removeWatch/${id}` as const);
    // A watch that the server has forgotten already needs no removal.
    this.connection.send(o, null).catch(() => {});
  }
}
