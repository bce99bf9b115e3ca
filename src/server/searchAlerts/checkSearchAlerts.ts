// Schedules the checks of alerts. A job checks all alerts, or those whose search can find items of one type. The change feed of each
// process adds such a job some seconds after a change of a type that an alert watches, so that no save waits for it. The clock adds one for
// all alerts, because the feed does not report passing days, changed rights and changes behind a relation.

import type { JobHandler } from 'src/server/store/jobRows.ts';
import { addJobLater } from 'src/server/store/jobRows.ts';
import type { SearchAlerts } from 'src/server/searchAlerts/searchAlerts.ts';
import type { Database } from 'src/server/store/database.ts';
import { alertPage, typesWaitedFor, type AlertRow } from 'src/server/store/searchAlerts/searchAlertRows.ts';
import type { Change, FeedConsumer } from 'src/server/watch/changeFeed.ts';

export const CHECK_SEARCH_ALERTS = 'checkSearchAlerts';

/** Changes of this time are one check. */
const COLLECT_MS = 2_000;
const ALERTS_PER_PAGE = 200;
/** Time limit of one run for the alerts of one person. */
const PERSON_MS = 10_000;

interface Options {
  readonly database: Database;
  readonly alerts: Pick<SearchAlerts, 'check'>;
  readonly log: (message: string, error?: unknown) => void;
  /** Time of one run for the alerts of one person, in milliseconds. */
  readonly personMs?: number;
}

const allAlerts = async (database: Database, type: number | undefined): Promise<readonly AlertRow[]> => {
  const rows: AlertRow[] = [];
  for (let page: readonly AlertRow[] = [], more = true; more; more = page.length === ALERTS_PER_PAGE) {
    page = await alertPage(database, { after: rows.at(-1)?.alert ?? 0, type, max: ALERTS_PER_PAGE });
    rows.push(...page);
  }
  return rows;
};

/**
 * Interleaves the alerts of people: the first alert of each person, then the second of each. `first`: the alert that comes first for its
 * person.
 */
export const roundRobin = (rows: readonly AlertRow[], first: ReadonlyMap<number, number>): readonly AlertRow[] => {
  const people = new Map<number, AlertRow[]>();
  for (const row of rows) people.set(row.person, [...(people.get(row.person) ?? []), row]);
  const rounds = [...people].flatMap(([person, own]) => {
    const at = Math.max(
      0,
      own.findIndex(({ alert }) => alert >= (first.get(person) ?? 0)),
    );
    return [...own.slice(at), ...own.slice(0, at)].map((row, round) => ({ row, round }));
  });
  return rounds.toSorted((one, other) => one.round - other.round).map(({ row }) => row);
};

/**
 * One alert that cannot be worked out, such as a search that takes too long, does not hold up the others; and one person's alerts do not
 * hold up those of others: after their time is up, the rest waits for the next run, which begins with it.
 */
export const createCheckSearchAlerts = ({ database, alerts, log, personMs = PERSON_MS }: Options): JobHandler => {
  const left = new Map<number, number>();
  return async ({ type }, signal) => {
    const spent = new Map<number, number>();
    const rows = roundRobin(await allAlerts(database, typeof type === 'number' ? type : undefined), left);
    const postponed = new Map<number, number>();
    for (const row of rows) {
      signal.throwIfAborted();
      const { person, alert } = row;
      const before = spent.get(person) ?? 0;
      if (before >= personMs) {
        if (!postponed.has(person)) postponed.set(person, alert);
        continue;
      }
      const began = performance.now();
      await alerts.check(row).catch((error: unknown) => log(`search alert ${alert} could not be checked`, error));
      spent.set(person, before + performance.now() - began);
    }
    for (const { person } of rows) {
      const next = postponed.get(person);
      if (next === undefined) left.delete(person);
      else left.set(person, next);
    }
  };
};

const isOfItem = ({ op }: Change): boolean => op !== 'n' && op !== 'p';

/** Adds a job for the types that changed. */
export const followTypes = ({ database, log }: Omit<Options, 'alerts'>): FeedConsumer => {
  const changed = new Set<number>();
  let timer: NodeJS.Timeout | undefined;

  const add = async (types: readonly number[]): Promise<void> => {
    for (const type of await typesWaitedFor(database, types))
      await addJobLater(
        database,
        {
          name: CHECK_SEARCH_ALERTS,
          payload: { type },
          key: `${CHECK_SEARCH_ALERTS} ${type}`,
          queue: CHECK_SEARCH_ALERTS,
        },
        new Date(),
      );
  };

  const flush = (): void => {
    timer = undefined;
    const types = [...changed];
    changed.clear();
    add(types).catch((error: unknown) => log('checks of search alerts could not be added', error));
  };

  return {
    load: () => Promise.resolve(),
    apply: (changes) => {
      for (const { t } of changes.filter(isOfItem)) changed.add(t);
      if (changed.size > 0) timer ??= setTimeout(flush, COLLECT_MS);
      return Promise.resolve();
    },
    onStop: () => clearTimeout(timer),
  };
};
