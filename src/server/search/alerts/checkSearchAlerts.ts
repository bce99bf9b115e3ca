// When alerts of saved searches are checked. The job checks those that items of one type can enter, or all; the change feed of each
// process adds it some seconds after a change of a type that an alert waits for, so that no save waits for any of it, and the clock adds
// it for all: for what the feed does not speak of, such as days that pass, rights, and what stands behind a relation.

import type { JobHandler, JobHandlers } from 'src/server/jobs/jobQueue.ts';
import { addJobLater } from 'src/server/jobs/jobRows.ts';
import {
  createSearchAlerts,
  type SearchAlertOptions,
  type SearchAlerts,
} from 'src/server/search/alerts/searchAlerts.ts';
import type { Database } from 'src/server/store/database.ts';
import { alertPage, typesWaitedFor } from 'src/server/store/searchAlerts/searchAlertRows.ts';
import type { Change, Feed } from 'src/server/watch/changeFeed.ts';

export const CHECK_SEARCH_ALERTS = 'checkSearchAlerts';

/** Changes of this time are one check. */
const COLLECT_MS = 2_000;
const PAGE = 200;

interface Options {
  readonly database: Database;
  readonly alerts: Pick<SearchAlerts, 'check'>;
  readonly log: (message: string, error?: unknown) => void;
}

/** One alert that cannot be worked out, such as a search that takes too long, does not hold up the others. */
const createCheckSearchAlerts =
  ({ database, alerts, log }: Options): JobHandler =>
  async ({ type }, signal) => {
    for (let after = 0, more = true; more;) {
      const page = await alertPage(database, { after, type: typeof type === 'number' ? type : undefined, max: PAGE });
      for (const row of page) {
        signal.throwIfAborted();
        await alerts.check(row).catch((error: unknown) => log(`search alert ${row.alert} could not be checked`, error));
        after = row.alert;
      }
      more = page.length === PAGE;
    }
  };

const isOfItem = ({ op }: Change): boolean => op !== 'n' && op !== 'p';

/** Adds a job for the types that changed. Returns the stop. */
const followChanges = ({ database, feed, log }: Omit<Options, 'alerts'> & { readonly feed: Feed }): (() => void) => {
  const changed = new Set<number>();
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;

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

  feed.use({
    load: () => Promise.resolve(),
    apply: (changes) => {
      for (const { t } of changes.filter(isOfItem)) changed.add(t);
      if (!stopped && changed.size > 0) timer ??= setTimeout(flush, COLLECT_MS);
      return Promise.resolve();
    },
  });
  return () => {
    stopped = true;
    clearTimeout(timer);
  };
};

interface Started {
  readonly searchAlerts: SearchAlerts;
  readonly jobs: JobHandlers;
  readonly stop: () => void;
}

export const startSearchAlerts = (
  options: SearchAlertOptions & { readonly feed: Feed; readonly log: Options['log'] },
): Started => {
  const searchAlerts = createSearchAlerts(options);
  return {
    searchAlerts,
    jobs: { [CHECK_SEARCH_ALERTS]: createCheckSearchAlerts({ ...options, alerts: searchAlerts }) },
    stop: followChanges(options),
  };
};
