// Which items the person has starred: asked for when it is known who that is, and again whenever the person's kept things moved, here or on
// another device. Hidden and deleted items are not among them, since the search leaves them out.

import { observable, reaction, runInAction } from 'mobx';
import type { ServerConnection } from 'src/client/connection/ServerConnection.ts';
import type { AlertStore } from 'src/client/stores/AlertStore.ts';
import type { SearchCalls } from 'src/client/stores/SearchCalls.ts';
import type { SessionStore } from 'src/client/stores/SessionStore.ts';
import type { Filters, Query } from 'src/model/generated/wire.ts';
import type { ItemId } from 'src/model/item/Item.ts';
import { parseItemId } from 'src/model/item/itemId.ts';

/** As many as one may have, and more. */
const ALL = 5_000;

export const STARRED: Filters = { starred: [true] };

const NEWEST: Query['sort'] = [{ key: 'updated', order: 'desc' }];

interface StarStoreOptions {
  readonly connection: ServerConnection;
  readonly session: Pick<SessionStore, 'user'>;
  readonly search: SearchCalls;
  readonly alerts: Pick<AlertStore, 'error'>;
}

export class StarStore {
  private readonly options: StarStoreOptions;
  private readonly ids = observable.set<ItemId>();
  /** Number of the newest reading or change; a late answer of an older reading is dropped. */
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

  /** Observable: the ones that changed last. */
  first(count: number): readonly ItemId[] {
    return [...this.ids].slice(0, count);
  }

  /** Shown at once; goes back, and answers false, when the server refuses. */
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
      // Other changes may have come meanwhile: the server says what is starred.
      void this.load(this.key);
      alerts.error(thrown);
      return false;
    }
  }

  /** Moves on with the person and with every change of what the server keeps for them. Observable. */
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

  /** Returns the end of listening. */
  start(): () => void {
    return reaction(
      () => this.key,
      (key) => void this.load(key),
    );
  }

  private async load(key: string | undefined): Promise<void> {
    const { search, session } = this.options;
    // Who never kept anything has no stars either.
    if (key === undefined || session.user?.keptVersion === 0) {
      runInAction(() => this.ids.clear());
      return;
    }
    this.turn += 1;
    const { turn } = this;
    // Without an answer the stars stay as they are, and the next change asks again.
    const answer = await search.search({ must: STARRED, sort: NEWEST, max: ALL }).catch(() => undefined);
    if (!answer || this.key !== key || turn !== this.turn) return;
    runInAction(() => this.ids.replace(answer.ids));
  }
}
