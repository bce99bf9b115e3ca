// 100,000 items that another process writes while people search. One client sends queries at and beyond the limits meanwhile. Measures how
// long the event loop of the searching server waits, and ordinary searches.

import type { ItemId, Json } from 'src/model/item/Item.ts';
import { seededRandom } from 'src/base/seededRandom.ts';
import { report } from 'tests/bench/figures.ts';
import { milliseconds, timesOf } from 'tests/bench/measure.ts';
import { askOver, openAtSize, untilAnswered, type ProductAtSize } from 'tests/bench/scale/openAtSize.ts';
import { wordOfRank, zipfWords } from 'tests/bench/scale/vocabulary.ts';
import type { TestSocket } from 'tests/server/routes/TestSocket.ts';

const WRITES = Number(process.env['WRITES'] ?? 100_000);
const TOGETHER = 250;
const SEARCHES_ALONE = 60;
/** Limit in milliseconds for 99 % of the turns of the event loop. The measurement itself adds 10 ms to each. */
const LOOP_LIMIT = 50;

const OVER_THE_LIMIT = 2_147_483_647;
const entries = (must: Json, more: object = {}): Json => ({
  must: { _t: ['ArchiveEntry'], ...(must as object) },
  ...more,
});

/** Queries at and beyond the limits. The server answers or refuses each; it must not wait. */
const HARD_QUERIES: readonly Json[] = [
  entries({ text: ['a'] }),
  entries({ text: [Array.from({ length: 1_000 }, (_, at) => wordOfRank(at)).join(' ')] }),
  entries({ text: ['the of and or not'] }),
  entries({ text: ['\u0301'.repeat(500)] }),
  entries({ text: ['\u05d0\u05d1\u05d2 \u0645\u0631\u062d\u0628\u0627'] }),
  entries({ text: ['wide '.repeat(13_000)] }),
  entries({}, { sort: [{ key: 'noSuchProperty', order: 'asc' }] }),
  entries({}, { facets: ['keywords', 'rel', 'communityMembers', 'spatialFeatures', 'collections', 'topics'] }),
  entries({}, { max: OVER_THE_LIMIT, labels: true }),
  entries({ text: [Array.from({ length: 16 }, (_, at) => wordOfRank(at)).join(' ')] }),
];

const search = (at: number) => ({
  must: { _t: ['ArchiveEntry'], ...(at % 2 === 0 && { text: [wordOfRank(at * 7)] }) },
  facets: ['type', 'category', '$access', 'language'],
  labels: true,
});

const timedSearch = async (socket: TestSocket, at: number): Promise<number> => {
  const began = performance.now();
  await untilAnswered(() => askOver(socket, 'search/ids', search(at)));
  return performance.now() - began;
};

/** Returns how many the server refused. */
const askHardQueries = async (socket: TestSocket, isOver: () => boolean): Promise<number> => {
  let refused = 0;
  for (let at = 0; !isOver(); at += 1) {
    socket.received.length = 0;
    const { erred } = await socket.ask('search/ids', HARD_QUERIES[at % HARD_QUERIES.length]);
    if (erred === true) refused += 1;
  }
  return refused;
};

const searchMeanwhile = async (socket: TestSocket, isOver: () => boolean): Promise<number[]> => {
  const times: number[] = [];
  while (!isOver()) times.push(await timedSearch(socket, times.length));
  return times;
};

const writeMany = async ({ database, store, facts }: ProductAtSize): Promise<void> => {
  const random = seededRandom(13);
  const [person] = facts.persons;
  if (!person) throw new Error('no people');
  const owner = (await store.items.find(database, person.entry))?.properties['owner'] ?? null;
  const insert = async (by: ItemId): Promise<void> => {
    await database.transaction((tx) =>
      store.items.together(tx, async (batch) => {
        for (let at = 0; at < TOGETHER; at += 1) {
          const properties = {
            owner,
            title: zipfWords(random, 4),
            $access: 'PUBLIC',
            description: zipfWords(random, 30),
          };
          await store.items.insert(batch, 'ArchiveEntry', properties, { at: new Date(), by, actor: undefined });
        }
      }),
    );
  };
  for (let written = 0; written < WRITES; written += TOGETHER) await insert(person.id);
};

/** Returns the 99th percentile of the event loop's delays in milliseconds since the last call. */
const loopDelay = async ({ server }: ProductAtSize): Promise<number> => {
  const text = await (await fetch(`${server.url}/metrics`)).text();
  return 1000 * Number(/^nodejs_eventloop_lag_p99_seconds (\S+)/m.exec(text)?.[1] ?? Number.NaN);
};

export const run = async (): Promise<void> => {
  const product = await openAtSize();
  const [socket, hard] = [await product.socket('member'), await product.socket('partner')];
  await loopDelay(product);
  const alone: number[] = [];
  for (let at = 0; at < SEARCHES_ALONE; at += 1) alone.push(await timedSearch(socket, at));
  const quiet = await loopDelay(product);
  let over = false;
  const began = performance.now();
  const [times, refused] = await Promise.all([
    searchMeanwhile(socket, () => over),
    askHardQueries(hard, () => over),
    writeMany(product).finally(() => (over = true)),
  ]);
  const seconds = (performance.now() - began) / 1000;
  const delay = await loopDelay(product);
  const [own, before] = [timesOf(times), timesOf(alone)];
  const rate = Math.round(WRITES / seconds);
  console.log(`${rate} writes a second; ${times.length} searches; ${refused} hard queries refused`);
  console.log(
    `search ${milliseconds(own.median)} ms, p95 ${milliseconds(own.p95)}; event loop p99 ${milliseconds(delay)}`,
  );
  report({
    ...{ name: `event loop while ${WRITES} items are written, p99`, unit: 'ms', value: delay },
    baseline: { name: 'the same with searches only', value: quiet },
    limit: { of: 'value', atMost: LOOP_LIMIT },
  });
  report({
    ...{ name: 'a search meanwhile, p95', unit: 'ms', value: own.p95, best: own.best },
    baseline: { name: 'p95 of searches without the writes', value: before.p95, best: before.best },
  });
  for (const each of [socket, hard]) each.close();
  await product.stop();
};
