// `read/{id}` over the socket of the built server, compared with a socket server that only runs the same statement (bareSocketServer.ts),
// alternating over the same items. Also measures the bare row with the raw driver, prepared and unprepared.

import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { WebSocket } from 'ws';
import type { Json } from 'src/model/item/Item.ts';
import { registry } from 'src/generated/registry.server.ts';
import { readPlan } from 'src/server/store/itemPlan.ts';
import { oneRowSql } from 'src/server/store/itemRows.ts';
import { partitionOf } from 'src/server/store/partitions.ts';
import { report } from 'tests/bench/figures.ts';
import { serially, milliseconds } from 'tests/bench/measure.ts';
import { openProduct } from 'tests/bench/openProduct.ts';
import type { TestSocket } from 'tests/server/routes/TestSocket.ts';

const TYPE = 'ArchiveEntry';
/** Sends one frame at a time; more at once would exceed the rate limit of a client. */
const ROUNDS = 3000;
const LIMIT = 1.3;

const ask = async (socket: TestSocket, operation: string, body?: Json): Promise<Json | undefined> => {
  socket.received.length = 0;
  const { b, erred } = await socket.ask(operation, body);
  if (erred) throw new Error(`${operation}: ${JSON.stringify(b)}`);
  return b;
};

interface Bare {
  row(i: number): Promise<unknown>;
  stop(): void;
}

const openBare = async (host: string, statement: string): Promise<Bare> => {
  const child = fork(fileURLToPath(new URL('./bareSocketServer.ts', import.meta.url)), [host, statement]);
  const failed = once(child, 'exit').then(() => Promise.reject(new Error('the bare socket server did not start')));
  failed.catch(() => undefined);
  const [port] = (await Promise.race([once(child, 'message'), failed])) as [number];
  const socket = new WebSocket(`ws://127.0.0.1:${port}`);
  let answer: (text: string) => void = () => undefined;
  socket.on('message', (data: Buffer) => answer(data.toString()));
  await once(socket, 'open');
  return {
    row: async (i) => {
      const answered = new Promise<string>((resolve) => (answer = resolve));
      socket.send(JSON.stringify({ i }));
      return JSON.parse(await answered) as unknown;
    },
    stop() {
      socket.close();
      child.kill();
    },
  };
};

export const run = async (): Promise<void> => {
  const { driver, socket: open, stop } = await openProduct();
  const socket = await open('member');
  const { ids } = (await ask(socket, 'search/ids', { must: { _t: [TYPE] }, max: 500 })) as { ids: string[] };
  const table = partitionOf(registry.types[TYPE]?.number ?? 0);
  const type = registry.types[TYPE];
  if (!type) throw new Error(`no type ${TYPE}`);
  const bare = await openBare(driver.host, oneRowSql(readPlan(registry, type), true));
  const text = `select * from ${table} where i = $1`;
  let at = 0;
  const id = (): string => ids[at % ids.length] ?? '';
  const values = (): number[] => [Number(id().split('-')[1])];
  const times = await serially(
    {
      prepared: async () => {
        if ((await driver.query({ name: 'row', text, values: values() })).rowCount !== 1) throw new Error('no row');
      },
      plain: () => driver.query(text, values()),
      bare: () => bare.row(values()[0] ?? 0),
      read: () => ask(socket, `read/${id()}`).then(() => (at += 1)),
    },
    ROUNDS,
  );
  bare.stop();
  socket.close();
  await stop();
  console.log(`${ids.length} items; median ms (best):`);
  for (const [name, { median, best }] of Object.entries(times))
    console.log(`  ${name.padEnd(10)}${milliseconds(median)} (${milliseconds(best)})`);
  const { prepared, plain, bare: least, read } = times;
  if (!prepared || !plain || !least || !read) throw new Error('nothing measured');
  const own = { unit: 'ms' as const, value: read.median, best: read.best };
  report({
    name: 'read/{id} over the socket',
    ...own,
    baseline: { name: 'same statement, bare socket server', value: least.median, best: least.best },
    limit: { of: 'ratio', atMost: LIMIT },
  });
  report({
    name: 'the same',
    ...own,
    baseline: { name: 'same row, driver, text and values', value: plain.median, best: plain.best },
  });
  report({
    name: 'the same',
    ...own,
    baseline: { name: 'same row, driver, prepared', value: prepared.median, best: prepared.best },
  });
};
