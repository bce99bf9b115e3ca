// The user's permissions on items, requested once per item and forgotten when the item changes. Owned by ItemStore. Administrators skip
// permission checks.

import { observable, runInAction } from 'mobx';
import type { ServerConnection } from 'src/client/connection/ServerConnection.ts';
import type { ItemId } from 'src/model/item/Item.ts';
import { isReservedId } from 'src/model/item/itemId.ts';
import { tryParseItemId } from 'src/model/item/itemKey.ts';

type Allowed = Readonly<Record<string, boolean>>;

const NO_ACTIONS: Allowed = Object.freeze({});

export class AllowedActions {
  private readonly connection: ServerConnection;
  private readonly isAdmin: () => boolean;
  private readonly known = observable.map<ItemId, Allowed>(undefined, { deep: false });
  private readonly asked = new Map<ItemId, number>();
  private round = 0;

  constructor(connection: ServerConnection, isAdmin: () => boolean) {
    this.connection = connection;
    this.isAdmin = isAdmin;
  }

  /** Returns false until the server has answered. Observable. */
  may(id: ItemId, action: string): boolean {
    if (isReservedId(id)) return this.isAdmin();
    if ((tryParseItemId(id)?.number ?? 0) === 0) return false;
    if (this.isAdmin()) return true;
    const known = this.known.get(id);
    if (!known && !this.asked.has(id)) void this.ask(id);
    return known?.[action] ?? false;
  }

  /** Returns true when the server has refused the action; false while the answer is missing. Observable. */
  refuses(id: ItemId, action: string): boolean {
    return !this.may(id, action) && (this.known.get(id) ?? NO_ACTIONS) !== NO_ACTIONS;
  }

  /** Returns true when the server has answered or the request has failed. Observable. */
  isKnown(id: ItemId): boolean {
    this.may(id, 'read');
    return this.isAdmin() || this.known.has(id);
  }

  /** True where the server gave no answer, for example because the item was deleted. */
  hasFailed(id: ItemId): boolean {
    return this.known.get(id) === NO_ACTIONS;
  }

  /** Requests the permissions again. The former answer stays until the new one arrives, so that buttons do not flicker. */
  forget(id: ItemId): void {
    if (this.asked.has(id) || this.hasFailed(id)) void this.ask(id);
  }

  /** Called when the item is no longer loaded. */
  drop(id: ItemId): void {
    this.asked.delete(id);
    runInAction(() => this.known.delete(id));
  }

  /** Called when rights on any item may have changed, and after a lost connection. Requests that failed are sent again. */
  renew(): void {
    const failed = [...this.known.keys()].filter((id) => this.hasFailed(id));
    for (const id of new Set([...this.asked.keys(), ...failed])) void this.ask(id);
  }

  clear(): void {
    this.asked.clear();
    runInAction(() => this.known.clear());
  }

  private async ask(id: ItemId): Promise<void> {
    this.round += 1;
    const { round } = this;
    this.asked.set(id, round);
    let allowed = NO_ACTIONS;
    try {
      ({ allowed } = await this.connection.send(`readAllowed/${id}`, null));
    } catch {
      // Without an answer, actions are not offered. The next change of the item, its return, and the next connection ask again.
      if (this.asked.get(id) === round) this.asked.delete(id);
    }
    if (this.asked.get(id) === round || allowed === NO_ACTIONS) runInAction(() => this.known.set(id, allowed));
  }
}
