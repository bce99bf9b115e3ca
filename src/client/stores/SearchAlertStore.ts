// Alerts of saved searches and their delivery. Requested with the first list of saved searches. When the server pauses one, a notice causes
// a new request.

import { observable, runInAction } from 'mobx';
import type { ServerConnection } from 'src/client/connection/ServerConnection.ts';
import type { SessionStore } from 'src/client/stores/SessionStore.ts';
import type { ItemId } from 'src/model/item/Item.ts';
import { parseItemId } from 'src/model/item/itemId.ts';

/** Delivery by email, in addition to the bell; OFF means no alert. */
export const ALERT_MODES = ['OFF', 'NONE', 'DIGEST', 'IMMEDIATE'] as const;
export type AlertMode = (typeof ALERT_MODES)[number];

export interface SearchAlert {
  readonly mode: AlertMode;
  /** Part of the search that no longer exists: the screen, a property, a value. */
  readonly paused?: 'screen' | 'property' | 'value';
}

const NO_ALERT: SearchAlert = { mode: 'OFF' };

/** Kind of the notice that an alert is paused. */
const PAUSED_NOTICE = 'searchPaused';

interface SearchAlertStoreOptions {
  readonly connection: ServerConnection;
  readonly session: SessionStore;
}

export class SearchAlertStore {
  private readonly options: SearchAlertStoreOptions;
  private readonly known = observable.map<ItemId, SearchAlert>(undefined, { deep: false });
  private person: ItemId | undefined;
  /** Increases with every read and choice, so that a late answer does not revert a later choice. */
  private turn = 0;

  constructor(options: SearchAlertStoreOptions) {
    this.options = options;
  }

  start(): () => void {
    const { connection } = this.options;
    return connection.onPush('item/notify', (notice) => notice['$kind'] === PAUSED_NOTICE && void this.load());
  }

  /** Observable. */
  get(search: ItemId): SearchAlert {
    return this.known.get(search) ?? NO_ALERT;
  }

  /** Requests the alerts once for each person. */
  need(): void {
    const person = this.options.session.user?.$id;
    if (person !== undefined && person !== this.person) void this.load();
  }

  /** Shows the choice when the server has stored it; rejects when it was refused. */
  async choose(search: ItemId, mode: AlertMode): Promise<void> {
    const { type, number } = parseItemId(search);
    await this.options.connection.send('act/chooseSearchAlert', { _t: type, _i: number, mode });
    this.turn += 1;
    runInAction(() => (mode === 'OFF' ? this.known.delete(search) : this.known.set(search, { mode })));
  }

  private async load(): Promise<void> {
    const { connection, session } = this.options;
    const { user } = session;
    if (!user) return;
    const isOther = this.person !== user.$id;
    if (isOther) runInAction(() => this.known.clear());
    this.person = user.$id;
    this.turn += 1;
    const { turn } = this;
    const answer = await connection.send('act/searchAlerts', { _t: user._t, _i: user._i }).catch(() => undefined);
    if (session.user?.$id !== user.$id || turn !== this.turn) return;
    // Without an answer, the known alerts stay, and the next list asks again.
    const found = answer?.alerts;
    if (!found) {
      this.person = undefined;
      return;
    }
    runInAction(() => this.known.replace(found.map(({ search, ...alert }): [ItemId, SearchAlert] => [search, alert])));
  }
}
