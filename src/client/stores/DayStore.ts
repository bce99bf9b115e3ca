// When the day turns: for whatever counts or names things by the day (what is due, "Today"). Searches count days in UTC, people by the clock
// on their wall: the key changes with both.

import { computed, observable, runInAction } from 'mobx';
import { DAY_MS } from 'src/base/dayMs.ts';
import type { Environment } from 'src/client/connection/environment.ts';

/** A computer that sleeps stops its timers: it looks again so soon after it wakes. */
const LOOK_AGAIN_MS = 10 * 60_000;

const localDay = (now: Date): string => [now.getFullYear(), now.getMonth(), now.getDate()].join('-');

/** Of whichever day ends first. */
const nextTurn = (now: Date): number => {
  const local = new Date(now.getFullYear(), now.getMonth(), now.getDate() + 1).getTime();
  return Math.min(local, (Math.floor(now.getTime() / DAY_MS) + 1) * DAY_MS);
};

export class DayStore {
  private readonly environment: Pick<Environment, 'clock' | 'timers'>;
  private readonly now = observable.box(new Date(0), { deep: false });
  private readonly named = computed(() => {
    const now = this.now.get();
    return `${localDay(now)} ${now.toISOString().slice(0, 10)}`;
  });

  constructor(environment: Pick<Environment, 'clock' | 'timers'>) {
    this.environment = environment;
    this.now.set(environment.clock.now());
  }

  /** Another one whenever the day has turned. Observable. */
  get key(): string {
    return this.named.get();
  }

  /** The midnight with which the day began at the reader's place. Observable: another one on the next day. */
  get today(): Date {
    const [year = 0, month = 0, date = 1] = (this.key.split(' ', 1)[0] ?? '').split('-').map(Number);
    return new Date(year, month, date);
  }

  /** Returns the end of looking at the clock. */
  start(): () => void {
    const { clock, timers } = this.environment;
    let stop = (): void => {};
    const look = (): void => {
      const now = clock.now();
      runInAction(() => this.now.set(now));
      stop = timers.after(Math.min(LOOK_AGAIN_MS, nextTurn(now) - now.getTime()), look);
    };
    look();
    return () => stop();
  }
}
