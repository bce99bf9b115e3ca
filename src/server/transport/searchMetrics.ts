// Metrics of the search of this process: the size of its index, how far it is behind the database, and the lanes of requests.

import { Counter, Gauge, type Registry } from 'prom-client';
import type { CheckFigures } from 'src/server/search/check/columnCheck.ts';
import { indexSizeSoon } from 'src/server/search/indexSizeSoon.ts';
import { LANE_NAMES, type LaneCounts } from 'src/server/search/lanes/lanes.ts';
import type { Search } from 'src/server/search/searchEngine.ts';
import type { Queryable } from 'src/server/store/database.ts';
import type { Feed } from 'src/server/watch/changeFeed.ts';
import { unreadChanges } from 'src/server/watch/outboxReader.ts';

export interface MeasuredIndex {
  readonly database: Queryable;
  readonly search: Pick<Search, 'size' | 'lane' | 'check' | 'hasTexts' | 'indexStart'>;
  readonly feed: Pick<Feed, 'position'>;
}

const addLaneMetrics = (register: Registry, search: MeasuredIndex['search']): void => {
  const labelNames = ['lane'];
  new Gauge({
    name: 'keeper_search_waiting',
    help: 'Requests that wait for the search worker.',
    ...{ labelNames, registers: [register] },
    collect() {
      for (const lane of LANE_NAMES) this.set({ lane }, search.lane(lane).waiting);
    },
  });
  const addTotal = (name: string, help: string, value: (lane: LaneCounts) => number): void =>
    void new Counter({
      ...{ name: `keeper_search_${name}_total`, help, labelNames, registers: [register] },
      collect() {
        this.reset();
        for (const lane of LANE_NAMES) this.inc({ lane }, value(search.lane(lane)));
      },
    });
  addTotal('started', 'Requests that the search worker began.', ({ started }) => started);
  addTotal('refused', 'Requests refused because too many waited.', ({ refused }) => refused);
  addTotal('wait_seconds', 'Time that they waited.', ({ waitedMs }) => waitedMs / 1000);
};

const CHECK_HELP: Readonly<Record<Exclude<keyof CheckFigures, 'completed'>, string>> = {
  rows: 'Rows of the search index that were compared with the table.',
  differences: 'Compared rows of the search index that differed from the table.',
  repaired: 'Rows of the search index that differed and were repaired.',
};

const addCheckMetrics = (register: Registry, { check }: Pick<Search, 'check'>): void => {
  for (const name of ['rows', 'differences', 'repaired'] as const)
    new Counter({
      name: `keeper_search_check_${name}_total`,
      help: CHECK_HELP[name],
      registers: [register],
      collect() {
        this.reset();
        this.inc(check.figures()[name]);
      },
    });
  new Gauge({
    name: 'keeper_search_check_completed_timestamp_seconds',
    help: 'End of the last complete check of the search index; 0 before the first.',
    registers: [register],
    collect() {
      this.set((check.figures().completed ?? 0) / 1000);
    },
  });
};

const addStartMetrics = (register: Registry, search: MeasuredIndex['search']): void => {
  new Gauge({
    name: 'keeper_search_start_seconds',
    help: 'Time in which the search index was read, from its snapshot or from the tables; absent while it is being read.',
    ...{ labelNames: ['from'], registers: [register] },
    collect() {
      this.reset();
      const start = search.indexStart();
      if (start) this.set({ from: start.from }, start.seconds);
    },
  });
  new Gauge({
    name: 'keeper_search_start_changed_rows',
    help: 'Rows of the snapshot that had changed and were read again.',
    registers: [register],
    collect() {
      this.set(search.indexStart()?.changed ?? 0);
    },
  });
};

export const addSearchMetrics = (register: Registry, { database, search, feed }: MeasuredIndex): void => {
  addLaneMetrics(register, search);
  addCheckMetrics(register, search);
  addStartMetrics(register, search);
  const addGauge = (name: string, help: string, value: () => Promise<number | undefined>): void => {
    new Gauge({
      ...{ name: `keeper_search_${name}`, help, registers: [register] },
      async collect() {
        this.set((await value()) ?? Number.NaN);
      },
    });
  };
  addGauge(
    'items',
    'Items in the search index; NaN while it is being filled or does not answer.',
    async () => (await indexSizeSoon(search))?.items,
  );
  addGauge(
    'bytes',
    'Memory of the search index, with the heap of its thread.',
    async () => (await indexSizeSoon(search))?.bytes,
  );
  addGauge(
    'texts_ready',
    '1 when the search index has the texts of all items; until then, PostgreSQL searches them.',
    () => Promise.resolve(Number(search.hasTexts())),
  );
  addGauge(
    'behind_changes',
    'Committed changes that this process has not read yet.',
    async () => (await unreadChanges(database, feed.position())).count,
  );
  addGauge(
    'behind_seconds',
    'Age of the oldest change that this process has not read yet.',
    async () => (await unreadChanges(database, feed.position())).seconds,
  );
};
