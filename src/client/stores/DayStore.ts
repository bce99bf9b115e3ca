// Observes the current day while a page is open. "Today" is a day of the person's organisation, as in searches; the local day of the
// computer is used only for times.

import { computed, observable, runInAction } from 'mobx';
import type { Environment } from 'src/client/connection/environment.ts';
import { dayIn, isTimeZone, type Day } from 'src/model/calendar/dayIn.ts';

/** Timers stop while a computer sleeps. After it wakes up, the clock is read within this time. */
const CLOCK_CHECK_MS = 10 * 60_000;
/** In every time zone, days begin at a full quarter of an hour of UTC. */
const QUARTER_MS = 15 * 60_000;

const localDay = (now: Date): string => [now.getFullYear(), now.getMonth(), now.getDate()].join('-');

export class DayStore {
  private readonly environment: Pick<Environment, 'clock' | 'timers'>;
  private readonly zoneOf: () => string;
  private readonly read = observable.box(new Date(0), { deep: false });
  private readonly local = computed(() => localDay(this.now));
  private readonly organisation = computed(() => dayIn(this.now, this.zone));

  /** `zoneOf` returns the time zone of the person's organisation, or that of the site. */
  constructor(environment: Pick<Environment, 'clock' | 'timers'>, zoneOf: () => string) {
    this.environment = environment;
    this.zoneOf = zoneOf;
    this.read.set(environment.clock.now());
  }

  /** Time of the last clock reading, at most a few minutes ago; no day has begun anywhere since. Observable. */
  get now(): Date {
    return this.read.get();
  }

  /** IANA time zone of `today`. Observable. */
  get zone(): string {
    const zone = this.zoneOf();
    return isTimeZone(zone) ? zone : 'UTC';
  }

  /** Current day of the organisation. Observable. */
  get today(): Day {
    return this.organisation.get();
  }

  /** Midnight at the start of the local day. Observable. */
  get midnight(): Date {
    const [year = 0, month = 0, date = 1] = this.local.get().split('-').map(Number);
    return new Date(year, month, date);
  }

  /** Changes when a day begins for the organisation or locally. Observable. */
  get key(): string {
    return `${this.local.get()} ${this.today}`;
  }

  /** Starts to observe the clock and returns the function that stops it. */
  start(): () => void {
    const { clock, timers } = this.environment;
    let stop = (): void => {};
    const look = (): void => {
      const now = clock.now();
      runInAction(() => this.read.set(now));
      stop = timers.after(Math.min(CLOCK_CHECK_MS, QUARTER_MS - (now.getTime() % QUARTER_MS)), look);
    };
    look();
    return () => stop();
  }
}
