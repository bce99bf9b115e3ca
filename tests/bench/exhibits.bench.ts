// A consultation with 500 entries and 300 files as a bundle of exhibits, as a task of a person in the built server. Measures the time from
// the request until the zip exists, and the growth of the server's memory.

import { readFile } from 'node:fs/promises';
import type { Json } from 'src/model/item/Item.ts';
import { report } from 'tests/bench/figures.ts';
import { openProduct, type Product } from 'tests/bench/openProduct.ts';
import { uploadFile } from 'tests/e2e/harness/attachFiles.ts';
import { tokenOf } from 'tests/e2e/harness/signIn.ts';
import { readZip } from 'tests/server/harness/readZip.ts';
import type { TestSocket } from 'tests/server/routes/TestSocket.ts';

const ENTRIES = 500;
const FILES = 300;
const FILE_BYTES = 1_000_000;
const FILES_OF_MESSAGE = 10;
const WITHIN_MS = 60_000;
/** Memory of the whole process. The files together have 300 MB. */
const MOST_GROWTH_KB = 150_000;
const LOOK_EVERY_MS = 100;

type Values = Readonly<Record<string, Json>>;

const ask = async (socket: TestSocket, o: string, b: Json): Promise<Values> => {
  const { b: body, erred } = await socket.ask(o, b);
  if (erred === true) throw new Error(`${o}: ${JSON.stringify(body)}`);
  return body as Values;
};

/** Private memory of the server, in kB. */
const residentOf = async ({ server }: Product): Promise<number> =>
  Number(/^VmRSS:\s+(\d+)/m.exec(await readFile(`/proc/${server.pid}/status`, 'utf8'))?.[1] ?? 0);

/** Returns different content for each file, so that no exhibit occurs twice. */
const contentOf = (at: number): Buffer => Buffer.alloc(FILE_BYTES, `Paper ${at} of the consultation.\n`);

const fill = async (product: Product, staff: TestSocket, context: string): Promise<void> => {
  const token = await tokenOf(product.server.url, 'staff');
  const { $id: thread = '' } = await ask(staff, 'create/Thread', { subject: 'Papers', context });
  for (let at = 0; at < ENTRIES; at += 1) {
    const attachments: string[] = [];
    for (let n = 0; n < FILES_OF_MESSAGE && at * FILES_OF_MESSAGE + n < FILES; n += 1) {
      const file = at * FILES_OF_MESSAGE + n;
      attachments.push(await uploadFile(product.server.url, token, `paper ${file}.txt`, contentOf(file)));
    }
    await ask(staff, 'create/Message', { thread, body: `Entry ${at}: what was said that day.`, attachments });
  }
};

interface Made {
  readonly took: number;
  readonly grown: number;
  readonly uri: string;
}

const made = async (product: Product, staff: TestSocket, input: Values): Promise<Made> => {
  const before = await residentOf(product);
  let most = before;
  const began = performance.now();
  const { key = '' } = await ask(staff, 'act/consultationLog/async', input);
  for (;;) {
    most = Math.max(most, await residentOf(product));
    const task = staff.received.find(({ o, b }) => o === 'taskComplete' && (b as Values)['key'] === key);
    if (task) {
      const { resultURI: uri } = task.b as Values;
      if (typeof uri !== 'string') throw new Error(JSON.stringify(task.b));
      return { took: performance.now() - began, grown: most - before, uri };
    }
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
  }
};

/** Throws unless the bundle contains all exhibits. */
const demandExhibits = async ({ server }: Product, uri: string): Promise<void> => {
  const headers = { authorization: `Bearer ${await tokenOf(server.url, 'staff')}` };
  const zip = await fetch(new URL(uri, server.url), { headers });
  const names = readZip(Buffer.from(await zip.arrayBuffer())).map(({ name }) => name);
  const papers = names.filter((name) => name.includes('paper '));
  if (papers.length !== FILES || names.length < ENTRIES + FILES)
    throw new Error(`the bundle has ${names.length} files`);
};

export const run = async (): Promise<void> => {
  const product = await openProduct();
  const staff = await product.socket('staff');
  const must = { _t: ['Consultation'], state: ['CONSULTING'] };
  const [context = ''] = (await ask(staff, 'search/ids', { must, max: 1 }))['ids'] as readonly string[];
  await fill(product, staff, context);
  const [_t = '', number] = context.split('-');
  const { took, grown, uri } = await made(product, staff, { _t, _i: Number(number), format: 'zip' });
  await demandExhibits(product, uri);
  console.log(
    `${ENTRIES} entries and ${FILES} files: ${(took / 1000).toFixed(1)} s, memory grew by ${Math.round(grown / 1000)} MB`,
  );
  const name = `bundle of ${ENTRIES} entries and ${FILES} files of 1 MB, as a job`;
  report({ name, unit: 'ms', value: took, limit: { of: 'value', atMost: WITHIN_MS } });
  report({
    ...{ name: 'the same: growth of the memory of the server', unit: 'kB', value: grown },
    limit: { of: 'value', atMost: MOST_GROWTH_KB },
  });
  staff.close();
  await product.stop();
};
