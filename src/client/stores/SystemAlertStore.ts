// Announcements of administrators: read after every connect and after changes; for a visitor when the header is shown. Dismissed ones are
// remembered on this device.

import { SYSTEM_TYPES } from 'src/model/schema/systemTypes.ts';
import { observable, runInAction } from 'mobx';
import type { ServerConnection } from 'src/client/connection/ServerConnection.ts';
import type { AlertStore } from 'src/client/stores/AlertStore.ts';
import type { ItemStore } from 'src/client/stores/ItemStore.ts';
import type { LocalValues } from 'src/client/stores/LocalValues.ts';
import type { SessionStore } from 'src/client/stores/SessionStore.ts';
import type { Item, ItemId, Json } from 'src/model/item/Item.ts';
import { isItemId } from 'src/model/item/itemId.ts';
import { tryParseItemId } from 'src/model/item/itemKey.ts';

interface SystemAlertStoreOptions {
  readonly connection: ServerConnection;
  readonly session: SessionStore;
  readonly items: ItemStore;
  readonly alerts: AlertStore;
  readonly values: LocalValues;
}

const MAX_SYSTEM_ALERTS = 50;
const DISMISSED = 'dismissed-system-alerts';
/** Maximum number of remembered ids; older announcements have ended by then. */
const MAX_REMEMBERED_IDS = 500;

/** Maximum delay, because a timer cannot hold a longer one. */
const LONGEST_WAIT_MS = 24 * 60 * 60_000;

const alertInstant = (value: Json | undefined): number => (typeof value === 'string' ? Date.parse(value) : Number.NaN);

const alertBounds = ({ from, to }: Item): readonly number[] => [alertInstant(from), alertInstant(to)];

/** Includes the first instant and excludes the second one; a missing one is no bound. */
const isCurrentAlert = (alert: Item, now: number): boolean => {
  const [from = Number.NaN, to = Number.NaN] = alertBounds(alert);
  return !(from > now) && !(to <= now);
};

const isAlert = (id: Json | undefined): boolean => tryParseItemId(id)?.type === SYSTEM_TYPES.alert;

export class SystemAlertStore {
  private readonly options: SystemAlertStoreOptions;
  private readonly known = observable.array<Item>([], { deep: false });
  private readonly dismissed = observable.array<ItemId>([], { deep: false });
  /** Updated when an announcement begins or ends. */
  private readonly now = observable.box(Date.now());
  /** Number of the latest read; answers to earlier ones are ignored. */
  private reading = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(options: SystemAlertStoreOptions) {
    this.options = options;
    const kept = options.values.read(DISMISSED);
    this.dismissed.replace(Array.isArray(kept) ? kept.filter(isItemId) : []);
  }

  start(): () => void {
    const { connection, session, items } = this.options;
    let release: (() => void) | undefined;
    const stops = [
      connection.onAuthed(() => {
        release ??= items.watch(`${SYSTEM_TYPES.alert}-0`);
        void this.load();
      }),
      connection.onPush('item/update', ({ $id }) => this.receive($id)),
      session.entered.add(() => {
        if (session.signedIn) return;
        runInAction(() => this.known.clear());
        release?.();
        release = undefined;
      }),
    ];
    return () => {
      clearTimeout(this.timer);
      stops.forEach((stop) => stop());
    };
  }

  /** Current announcements that were not dismissed on this device, newest first. */
  get waiting(): readonly Item[] {
    const now = this.now.get();
    return this.known.filter((alert) => isCurrentAlert(alert, now) && !this.dismissed.includes(alert.$id));
  }

  /** Updates at the next time at which an announcement begins or ends. */
  private followClock(): void {
    clearTimeout(this.timer);
    runInAction(() => this.now.set(Date.now()));
    const next = Math.min(...this.known.flatMap(alertBounds).filter((at) => at > this.now.get()));
    const wait = Math.min(next - this.now.get(), LONGEST_WAIT_MS);
    if (Number.isFinite(wait)) this.timer = setTimeout(() => this.followClock(), wait);
  }

  dismiss(id: ItemId): void {
    runInAction(() => this.dismissed.replace([...this.dismissed, id].slice(-MAX_REMEMBERED_IDS)));
    this.options.values.write(DISMISSED, [...this.dismissed]);
  }

  private receive(id: Json | undefined): void {
    if (isAlert(id)) void this.load();
  }

  /** Reads the announcements that the person may see. A new session does so by itself. */
  async load(): Promise<void> {
    const { connection, session, alerts } = this.options;
    const asked = session.signedIn;
    this.reading += 1;
    const { reading } = this;
    try {
      const query = {
        must: { _t: [SYSTEM_TYPES.alert] },
        sort: [{ key: 'created', order: 'desc' as const }],
        max: MAX_SYSTEM_ALERTS,
      };
      const { ids } = await connection.send('search/ids', query);
      const found = ids.length === 0 ? {} : await connection.send('readMany/object', ids);
      if (session.signedIn !== asked || reading !== this.reading) return;
      runInAction(() => this.known.replace(ids.flatMap((id) => found[id] ?? [])));
      this.followClock();
    } catch (thrown) {
      // A visitor without a connection already sees the failure of the page itself.
      if (asked) alerts.error(thrown);
    }
  }
}
