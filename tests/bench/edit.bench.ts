// One item that a person edits while 200 sockets of other people watch it, each side in its own process. Measures the time from sending the
// update until the last socket has received it, which includes the update and its commit; the answer, which includes the commit, is shown
// separately. Repeated with the sockets on another server process than the one that writes.

import type { Item, Json } from 'src/model/item/Item.ts';
import { report } from 'tests/bench/figures.ts';
import { milliseconds, timesOf } from 'tests/bench/measure.ts';
import { openProduct } from 'tests/bench/openProduct.ts';
import { tokenOf } from 'tests/e2e/harness/signIn.ts';
import { TestSocket } from 'tests/server/routes/TestSocket.ts';

const SOCKETS = 200;
const ROUNDS = 40;
const WARM_UP = 3;
const LIMIT = 15;

const asked = async (socket: TestSocket, operation: string, body?: Json): Promise<Json> => {
  const { b, erred } = await socket.ask(operation, body);
  if (erred) throw new Error(`${operation}: ${JSON.stringify(b)}`);
  return b ?? null;
};

/** Returns an item that the writer may change and the readers may see. */
const findItem = async (writer: TestSocket, reader: TestSocket): Promise<Item> => {
  const query = { must: { _t: ['ArchiveEntry'] }, max: 500 };
  const { ids } = (await asked(reader, 'search/ids', query)) as unknown as { readonly ids: readonly string[] };
  for (const id of ids) {
    const { allowed } = (await asked(writer, `readAllowed/${id}`)) as unknown as {
      readonly allowed: Readonly<Record<string, boolean>>;
    };
    if (allowed['update'] === true) return (await asked(writer, `read/${id}`)) as unknown as Item;
  }
  throw new Error('nothing to edit');
};

interface Rounds {
  readonly answers: number[];
  readonly firsts: number[];
  readonly lasts: number[];
}

const rounds = async (writer: TestSocket, sockets: readonly TestSocket[], item: Item): Promise<Rounds> => {
  const times: Rounds = { answers: [], firsts: [], lasts: [] };
  let u = item._u;
  for (let round = -WARM_UP; round < ROUNDS; round++) {
    const title = `Edited at version ${u}`;
    for (const socket of [writer, ...sockets]) socket.received.length = 0;
    const received = sockets.map(async (socket) => {
      await socket.until(({ o, b }) => o === 'item/update' && JSON.stringify(b).includes(title));
      return performance.now();
    });
    const sent = performance.now();
    const answer = (await asked(writer, 'update', { $id: item.$id, _u: u, title })) as unknown as Item;
    const answered = performance.now();
    const moments = await Promise.all(received);
    u = answer._u;
    if (round < 0) continue;
    times.answers.push(answered - sent);
    times.firsts.push(Math.min(...moments) - sent);
    times.lasts.push(Math.max(...moments) - sent);
  }
  return times;
};

export const run = async (): Promise<void> => {
  const { server, socket: open, second, stop } = await openProduct();
  const other = await second();
  const writer = await open('staff');
  const reader = await open('member');
  const first = await findItem(writer, reader);
  reader.close();
  for (const [place, { url }] of [
    ['the process that writes', server],
    ['another process', other],
  ] as const) {
    const token = await tokenOf(url, 'member');
    const sockets = await Promise.all(Array.from({ length: SOCKETS }, () => TestSocket.as(url, token)));
    for (const socket of sockets) await socket.ask(`addWatch/${first.$id}`);
    const item = (await asked(writer, `read/${first.$id}`)) as unknown as Item;
    const { answers, firsts, lasts } = await rounds(writer, sockets, item);
    for (const socket of sockets) socket.close();
    const [answer, early, late] = [timesOf(answers), timesOf(firsts), timesOf(lasts)];
    console.log(
      `sockets on ${place}: update answered after ${milliseconds(answer.median)} ms (${milliseconds(answer.best)}), first heard ${milliseconds(early.median)} (${milliseconds(early.best)}), last ${milliseconds(late.median)} (${milliseconds(late.best)}), p95 ${milliseconds(late.p95)}`,
    );
    report({
      name: `edit to the last of ${SOCKETS} sockets on ${place}`,
      unit: 'ms',
      value: late.median,
      best: late.best,
      baseline: { name: 'answer to the update', value: answer.median, best: answer.best },
      limit: { of: 'value', atMost: LIMIT },
    });
  }
  writer.close();
  await stop();
};
