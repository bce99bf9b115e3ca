// State of the snackbar and of the live region. Errors stay until they are closed; other messages disappear after 6 s.

import { observable, runInAction } from 'mobx';
import type { Timers } from 'src/base/timers.ts';
import { isIgnored, messageOfThrown, valuesOfThrown } from 'src/client/connection/ClientProblem.ts';
import { isProblem } from 'src/model/problems.ts';

export type AlertType = 'INFO' | 'ERROR' | 'SUCCESS' | 'WARNING';

export interface Alert {
  readonly key: string;
  readonly type: AlertType;
  /** Message id with its values. */
  readonly message: string;
  readonly values?: Readonly<Record<string, string | number>>;
  readonly systemMessage?: string;
  readonly action?: { readonly message: string; readonly run: () => void };
  /** Removed when a save succeeds. */
  readonly untilSaved?: boolean;
  /** Undefined for messages that stay. */
  readonly timeout?: number;
}

const ALERT_TIMEOUT_MS = 6000;
// Makes a repeated text a change, so that a screen reader reads it again.
const SAME_AGAIN = '\u00a0';

type Values = Alert['values'];
type Action = Alert['action'];

export class AlertStore {
  private readonly timers: Timers;
  private readonly shown = observable.array<Alert>([], { deep: false });
  private readonly said = observable.box('');
  private readonly stops = new Map<string, () => void>();
  private count = 0;

  constructor(timers: Timers) {
    this.timers = timers;
  }

  get alerts(): readonly Alert[] {
    return this.shown;
  }

  /** Polite announcement for screen readers. */
  get announcement(): string {
    return this.said.get();
  }

  info(message: string, values?: Values, action?: Action): void {
    this.show('INFO', { message, ...(values && { values }), ...(action && { action }) }, ALERT_TIMEOUT_MS);
  }

  /** Asks the person to save. */
  askToSave(message: string, values: Values): void {
    this.show('INFO', { message, ...(values && { values }), untilSaved: true }, ALERT_TIMEOUT_MS);
  }

  /** Returns the key for dismissing the message. */
  success(message: string, values?: Values, action?: Action): string {
    return this.show('SUCCESS', { message, ...(values && { values }), ...(action && { action }) }, ALERT_TIMEOUT_MS);
  }

  /** Removes what was said until a save. Called after a save that is not announced. */
  savedQuietly(): void {
    this.dismissAll(({ untilSaved }) => untilSaved);
  }

  /** Reports a successful save and removes messages about earlier attempts. */
  saved(undo?: Action): void {
    this.savedQuietly();
    this.success('app.applied', undefined, undo);
  }

  /** Returns the key for dismissing the message. */
  warn(message: string, values?: Values): string {
    return this.show('WARNING', { message, ...(values && { values }) }, ALERT_TIMEOUT_MS);
  }

  /**
   * Shows a thrown value: a Problem as `errors.{key}`, a string as `errors.generalFailure`, anything else as `error.notCaught`. Stays until
   * closed.
   */
  error(thrown: unknown, untilSaved = false): void {
    if (isIgnored(thrown)) {
      if (isProblem(thrown)) console.error(thrown);
      return;
    }
    if (!isProblem(thrown)) console.error(thrown);
    const values = valuesOfThrown(thrown);
    const systemMessage = isProblem(thrown) ? thrown.systemMessage : undefined;
    this.show('ERROR', {
      message: messageOfThrown(thrown),
      untilSaved,
      ...(values && { values }),
      ...(systemMessage !== undefined && { systemMessage }),
    });
  }

  /** Shows a message until it is dismissed or acted on, such as the notice of a new version. */
  sticky(message: string, action: NonNullable<Action>): void {
    this.show('INFO', { message, action });
  }

  dismiss(key: string): void {
    this.stops.get(key)?.();
    this.stops.delete(key);
    runInAction(() => {
      const alert = this.shown.find((each) => each.key === key);
      if (alert) this.shown.remove(alert);
    });
  }

  /** Removes what was said to a person who is no longer signed in. Notices about the site stay. */
  clear(): void {
    this.dismissAll(({ type, timeout }) => type !== 'INFO' || timeout);
    this.announce('');
  }

  private dismissAll(isOver: (alert: Alert) => unknown): void {
    for (const { key } of this.shown.filter(isOver)) this.dismiss(key);
  }

  announce(text: string): void {
    runInAction(() => this.said.set(text === this.announcement ? text + SAME_AGAIN : text));
  }

  dispose(): void {
    for (const stop of this.stops.values()) stop();
    this.stops.clear();
  }

  private show(type: AlertType, alert: Omit<Alert, 'key' | 'type' | 'timeout'>, timeout?: number): string {
    const same = this.shown.find((each) => each.type === type && each.message === alert.message);
    if (same) this.dismiss(same.key);
    this.count += 1;
    const key = String(this.count);
    runInAction(() => this.shown.push({ ...alert, key, type, ...(timeout !== undefined && { timeout }) }));
    if (timeout !== undefined)
      this.stops.set(
        key,
        this.timers.after(timeout, () => this.dismiss(key)),
      );
    return key;
  }
}
