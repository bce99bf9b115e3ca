// Items that many people watch, each with principals of their own: the time from sending an edit until each of 500 has received it, and how
// many edits a second eight writers make while 200 watch all of their items, compared with the same edits without a watcher.

import type { WebSocket } from 'ws';
import type { Item, ItemId, Json } from 'src/model/item/Item.ts';
import { report } from 'tests/bench/figures.ts';
import { openSockets } from 'tests/bench/manySockets.ts';
import { timesOf } from 'tests/bench/measure.ts';
import { openProduct } from 'tests/bench/openProduct.ts';
import { emailOf } from 'tests/e2e/harness/accounts.ts';
import { addPeople, type Person } from 'tests/server/harness/manyPeople.ts';
import type { TestSocket } from 'tests/server/routes/TestSocket.ts';

const MANY = 500;
const FEWER = 200;
const EDITS = 40;
const WRITERS = 8;
const EDITS_PER_WRITER = 60;
/** Milliseconds in which 99 % of the receivers have an edit, and per edit with watchers: 300 a second. */
const [PUSH_LIMIT, EDIT_LIMIT] = [100, 1000 / 300];

const answerOf = async (socket: TestSocket, operation: string, body?: Json): Promise<Json> => {
  socket.received.length = 0;
  const { b, erred } = await socket.ask(operation, body);
  if (erred) throw new Error(`${operation}: ${JSON.stringify(b)}`);
  return b ?? null;
};

/** Returns items that the writer may change and the reader may see. */
const findItems = async (writer: TestSocket, reader: TestSocket, count: number): Promise<readonly Item[]> => {
  const { ids } = (await answerOf(reader, 'search/ids', { must: { _t: ['ArchiveEntry'] }, max: 500 })) as unknown as {
    readonly ids: readonly ItemId[];
  };
  const items: Item[] = [];
  for (const id of ids) {
    const { allowed } = (await answerOf(writer, `readAllowed/${id}`)) as unknown as {
      readonly allowed: Readonly<Record<string, boolean>>;
    };
    if (allowed['update'] === true) items.push((await answerOf(writer, `read/${id}`)) as unknown as Item);
    if (items.length === count) return items;
  }
  throw new Error('too few items to edit');
};

const edit = async (writer: TestSocket, { $id, _u }: Item, title: string): Promise<Item> =>
  (await answerOf(writer, 'update', { $id, _u, title })) as unknown as Item;

/** Resolves with the moment at which the socket gets a frame with the text. */
const arrival = (socket: WebSocket, text: string): Promise<number> =>
  new Promise((resolve) => {
    const onMessage = (data: Buffer): void => {
      if (!data.includes(text)) return;
      socket.off('message', onMessage);
      resolve(performance.now());
    };
    socket.on('message', onMessage);
  });

const watchAll = (url: string, people: readonly Person[], items: readonly Item[]) =>
  openSockets(people.map(({ token }) => ({ url, token, operations: items.map(({ $id }) => `addWatch/${$id}`) })));

const pushToMany = async (writer: TestSocket, sockets: readonly WebSocket[], first: Item) => {
  const [each, last, answers]: [number[], number[], number[]] = [[], [], []];
  let item = first;
  for (let round = -3; round < EDITS; round++) {
    const title = `Edited at version ${item._u}`;
    const arrivals = sockets.map((socket) => arrival(socket, title));
    const sent = performance.now();
    item = await edit(writer, item, title);
    const answered = performance.now() - sent;
    const times = (await Promise.all(arrivals)).map((time) => time - sent);
    if (round < 0) continue;
    each.push(...times);
    last.push(Math.max(...times));
    answers.push(answered);
  }
  return { each, last: timesOf(last), answer: timesOf(answers) };
};

/** Returns milliseconds per edit. Ends when every socket has the last edit of each item. */
const editTogether = async (
  writers: readonly TestSocket[],
  items: readonly Item[],
  sockets: readonly WebSocket[],
): Promise<{ readonly perEdit: number; readonly items: readonly Item[] }> => {
  const lastTitle = (item: Item): string => `Last of ${item.$id} at ${item._u + EDITS_PER_WRITER}`;
  const arrivals = items.flatMap((item) => sockets.map((socket) => arrival(socket, lastTitle(item))));
  const started = performance.now();
  const edited = await Promise.all(
    writers.map(async (writer, at) => {
      let item = items[at];
      if (!item) throw new Error('an item for each writer');
      const end = lastTitle(item);
      for (let nth = 1; nth < EDITS_PER_WRITER; nth++) item = await edit(writer, item, `Edit ${nth} of ${item._u}`);
      return await edit(writer, item, end);
    }),
  );
  await Promise.all(arrivals);
  return { perEdit: (performance.now() - started) / (WRITERS * EDITS_PER_WRITER), items: edited };
};

export const run = async (): Promise<void> => {
  let people: readonly Person[] = [];
  const {
    server,
    socket: open,
    stop,
  } = await openProduct({}, { fill: async (db) => void (people = await addPeople(db, emailOf('member'), MANY)) });
  const reader = await open('member');
  const writers = await Promise.all(Array.from({ length: WRITERS }, () => open('staff')));
  const [writer] = writers;
  if (!writer) throw new Error('no writer');
  const items = await findItems(writer, reader, WRITERS);
  const [first] = items;
  if (!first) throw new Error('nothing to edit');
  const many = await watchAll(server.url, people, [first]);
  const { each, last, answer } = await pushToMany(writer, many.sockets, first);
  await many.close();
  const present = [(await answerOf(writer, `read/${first.$id}`)) as unknown as Item, ...items.slice(1)];
  const alone = await editTogether(writers, present, []);
  const fewer = await watchAll(server.url, people.slice(0, FEWER), items);
  const watched = await editTogether(writers, alone.items, fewer.sockets);
  await fewer.close();
  for (const socket of [reader, ...writers]) socket.close();
  await stop();
  const sorted = each.toSorted((a, b) => a - b);
  const p99 = sorted[Math.floor(sorted.length * 0.99)] ?? Infinity;
  console.log(
    `edit to ${MANY} watchers: p99 ${p99.toFixed(1)} ms, last ${last.median.toFixed(1)} (${last.best.toFixed(1)}), answer ${answer.median.toFixed(1)}; ${(1000 / watched.perEdit).toFixed(0)} edits a second with ${FEWER} watchers, ${(1000 / alone.perEdit).toFixed(0)} without`,
  );
  report({
    name: `edit to ${MANY} watchers, 99th percentile`,
    unit: 'ms',
    value: p99,
    baseline: { name: 'answer to the update', value: answer.median, best: answer.best },
    limit: { of: 'value', atMost: PUSH_LIMIT },
  });
  report({
    name: `edit of ${WRITERS} writers with ${FEWER} watchers of each item`,
    unit: 'ms',
    value: watched.perEdit,
    baseline: { name: 'without watchers', value: alone.perEdit },
    limit: { of: 'value', atMost: EDIT_LIMIT },
  });
};
