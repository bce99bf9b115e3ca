// The snackbar and the one live region. Errors stay until closed; the rest goes after 6 s. Source: spec platform 8.

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
  /** Over once a save goes through. */
  readonly untilSaved?: boolean;
  /** Undefined: sticky. */
  readonly timeout?: number;
}

const TIMEOUT_MS = 6000;
// Makes the same words twice a change, so that a screen reader says them twice.
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
    this.show('INFO', { message, ...(values && { values }), ...(action && { action }) }, TIMEOUT_MS);
  }

  /** Asks for a save. */
  askToSave(message: string, values: Values): void {
    this.show('INFO', { message, ...(values && { values }), untilSaved: true }, TIMEOUT_MS);
  }

  success(message: string, values?: Values, action?: Action): void {
    this.show('SUCCESS', { message, ...(values && { values }), ...(action && { action }) }, TIMEOUT_MS);
  }

  /** A save went through: what was said of earlier tries, or asked for it, is over. */
  saved(undo?: Action): void {
    const over = this.shown.filter(({ untilSaved }) => untilSaved);
    for (const { key } of over) this.dismiss(key);
    this.success('app.applied', undefined, undo);
  }

  /** Returns the key by which it can be dismissed. */
  warn(message: string, values?: Values): string {
    return this.show('WARNING', { message, ...(values && { values }) }, TIMEOUT_MS);
  }

  /** A thrown value: a Problem shows `errors.{key}`, a string `errors.generalFailure`, anything else `error.notCaught`. Sticky. */
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

  /** Stays until dismissed or acted on, such as the notice of a new version. */
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
