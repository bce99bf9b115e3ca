// Start of the built server on the large corpus: time until a search by a word is answered, and the memory of the process after it and
// after further searches. Compared with a scan of all items in SQL.

import type { SearchAnswer } from 'src/model/generated/wire.ts';
import { report } from 'tests/bench/figures.ts';
import { milliseconds, serially, timesOf } from 'tests/bench/measure.ts';
import { askOver, memoryOf, openAtSize, untilAnswered, type ProductAtSize } from 'tests/bench/scale/openAtSize.ts';
import { wordOfRank } from 'tests/bench/scale/vocabulary.ts';
import { tokenOf } from 'tests/e2e/harness/signIn.ts';
import { TestSocket } from 'tests/server/routes/TestSocket.ts';

const STARTS = 3;
const SEARCHES = 40;
/** Limits at a million items. */
const [READY_MS, MEMORY_KB] = [3_000, 650_000];

const SCAN = 'select count(*), sum(cardinality(terms)), max(acl), max(created), max(updated) from item';

/** Returns the milliseconds from the start of a further process to its first answer, and its memory. */
const measureStart = async (product: ProductAtSize): Promise<{ ready: number; memory: number }> => {
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
  socket.close();
  await server.stop();
  return { ready, memory };
};

export const run = async (): Promise<void> => {
  const product = await openAtSize();
  const starts: { ready: number; memory: number }[] = [];
  for (let at = 0; at < STARTS; at += 1) starts.push(await measureStart(product));
  const ready = timesOf(starts.map((each) => each.ready));
  const memory = timesOf(starts.map((each) => each.memory));
  const { scan } = await serially({ scan: () => product.database.query(SCAN) }, STARTS);
  console.log(`ready after ${milliseconds(ready.median)} ms, memory ${Math.round(memory.median / 1000)} MB`);
  report({
    ...{ name: 'start until a search by a word is answered', unit: 'ms', value: ready.median, best: ready.best },
    ...(scan && { baseline: { name: 'a scan of all items in SQL', value: scan.median, best: scan.best } }),
    limit: { of: 'value', atMost: READY_MS },
  });
  report({
    ...{ name: 'memory of the process after the start and 40 searches', unit: 'kB', value: memory.median },
    limit: { of: 'value', atMost: MEMORY_KB },
  });
  await product.stop();
};
