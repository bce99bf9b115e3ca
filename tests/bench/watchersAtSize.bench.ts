// Public records that 500 and 200 people watch, each person with own principals, while the large corpus is in the database: the time from
// sending an edit until the watchers have received it, the time of one of many edits in sequence, and of one of many by eight people at once,
// each of a record that all 200 watch.

import type { WebSocket } from 'ws';
import type { Item } from 'src/model/item/Item.ts';
import { report } from 'tests/bench/figures.ts';
import { openSockets } from 'tests/bench/manySockets.ts';
import { milliseconds, timesOf } from 'tests/bench/measure.ts';
import { askOver, openAtSize, type ProductAtSize } from 'tests/bench/scale/openAtSize.ts';
import { openSessions } from 'tests/bench/scale/openSessions.ts';
import { TestSocket } from 'tests/server/routes/TestSocket.ts';

const [MANY, FEWER] = [500, 200];
const EDITS = 40;
const WRITES = 300;
const WRITERS = 8;
/** Limits in milliseconds: 99 % of 500 pushes, the last of 200, and one of 300 writes a second. */
const LIMITS = { many: 100, last: 15, write: 1000 / 300 };
const UNBOUNDED = { socketsPerUser: 2_000, socketsPerAddress: 2_000 };

interface Watched {
  readonly writer: TestSocket;
  readonly sockets: readonly WebSocket[];
  item: Item;
}

/** Resolves when the socket receives a frame with the text. */
const arrivalOf = (socket: WebSocket, text: string): Promise<number> =>
  new Promise((resolve) => {
    const look = (data: Buffer): void => {
      if (!data.includes(text)) return;
      socket.off('message', look);
      resolve(performance.now());
    };
    socket.on('message', look);
  });

const save = async (watched: Watched, title: string): Promise<void> => {
  const { $id, _u } = watched.item;
  watched.item = await askOver<Item>(watched.writer, 'update', { $id, _u, title });
};

/** Saves the item and returns the milliseconds until its answer and until each watcher has received it. */
const saveAndPush = async (watched: Watched): Promise<{ readonly answer: number; readonly pushes: number[] }> => {
  const title = `Edited after version ${watched.item._u} of ${watched.item.$id}`;
  const arrivals = watched.sockets.map((socket) => arrivalOf(socket, title));
  const sent = performance.now();
  await save(watched, title);
  const answer = performance.now() - sent;
  return { answer, pushes: (await Promise.all(arrivals)).map((time) => time - sent) };
};

/** Returns new public records, each with a socket that writes it, and sockets of people that watch all of them. */
const openRecords = async (product: ProductAtSize, title: string, count: number, records: number) => {
  const { facts, database, server } = product;
  const people = facts.persons.slice(0, count).map(({ id }) => id);
  const tokens = await openSessions(database, people);
  const { url } = server;
  const written = await Promise.all(
    Array.from({ length: records }, async () => {
      const writer = await TestSocket.as(url, tokens[0] ?? '');
      const { owner } = await askOver<Item & { readonly owner: string }>(writer, `read/${facts.persons[0]?.entry}`);
      return { writer, item: await askOver<Item>(writer, 'create/ArchiveEntry', { owner, title, $access: 'PUBLIC' }) };
    }),
  );
  const operations = written.map(({ item }) => `addWatch/${item.$id}`);
  const { sockets, close } = await openSockets(tokens.map((token) => ({ url, token, operations })));
  const stop = async (): Promise<void> => {
    for (const { writer } of written) writer.close();
    await close();
  };
  return { all: written.map((each): Watched => ({ ...each, sockets })), stop };
};

/** Returns a new public record, and sockets of people that watch it. */
const openWatched = async (product: ProductAtSize, title: string, count: number) => {
  const {
    all: [watched],
    stop,
  } = await openRecords(product, title, count, 1);
  if (!watched) throw new Error('no record was created');
  return { watched, stop };
};

const measureEdits = async (watched: Watched) => {
  const [all, lasts, answers]: [number[], number[], number[]] = [[], [], []];
  for (let round = 0; round < EDITS; round += 1) {
    const { answer, pushes } = await saveAndPush(watched);
    all.push(...pushes);
    lasts.push(Math.max(...pushes));
    answers.push(answer);
  }
  const sorted = all.toSorted((a, b) => a - b);
  return { p99: sorted[Math.floor(sorted.length * 0.99)] ?? 0, last: timesOf(lasts), answer: timesOf(answers) };
};

/** Returns the milliseconds of one of many saves of records that are written at once. The last one of each is awaited by all watchers. */
const measureWrites = async (records: readonly Watched[]): Promise<number> => {
  const began = performance.now();
  const each = Math.ceil(WRITES / records.length);
  await Promise.all(
    records.map(async (watched) => {
      for (let at = 1; at < each; at += 1) await save(watched, `Write ${at}`);
      await saveAndPush(watched);
    }),
  );
  return (performance.now() - began) / (each * records.length);
};

export const run = async (): Promise<void> => {
  const product = await openAtSize(UNBOUNDED);
  const few = await openWatched(product, 'Watched by one', 1);
  const one = await measureEdits(few.watched);
  const oneWrite = await measureWrites([few.watched]);
  await few.stop();
  const many = await openWatched(product, 'Watched by many', MANY);
  const { p99, answer } = await measureEdits(many.watched);
  await many.stop();
  const fewer = await openWatched(product, 'Watched by fewer', FEWER);
  const { last } = await measureEdits(fewer.watched);
  const write = await measureWrites([fewer.watched]);
  await fewer.stop();
  const several = await openRecords(product, 'Watched while several write', FEWER, WRITERS);
  const together = await measureWrites(several.all);
  await several.stop();
  await product.stop();
  console.log(
    `${MANY} watchers: p99 ${milliseconds(p99)} ms, answer ${milliseconds(answer.median)}; last of ${FEWER}: ${milliseconds(last.median)}; ${Math.round(1000 / write)} writes a second in sequence, ${Math.round(1000 / together)} by ${WRITERS} people`,
  );
  const baseline = { name: 'the same with one watcher', value: one.last.median, best: one.last.best };
  report({
    ...{ name: `push of an edit to ${MANY} watchers, p99`, unit: 'ms', value: p99 },
    baseline: { name: 'p99 with one watcher', value: one.p99 },
    limit: { of: 'value', atMost: LIMITS.many },
  });
  report({
    ...{ name: `push of an edit to the last of ${FEWER}`, unit: 'ms', value: last.median, best: last.best, baseline },
    limit: { of: 'value', atMost: LIMITS.last },
  });
  report({
    ...{ name: `one of ${WRITES} edits with ${FEWER} watchers`, unit: 'ms', value: write },
    baseline: { name: 'the same with one watcher', value: oneWrite },
  });
  report({
    ...{
      name: `one of ${WRITES} edits by ${WRITERS} people with ${FEWER} watchers of each`,
      unit: 'ms',
      value: together,
    },
    baseline: { name: 'in sequence by one person', value: write },
    limit: { of: 'value', atMost: LIMITS.write },
  });
};
