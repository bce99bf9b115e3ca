// Metrics of the search index of this process: its size, and how far it is behind the database.

import { Gauge, type Registry } from 'prom-client';
import { indexSizeSoon } from 'src/server/search/indexSizeSoon.ts';
import type { Search } from 'src/server/search/searchEngine.ts';
import type { Queryable } from 'src/server/store/database.ts';
import type { Feed } from 'src/server/watch/changeFeed.ts';
import { unreadChanges } from 'src/server/watch/outboxReader.ts';

export interface MeasuredIndex {
  readonly database: Queryable;
  readonly search: Pick<Search, 'size'>;
  readonly feed: Pick<Feed, 'position'>;
}

export const addSearchMetrics = (register: Registry, { database, search, feed }: MeasuredIndex): void => {
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
