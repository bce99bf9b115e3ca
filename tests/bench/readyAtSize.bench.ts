// Start of the built server on the large corpus, with a snapshot of the search index and without: time until a search by a word is answered,
// and the memory of the process after it and after further searches. Compared with a scan of all items in SQL.

import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { SearchAnswer } from 'src/model/generated/wire.ts';
import { report } from 'tests/bench/figures.ts';
import { milliseconds, serially, timesOf } from 'tests/bench/measure.ts';
import { askOver, memoryOf, openAtSize, untilAnswered, type ProductAtSize } from 'tests/bench/scale/openAtSize.ts';
import { wordOfRank } from 'tests/bench/scale/vocabulary.ts';
import { tokenOf } from 'tests/e2e/harness/signIn.ts';
import { TestSocket } from 'tests/server/routes/TestSocket.ts';

const STARTS = 3;
const SEARCHES = 40;
const SAVED_SECONDS = 60;
/** Limits at a million items. */
const [READY_MS, MEMORY_KB] = [3_000, 650_000];

const SCAN = 'select count(*), sum(cardinality(terms)), max(acl), max(created), max(updated) from item';

interface MeasuredStart {
  /** Milliseconds from the start of the process to its first answer. */
  readonly ready: number;
  /** Milliseconds in which the index was read. */
  readonly index: number;
  readonly memory: number;
}

const indexMilliseconds = async (url: string, from: string): Promise<number> => {
  const metrics = await (await fetch(`${url}/metrics`)).text();
  const seconds = new RegExp(`^keeper_search_start_seconds\\{from="${from}"\\} (\\S+)$`, 'm').exec(metrics)?.[1];
  if (seconds === undefined) throw new Error(`the index was not read from the ${from}`);
  return Number(seconds) * 1000;
};

/** Measures the start of a further process. */
const measureStart = async (product: ProductAtSize, from: 'snapshot' | 'tables'): Promise<MeasuredStart> => {
  const began = performance.now();
  const server = await product.second({ waits: false });
  const socket = await TestSocket.as(server.url, await tokenOf(server.url, 'member'));
  const query = { must: { text: [wordOfRank(100)] }, facets: ['$access'] };
  const { total } = await untilAnswered(() => askOver<SearchAnswer>(socket, 'search/ids', query));
  const ready = performance.now() - began;
  if (total === 0) throw new Error('the word was not found');
  for (let at = 0; at < SEARCHES; at += 1)
    await untilAnswered(() =>
      askOver(socket, 'search/ids', { must: { text: [wordOfRank(at * at)] }, facets: ['$access'], labels: true }),
    );
  const memory = await memoryOf(server.pid);
  const index = await indexMilliseconds(server.url, from);
  socket.close();
  await server.stop();
  return { ready, index, memory };
};

const measureStarts = async (
  product: ProductAtSize,
  from: 'snapshot' | 'tables',
  before: () => Promise<void>,
): Promise<Record<keyof MeasuredStart, ReturnType<typeof timesOf>>> => {
  const starts: MeasuredStart[] = [];
  for (let at = 0; at < STARTS; at += 1) {
    await before();
    starts.push(await measureStart(product, from));
  }
  const [ready, index, memory] = (['ready', 'index', 'memory'] as const).map((name) =>
    timesOf(starts.map((each) => each[name])),
  );
  if (!ready || !index || !memory) throw new Error('nothing was measured');
  const megabytes = Math.round(memory.median / 1000);
  console.log(`from the ${from}: ready after ${milliseconds(ready.median)} ms, memory ${megabytes} MB`);
  return { ready, index, memory };
};

/** The first process saves the index after it has read the texts. */
const untilSaved = async (folder: string): Promise<void> => {
  for (let waited = 0; !existsSync(join(folder, 'search/index.snapshot')); waited += 1) {
    if (waited > SAVED_SECONDS) throw new Error('the search index was not saved');
    await setTimeout(1_000);
  }
};

export const run = async (): Promise<void> => {
  const product = await openAtSize();
  const { folder } = product;
  const restored = await measureStarts(product, 'snapshot', () => untilSaved(folder));
  const { scan } = await serially({ scan: () => product.database.query(SCAN) }, STARTS);
  const read = await measureStarts(product, 'tables', () =>
    rm(join(folder, 'search'), { recursive: true, force: true }),
  );
  const baseline = scan && { baseline: { name: 'a scan of all items in SQL', value: scan.median, best: scan.best } };
  report({
    ...{ name: 'start until a search by a word is answered', unit: 'ms' },
    ...{ value: restored.ready.median, best: restored.ready.best, ...baseline },
    limit: { of: 'value', atMost: READY_MS },
  });
  report({ name: 'of it, reading the index', unit: 'ms', value: restored.index.median, best: restored.index.best });
  report({
    ...{ name: 'memory of the process after the start and 40 searches', unit: 'kB', value: restored.memory.median },
    limit: { of: 'value', atMost: MEMORY_KB },
  });
  report({
    ...{ name: 'start without a snapshot', unit: 'ms', value: read.ready.median, best: read.ready.best, ...baseline },
  });
  report({
    name: 'of it, reading the index from the tables',
    unit: 'ms',
    value: read.index.median,
    best: read.index.best,
  });
  await product.stop();
};
