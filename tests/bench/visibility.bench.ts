// An update of one item until searches find it, on the process that writes and on another one. Searches follow each other without a pause;
// the figure is the time from the answer to the update, which follows its commit, until a search that finds it is answered. A search waits
// for all changes that were committed before it, so usually the first one finds the update.

import type { SearchAnswer } from 'src/model/generated/wire.ts';
import type { Item } from 'src/model/item/Item.ts';
import { report } from 'tests/bench/figures.ts';
import { milliseconds, serially, timesOf } from 'tests/bench/measure.ts';
import { askOver, openAtSize, untilAnswered, type ProductAtSize } from 'tests/bench/scale/openAtSize.ts';
import { openSessions } from 'tests/bench/scale/openSessions.ts';
import { TestSocket } from 'tests/server/routes/TestSocket.ts';

const ROUNDS = 40;
const WARM_UP = 3;
/** Limit in milliseconds at a million items. */
const LIMIT = 5;

const findWord = async (socket: TestSocket, word: string): Promise<boolean> => {
  const query = { must: { _t: ['ArchiveEntry'], text: [word] }, max: 1 };
  return (await untilAnswered(() => askOver<SearchAnswer>(socket, 'search/ids', query))).total > 0;
};

/** Returns when a search that finds the word was answered. */
const foundAt = async (socket: TestSocket, word: string): Promise<number> =>
  (await findWord(socket, word)) ? performance.now() : await foundAt(socket, word);

interface Place {
  readonly name: string;
  readonly socket: TestSocket;
  readonly times: number[];
}

const editAndFind = async (
  writer: TestSocket,
  places: readonly Place[],
  { entry, mark }: { readonly entry: string; readonly mark: string },
): Promise<number[]> => {
  const { _u } = await askOver<Item>(writer, `read/${entry}`);
  await askOver(writer, 'update', { $id: entry, _u, title: `Edited as ${mark}` });
  const answered = performance.now();
  const found = await Promise.all(places.map(({ socket }) => foundAt(socket, mark)));
  return found.map((time) => time - answered);
};

const measure = async (product: ProductAtSize, writer: TestSocket, places: readonly Place[]): Promise<void> => {
  const entry = product.facts.persons[0]?.entry ?? '';
  for (let round = -WARM_UP; round < ROUNDS; round += 1) {
    const times = await editAndFind(writer, places, { entry, mark: `qx${Date.now().toString(36)}` });
    if (round >= 0) places.forEach((place, at) => place.times.push(times[at] ?? 0));
  }
  for (const { name, socket, times } of places) {
    const { search } = await serially({ search: () => findWord(socket, 'qxabsent') }, ROUNDS);
    const { median, best, p95 } = timesOf(times);
    console.log(`${name}: ${milliseconds(median)} ms (${milliseconds(best)}), p95 ${milliseconds(p95)}`);
    report({
      ...{ name: `an update visible to search on ${name}`, unit: 'ms', value: median, best },
      ...(search && { baseline: { name: 'one such search', value: search.median, best: search.best } }),
      limit: { of: 'value', atMost: LIMIT },
    });
  }
};

export const run = async (): Promise<void> => {
  const product = await openAtSize();
  const other = await product.second();
  const [token = ''] = await openSessions(product.database, [product.facts.persons[0]?.id ?? '']);
  const writer = await TestSocket.as(product.server.url, token);
  const places: Place[] = [];
  for (const [name, { url }] of [
    ['the process that writes', product.server],
    ['another process', other],
  ] as const)
    places.push({ name, socket: await TestSocket.as(url, token), times: [] });
  await measure(product, writer, places);
  for (const { socket } of places) socket.close();
  writer.close();
  await product.stop();
};
