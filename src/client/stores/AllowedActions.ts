// What the user may do with an item, asked once per item and forgotten when it changes. Owned by ItemStore.
// Administrators skip permission checks. Source: spec platform 6.

import { observable, runInAction } from 'mobx';
import type { ServerConnection } from 'src/client/connection/ServerConnection.ts';
import type { ItemId } from 'src/model/item/Item.ts';
import { isReservedId } from 'src/model/item/itemId.ts';
import { tryParseItemId } from 'src/model/item/itemKey.ts';

type Allowed = Readonly<Record<string, boolean>>;

const NOTHING: Allowed = Object.freeze({});

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

  /** False until the server has answered. Observable. */
  may(id: ItemId, action: string): boolean {
    if (isReservedId(id)) return this.isAdmin();
    if ((tryParseItemId(id)?.number ?? 0) === 0) return false;
    if (this.isAdmin()) return true;
    const known = this.known.get(id);
    if (!known && !this.asked.has(id)) void this.ask(id);
    return known?.[action] ?? false;
  }

  /** False until the server has answered, and where it could not be asked. Observable. */
  refuses(id: ItemId, action: string): boolean {
    return !this.may(id, action) && (this.known.get(id) ?? NOTHING) !== NOTHING;
  }

  /** True once the server has answered, or could not be asked. Observable. */
  isKnown(id: ItemId): boolean {
    this.may(id, 'read');
    return this.isAdmin() || this.known.has(id);
  }

  /** Asks again where it was asked before, or is being asked. What is shown stays until the new answer, so that buttons do not flicker. */
  forget(id: ItemId): void {
    if (this.asked.has(id)) void this.ask(id);
  }

  /** The item is no longer known here. */
  drop(id: ItemId): void {
    this.asked.delete(id);
    runInAction(() => this.known.delete(id));
  }

  /** Rights may have changed for everything. */
  renew(): void {
    for (const id of [...this.asked.keys()]) this.forget(id);
  }

  clear(): void {
    this.asked.clear();
    runInAction(() => this.known.clear());
  }

  private async ask(id: ItemId): Promise<void> {
    this.round += 1;
    const { round } = this;
    this.asked.set(id, round);
    let allowed = NOTHING;
    try {
      ({ allowed } = await this.connection.send(`readAllowed/${id}`, null));
    } catch {
      // Not knowing means not offering; the next change or visit asks again.
      if (this.asked.get(id) === round) this.asked.delete(id);
    }
    if (this.asked.get(id) === round || allowed === NOTHING) runInAction(() => this.known.set(id, allowed));
  }
}
