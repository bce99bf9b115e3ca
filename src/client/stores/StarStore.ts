// Starred items of the person: requested when the person is known, and again when their stars change here or on another device. The search
// omits hidden and deleted items.

import { observable, reaction, runInAction } from 'mobx';
import type { ServerConnection } from 'src/client/connection/ServerConnection.ts';
import type { AlertStore } from 'src/client/stores/AlertStore.ts';
import type { SearchCalls } from 'src/client/stores/SearchCalls.ts';
import type { SessionStore } from 'src/client/stores/SessionStore.ts';
import type { Filters, Query } from 'src/model/generated/wire.ts';
import type { ItemId } from 'src/model/item/Item.ts';
import { parseItemId } from 'src/model/item/itemId.ts';

/** More than the maximum number of stars. */
const MAX_STARRED = 5_000;

export const STARRED: Filters = { starred: [true] };

const NEWEST_STARS_FIRST: Query['sort'] = [{ key: 'updated', order: 'desc' }];

interface StarStoreOptions {
  readonly connection: ServerConnection;
  readonly session: Pick<SessionStore, 'user'>;
  readonly search: SearchCalls;
  readonly alerts: Pick<AlertStore, 'error'>;
}

export class StarStore {
  private readonly options: StarStoreOptions;
  private readonly ids = observable.set<ItemId>();
  /** Number of the latest read or change; answers to earlier reads are ignored. */
  private turn = 0;

  constructor(options: StarStoreOptions) {
    this.options = options;
  }

  /** Observable. */
  has(id: ItemId): boolean {
    return this.ids.has(id);
  }

  /** Observable. */
  get count(): number {
    return this.ids.size;
  }

  /** Returns the stars that changed last. Observable. */
  first(count: number): readonly ItemId[] {
    return [...this.ids].slice(0, count);
  }

  /** Shows the star at once. Reverts it and resolves to false when the server refuses. */
  async toggle(id: ItemId): Promise<boolean> {
    const { connection, alerts } = this.options;
    const starred = !this.ids.has(id);
    this.turn += 1;
    this.put(id, starred);
    const { type, number } = parseItemId(id);
    try {
      await connection.send('act/setStar', { _t: type, _i: number, starred });
      return true;
    } catch (thrown) {
      this.put(id, !starred);
      // There may have been other changes, so the stars are read again.
      void this.load(this.key);
      alerts.error(thrown);
      return false;
    }
  }

  /** Changes with the person and with every change of their private data. Observable. */
  private get key(): string | undefined {
    const { user } = this.options.session;
    return user && `${user.$id} ${user.keptVersion}`;
  }

  private put(id: ItemId, starred: boolean): void {
    runInAction(() => {
      if (starred) this.ids.add(id);
      else this.ids.delete(id);
    });
  }

  /** Starts to listen and returns the function that stops it. */
  start(): () => void {
    return reaction(
      () => this.key,
      (key) => void this.load(key),
    );
  }

  private async load(key: string | undefined): Promise<void> {
    const { search, session } = this.options;
    // A person without any private data has no stars.
    if (key === undefined || session.user?.keptVersion === 0) {
      runInAction(() => this.ids.clear());
      return;
    }
    this.turn += 1;
    const { turn } = this;
    // Without an answer, the stars stay as they are, and the next change asks again.
    const answer = await search
      .search({ must: STARRED, sort: NEWEST_STARS_FIRST, max: MAX_STARRED })
      .catch(() => undefined);
    if (!answer || this.key !== key || turn !== this.turn) return;
    runInAction(() => this.ids.replace(answer.ids));
  }
}
