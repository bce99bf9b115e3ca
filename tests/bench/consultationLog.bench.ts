// The log of a consultation with 2,000 and with 20,000 messages as a table in CSV, as a task of a person in the built server. Measures the
// time from the request until the file exists and the growth of the server's memory, compared with one SQL statement that reads the texts
// of those messages.

import { readFile } from 'node:fs/promises';
import type { Json } from 'src/model/item/Item.ts';
import { report } from 'tests/bench/figures.ts';
import { openProduct, type Product } from 'tests/bench/openProduct.ts';
import { tokenOf } from 'tests/e2e/harness/signIn.ts';
import type { TestSocket } from 'tests/server/routes/TestSocket.ts';

const [FEW, MANY] = [2_000, 20_000];
/** Maximum number of messages in flight. */
const AT_ONCE = 20;
const WITHIN_MS = 60_000;
/** Growth of the whole process, in kB. */
const MOST_GROWTH_KB = 150_000;
const LOOK_EVERY_MS = 50;

type Values = Readonly<Record<string, Json>>;

const ask = async (socket: TestSocket, o: string, b: Json): Promise<Values> => {
  const { b: body, erred } = await socket.ask(o, b);
  if (erred === true) throw new Error(`${o}: ${JSON.stringify(body)}`);
  return body as Values;
};

/** Private memory of the server, in kB. */
const residentOf = async ({ server }: Product): Promise<number> =>
  Number(/^VmRSS:\s+(\d+)/m.exec(await readFile(`/proc/${server.pid}/status`, 'utf8'))?.[1] ?? 0);

const write = async (staff: TestSocket, thread: Json, from: number, to: number): Promise<void> => {
  for (let at = from; at < to; at += AT_ONCE)
    await Promise.all(
      Array.from({ length: Math.min(AT_ONCE, to - at) }, async (_, more) =>
        ask(staff, 'create/Message', { thread, body: `Entry ${at + more}: what was said that day.` }),
      ),
    );
};

interface Made {
  readonly took: number;
  readonly grown: number;
}

/** Runs the export until its file exists. The file must contain each message once. */
const made = async (product: Product, staff: TestSocket, input: Values, count: number): Promise<Made> => {
  const before = await residentOf(product);
  let most = before;
  const began = performance.now();
  const { key = '' } = await ask(staff, 'act/consultationLog/async', input);
  for (;;) {
    most = Math.max(most, await residentOf(product));
    const task = staff.received.find(({ o, b }) => o === 'taskComplete' && (b as Values)['key'] === key);
    if (task) {
      const took = performance.now() - began;
      const { resultURI: uri } = task.b as Values;
      if (typeof uri !== 'string') throw new Error(JSON.stringify(task.b));
      const headers = { authorization: `Bearer ${await tokenOf(product.server.url, 'staff')}` };
      const text = await (await fetch(new URL(uri, product.server.url), { headers })).text();
      const found = new Set(text.match(/Entry \d+:/g)).size;
      if (found !== count) throw new Error(`the log holds ${found} of ${count} messages`);
      return { took, grown: most - before };
    }
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
  }
};

/** Returns the milliseconds for reading the texts of the messages with one statement. */
const readTexts = async ({ driver }: Product, thread: Json): Promise<number> => {
  const began = performance.now();
  const { rowCount } = await driver.query("select body->>'body' from item where body->>'thread' = $1", [thread]);
  if ((rowCount ?? 0) < FEW) throw new Error(`the thread has ${rowCount} messages`);
  return performance.now() - began;
};

export const run = async (): Promise<void> => {
  const product = await openProduct();
  const staff = await product.socket('staff');
  const must = { _t: ['Consultation'], state: ['CONSULTING'] };
  const [context = ''] = (await ask(staff, 'search/ids', { must, max: 1 }))['ids'] as readonly string[];
  const { $id: thread = '' } = await ask(staff, 'create/Thread', { subject: 'What was said', context });
  const [_t = '', number] = context.split('-');
  const input = { _t, _i: Number(number), format: 'csv' };
  await write(staff, thread, 0, FEW);
  const few = await made(product, staff, input, FEW);
  await write(staff, thread, FEW, MANY);
  const many = await made(product, staff, input, MANY);
  const bare = await readTexts(product, thread);
  const seconds = (time: number): string => `${(time / 1000).toFixed(1)} s`;
  console.log(
    `${FEW} messages: ${seconds(few.took)}, ${MANY} messages: ${seconds(many.took)}, by SQL: ${seconds(bare)}`,
  );
  report({
    ...{ name: `log of ${MANY} messages as CSV, as a job`, unit: 'ms', value: many.took },
    baseline: { name: `${FEW} messages`, value: few.took },
    limit: { of: 'value', atMost: WITHIN_MS },
  });
  report({
    ...{ name: 'the same', unit: 'ms', value: many.took },
    baseline: { name: 'their texts by one SQL statement', value: bare },
  });
  report({
    ...{ name: 'the same: growth of the memory of the server', unit: 'kB', value: many.grown },
    limit: { of: 'value', atMost: MOST_GROWTH_KB },
  });
  staff.close();
  await product.stop();
};
