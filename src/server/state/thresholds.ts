// Thresholds from which a figure of `admin.state` needs attention or is bad, with the reason for each. These numbers are defined only here;
// the message `state.advice.{figure}` says what to do.

export type FigureState = 'good' | 'watch' | 'bad';

/** Where `bad` is below `watch`, less is worse. */
interface Threshold {
  readonly watch: number;
  readonly bad: number;
}

const SECOND = 1_000;
const MINUTE_S = 60;
const DAY_S = 24 * 60 * MINUTE_S;
const GIBIBYTE = 1_024 ** 3;

export const THRESHOLDS: Readonly<Record<string, Threshold>> = {
  // A page asks several times for one view: at 50 ms people feel each, at 500 ms searches end in `timeout` under load.
  'database.ping': { watch: 50, bad: 500 },
  // Fraction of the connections that the database allows. Another process or a backup needs a few.
  'database.connections': { watch: 0.8, bad: 0.95 },
  // Tokens, links and reminders are dated by one clock and compared with the other: a second is seen in no date, half a minute
  // ends sign-ins and second factors.
  'database.clock': { watch: SECOND, bad: 30 * SECOND },
  // Each is a record that only administrators and people with a right for the whole site may still see.
  'database.ownerless': { watch: 1, bad: Number.MAX_SAFE_INTEGER },
  // Each is a person who may miss records that moved to an organization.
  'database.siteRights': { watch: 1, bad: Number.MAX_SAFE_INTEGER },
  // Main starts the queues of a process before it listens; without them, no email, notice or task is processed.
  'jobs.queues': { watch: 0.5, bad: 0.5 },
  // A job starts within 0.1 s of its commit. Minutes mean that no worker runs this kind, or that far too much waits.
  'jobs.oldest': { watch: MINUTE_S, bad: 15 * MINUTE_S },
  // At 500 jobs a second this is a few seconds of work, and at the slower pace of emails an hour.
  'jobs.waiting': { watch: 1_000, bad: 50_000 },
  // Each is work that a person depends on and that is not repeated.
  'jobs.givenUp': { watch: 1, bad: 20 },
  // One attempt fails and the next comes after a while; hours mean that the mail server cannot be reached.
  'mail.oldest': { watch: 10 * MINUTE_S, bad: 6 * 60 * MINUTE_S },
  'mail.failed': { watch: 1, bad: 20 },
  'mail.refused': { watch: 1, bad: 100 },
  // One upload may have 2 GiB, and PostgreSQL stops when it cannot write.
  'disk.free': { watch: 10 * GIBIBYTE, bad: 2 * GIBIBYTE },
  // The check is weekly. Without a check, a disk may lose bytes for longer than copies are kept.
  'disk.checked': { watch: 15 * DAY_S, bad: 60 * DAY_S },
  // Each is a file that cannot be opened.
  'disk.altered': { watch: 0.5, bad: 1 },
  // The next backup needs space in addition to those that stay.
  'backup.free': { watch: 10 * GIBIBYTE, bad: 2 * GIBIBYTE },
  // A search catches up first: some thousand changes take a second. The outbox is kept for an hour.
  'search.behind': { watch: 1_000, bad: 20_000 },
  // Each was a wrong answer until it was repaired.
  'search.differences': { watch: 1, bad: 100 },
};

export const figureState = (name: string, value: number): FigureState => {
  const threshold = THRESHOLDS[name];
  if (!threshold) return 'good';
  const { watch, bad } = threshold;
  const reaches = (limit: number): boolean => (bad > watch ? value >= limit : value < limit);
  if (reaches(bad)) return 'bad';
  return reaches(watch) ? 'watch' : 'good';
};

/** Hours after which a backup is too old while administrators have set no schedule. */
const UNSCHEDULED_MAX_AGE_H = 8 * 24;
const HOUR_S = 60 * MINUTE_S;

interface BackupAge {
  /** Seconds since the last complete backup; undefined if there is none. */
  readonly age: number | undefined;
  /** Hours after which it is too old, as administrators set it. */
  readonly maxAge: number | undefined;
  /** Seconds since the schedule was set. */
  readonly scheduledFor: number | undefined;
}

/** Without a backup, a site is bad only once its schedule has had time to write one: a trial has no schedule. */
export const backupAgeState = ({ age, maxAge, scheduledFor }: BackupAge): FigureState => {
  const limit = (maxAge ?? UNSCHEDULED_MAX_AGE_H) * HOUR_S;
  if (age !== undefined) return age >= limit ? 'bad' : 'good';
  return scheduledFor !== undefined && scheduledFor >= limit ? 'bad' : 'watch';
};
