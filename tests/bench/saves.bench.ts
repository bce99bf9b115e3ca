// A save of one text property over the socket of the built server, with its idempotency key, rate limit, history, event and notices' job,
// compared with a read of the same item over the same socket. Saves and reads alternate over many items, so that each has labels, terms and
// events of its own.

import type { Item, ItemId, Json } from 'src/model/item/Item.ts';
import { report } from 'tests/bench/figures.ts';
import { milliseconds, serially } from 'tests/bench/measure.ts';
import { openProduct } from 'tests/bench/openProduct.ts';
import type { TestSocket } from 'tests/server/routes/TestSocket.ts';

const ITEMS = 100;
const ROUNDS = 1_000;
const LIMIT = 3;

const answerOf = async (socket: TestSocket, operation: string, body?: Json, key?: string): Promise<Json> => {
  socket.received.length = 0;
  const { b, erred } = await socket.ask(operation, body, key === undefined ? {} : { key });
  if (erred) throw new Error(`${operation}: ${JSON.stringify(b)}`);
  return b ?? null;
};

/** Returns the counters of items that the person may change. */
const changeableItems = async (socket: TestSocket): Promise<Map<ItemId, number>> => {
  const { ids } = (await answerOf(socket, 'search/ids', { must: { _t: ['ArchiveEntry'] }, max: 500 })) as unknown as {
    readonly ids: readonly ItemId[];
  };
  const found = new Map<ItemId, number>();
  for (const id of ids) {
    if (found.size === ITEMS) break;
    const { allowed } = (await answerOf(socket, `readAllowed/${id}`)) as unknown as {
      readonly allowed: Readonly<Record<string, boolean>>;
    };
    if (allowed['update'] !== true) continue;
    found.set(id, ((await answerOf(socket, `read/${id}`)) as unknown as Item)._u);
  }
  return found;
};

export const run = async (): Promise<void> => {
  const { socket: open, stop } = await openProduct();
  const socket = await open('staff');
  const counters = await changeableItems(socket);
  const ids = [...counters.keys()];
  let at = 0;
  const id = (): ItemId => ids[at % ids.length] ?? '';
  const save = async (): Promise<void> => {
    const $id = id();
    const body = { $id, _u: counters.get($id) ?? 0, title: `Saved for the ${at}th time` };
    const { _u } = (await answerOf(socket, 'update', body, crypto.randomUUID())) as unknown as Item;
    counters.set($id, _u);
    at += 1;
  };
  const times = await serially({ read: () => answerOf(socket, `read/${id()}`), save }, ROUNDS);
  socket.close();
  await stop();
  const { read, save: saved } = times;
  if (!read || !saved) throw new Error('nothing measured');
  console.log(
    `${ids.length} items: read ${milliseconds(read.median)} ms (${milliseconds(read.best)}), save ${milliseconds(saved.median)} (${milliseconds(saved.best)}), p95 ${milliseconds(saved.p95)}`,
  );
  report({
    name: 'save of a text property over the socket, with its event and notices',
    unit: 'ms',
    value: saved.median,
    best: saved.best,
    baseline: { name: 'read/{id} over the socket', value: read.median, best: read.best },
    limit: { of: 'ratio', atMost: LIMIT },
  });
};
