// A letter of ten pages, and one with twenty pages of annexes, as a task of a person in the built server. Measures the time from the
// request until its DOCX and PDF exist, which are written in parallel. A letter of one page shows the fixed cost.

import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import type { Json } from 'src/model/item/Item.ts';
import { report } from 'tests/bench/figures.ts';
import { milliseconds, timesOf, type Times } from 'tests/bench/measure.ts';
import { openProduct, type Product } from 'tests/bench/openProduct.ts';
import { tokenOf } from 'tests/e2e/harness/signIn.ts';
import type { TestSocket } from 'tests/server/routes/TestSocket.ts';

const ROUNDS = 9;
const WARM_UP = 2;
const LOOK_EVERY_MS = 5;
/** Limit for the job, from the request to the file. */
const WITHIN_MS = 2_000;
const PAGES = 10;
/** Number of pages of the attached sections of the answer. */
const ANNEX_PAGES = 20;
const ANNEXED_WITHIN_MS = 3_000;
/** Each section contains less than 20,000 characters. */
const SECTIONS = 4;
const PARAGRAPHS_IN_SECTION = 26;
/** Number of paragraphs in a letter of one page, and of ten. */
const [FEW, MANY] = [4, 56];
const PARAGRAPH =
  'The creek below the crossing is where our people fish in spring, ᓀᐦᐃᔭᐍᐏᐣ, and it is to stay **as it is**. '.repeat(
    5,
  );

type Values = Readonly<Record<string, Json>>;

const ask = async (socket: TestSocket, o: string, b: Json): Promise<Values> => {
  const { b: body, erred } = await socket.ask(o, b);
  if (erred === true) throw new Error(`${o}: ${JSON.stringify(body)}`);
  return body as Values;
};

const textOf = (paragraphs: number): string =>
  Array.from({ length: paragraphs }, (_, at) => `${at + 1}. ${PARAGRAPH}`).join('\n\n');

interface Made {
  readonly time: number;
  readonly uri: string;
}

/** Creates the letter and waits until its file can be fetched. */
const made = async (socket: TestSocket, input: Values): Promise<Made> => {
  const began = performance.now();
  const { key = '' } = await ask(socket, 'act/previewLetter/async', input);
  for (;;) {
    const task = socket.received.find(({ o, b }) => o === 'taskComplete' && (b as Values)['key'] === key);
    if (task) {
      const { resultURI: uri } = task.b as Values;
      if (typeof uri !== 'string') throw new Error(JSON.stringify(task.b));
      return { time: performance.now() - began, uri };
    }
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
  }
};

const measure = async (socket: TestSocket, input: Values): Promise<Times> => {
  const took: number[] = [];
  for (let round = -WARM_UP; round < ROUNDS; round += 1) {
    const { time } = await made(socket, input);
    if (round >= 0) took.push(time);
  }
  return timesOf(took);
};

/** Throws unless the letter has the expected number of pages. */
const demandPages = async (
  { server }: Product,
  socket: TestSocket,
  { input, pages }: { readonly input: Values; readonly pages: number },
): Promise<void> => {
  const { uri } = await made(socket, { ...input, format: 'pdf' });
  const headers = { authorization: `Bearer ${await tokenOf(server.url, 'staff')}` };
  const data = new Uint8Array(await (await fetch(new URL(uri, server.url), { headers })).arrayBuffer());
  const { numPages } = await getDocument({ data, verbosity: 0 }).promise;
  if (numPages < pages || numPages > pages + 4) throw new Error(`the letter has ${numPages} pages`);
};

export const run = async (): Promise<void> => {
  const product = await openProduct();
  const staff = await product.socket('staff');
  const must = { _t: ['ConsultResponse'], state: ['PENDING'] };
  const [context = ''] = (await ask(staff, 'search/ids', { must, max: 1 }))['ids'] as readonly string[];
  const letterOf = async (paragraphs: number, annexes: readonly string[] = []): Promise<Values> => {
    const values = { context, subject: `Of ${paragraphs} paragraphs`, body: textOf(paragraphs), annexes: [...annexes] };
    const { _t = '', _i = 0 } = await ask(staff, 'create/Letter', values);
    return { _t, _i };
  };
  const short = await letterOf(FEW);
  const long = await letterOf(MANY);
  for (let order = 1; order <= SECTIONS; order += 1) {
    const section = { response: context, title: `Part ${order}`, body: textOf(PARAGRAPHS_IN_SECTION), order };
    await ask(staff, 'create/ConsultResponseSection', section);
  }
  const annexed = await letterOf(FEW, ['SECTIONS']);
  await demandPages(product, staff, { input: long, pages: PAGES });
  await demandPages(product, staff, { input: annexed, pages: ANNEX_PAGES + 1 });
  for (const format of ['pdf', 'docx']) {
    const one = await measure(staff, { ...short, format });
    const all = await measure(staff, { ...long, format });
    console.log(`${format}: one page ${milliseconds(one.median)} ms, ${PAGES} pages ${milliseconds(all.median)} ms`);
    report({
      ...{ name: `letter of ${PAGES} pages as ${format}, as a job`, unit: 'ms', value: all.median, best: all.best },
      limit: { of: 'value', atMost: WITHIN_MS },
    });
    const whole = await measure(staff, { ...annexed, format });
    report({
      ...{ name: `letter with ${ANNEX_PAGES} pages of annexes as ${format}, as a job`, unit: 'ms' },
      ...{ value: whole.median, best: whole.best },
      baseline: { name: 'one page', value: one.median, best: one.best },
      limit: { of: 'value', atMost: ANNEXED_WITHIN_MS },
    });
  }
  staff.close();
  await product.stop();
};
