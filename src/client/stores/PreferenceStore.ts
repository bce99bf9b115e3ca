// Preferences of a person (density, columns, home): stored on the server for signed-in users, so that they are the same on every device; on
// the device for visitors, and until the server has confirmed the user.

import { observable, reaction, runInAction } from 'mobx';
import type { Environment } from 'src/client/connection/environment.ts';
import type { AlertStore } from 'src/client/stores/AlertStore.ts';
import type { LocalValues } from 'src/client/stores/LocalValues.ts';
import type { SessionStore } from 'src/client/stores/SessionStore.ts';
import type { ItemId, Json, Values } from 'src/model/item/Item.ts';
import { isProblem } from 'src/model/problems.ts';
import { isRecord } from 'src/base/isRecord.ts';

const PREFERENCES_KEY = 'preferences';
/** Changes that the server may not have received before the page was left. */
const WAITING_KEY = 'preferences-waiting';
/** Preferences with an effect before the server has confirmed the user. */
const EARLY: ReadonlySet<string> = new Set(['density', 'navigation', 'textSize']);
/** Sliders and drags change a preference many times in a row. */
const SAVE_DELAY_MS = 500;

interface PreferenceStoreOptions {
  readonly session: Pick<SessionStore, 'user' | 'setPreferences'>;
  readonly values: LocalValues;
  readonly environment: Pick<Environment, 'timers' | 'onHidden'>;
  readonly alerts: Pick<AlertStore, 'error'>;
}

export class PreferenceStore {
  private readonly options: PreferenceStoreOptions;
  private readonly device = observable.map<string, Json>(undefined, { deep: false });
  private readonly waiting = observable.map<string, Json>(undefined, { deep: false });
  private waitingOf: ItemId | undefined;
  private stopWaiting: (() => void) | undefined;

  constructor(options: PreferenceStoreOptions) {
    this.options = options;
    const kept = options.values.read(PREFERENCES_KEY);
    if (isRecord(kept)) this.device.replace(kept as Values);
    const waiting = options.values.read(WAITING_KEY);
    if (isRecord(waiting) && isRecord(waiting['changes'])) {
      this.waitingOf = waiting['of'] as ItemId;
      this.waiting.replace(waiting['changes'] as Values);
    }
  }

  /** Observable. */
  get(name: string): Json | undefined {
    const { user } = this.options.session;
    if (!user) return this.device.get(name);
    return this.waiting.has(name) && this.waitingOf === user.$id
      ? (this.waiting.get(name) ?? undefined)
      : user.preferences[name];
  }

  /** Shows the change at once; `null` restores the default. */
  set(name: string, value: Json): void {
    const { session, values, environment } = this.options;
    runInAction(() => {
      if (!session.user || EARLY.has(name)) {
        this.device.set(name, value);
        values.write(PREFERENCES_KEY, Object.fromEntries(this.device));
      }
      if (!session.user) return;
      if (this.waitingOf !== session.user.$id) this.waiting.clear();
      this.waitingOf = session.user.$id;
      this.waiting.set(name, value);
      this.keepWaiting();
      this.stopWaiting?.();
      this.stopWaiting = environment.timers.after(SAVE_DELAY_MS, () => void this.save());
    });
  }

  /** Sends pending changes before the page is left. */
  async save(): Promise<void> {
    const { session, alerts } = this.options;
    this.stopWaiting?.();
    const changes = Object.fromEntries(this.waiting);
    if (Object.keys(changes).length === 0 || this.waitingOf !== session.user?.$id) return;
    const saved = session.setPreferences(changes);
    runInAction(() => this.waiting.clear());
    await saved.then(
      () => this.keepWaiting(),
      (thrown: unknown) => {
        // Stored values of an older program that the server refuses would be refused on each visit.
        if (isProblem(thrown) && thrown.key === 'invalid') this.keepWaiting();
        alerts.error(thrown);
      },
    );
  }

  /** Starts to listen and returns the function that stops it. */
  start(): () => void {
    const { environment, session } = this.options;
    const stop = environment.onHidden(() => void this.save());
    const stopSending = reaction(
      () => session.user?.$id,
      () => void this.save(),
      { fireImmediately: true },
    );
    return () => {
      stop();
      stopSending();
      this.stopWaiting?.();
    };
  }

  private keepWaiting(): void {
    const { values } = this.options;
    if (this.waiting.size === 0) values.remove(WAITING_KEY);
    else values.write(WAITING_KEY, { of: this.waitingOf ?? '', changes: Object.fromEntries(this.waiting) });
  }
}
