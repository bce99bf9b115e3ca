// A letter as the two files that are sent, or a record as pages to print: written in a thread of their own, which ends with them.

import { existsSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import { isRecord } from 'src/base/isRecord.ts';
import { withoutControls } from 'src/server/exchange/xmlText.ts';
import type { PrintedLetter } from 'src/server/letters/Letter.ts';
import type { PrintedRecord } from 'src/server/letters/recordPdf.ts';

/** The request to the thread. */
export type Printed =
  | { readonly letter: PrintedLetter; readonly record?: undefined }
  | { readonly letter?: undefined; readonly record: PrintedRecord };

export interface WrittenFiles {
  readonly pdf: Uint8Array;
  readonly docx?: Uint8Array;
}

export interface LetterFiles {
  readonly docx: Buffer;
  readonly pdf: Buffer;
}

type Answer = WrittenFiles | { readonly failed: string };

/** Longer than a letter of a hundred pages takes on a busy machine. */
const TIMEOUT_MS = 60_000;

/** Without signs that no document can hold: with one of them a word processor opens nothing of it. */
const printable = <Value>(value: Value): Value => {
  if (typeof value === 'string') return withoutControls(value) as Value;
  if (Array.isArray(value)) return value.map((each: unknown) => printable(each)) as Value;
  if (!isRecord(value) || ArrayBuffer.isView(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, printable(each)])) as Value;
};

/** Node reads no TypeScript by itself. */
const fromSource = (url: URL): string =>
  `import('tsx/esm/api').then(({ register }) => (register(), import(${JSON.stringify(url.href)})))`;

/** As built, beside the server's other files; while developing, from the source. */
const startWorker = (): Worker => {
  const built = new URL('./letterWorker.js', import.meta.url);
  if (existsSync(built)) return new Worker(built);
  return new Worker(fromSource(new URL('./letterWorker.ts', import.meta.url)), { eval: true });
};

/** Throws where the pages cannot be laid out, or not in time: a job that asked tries again. */
const inThread = async (printed: Printed): Promise<WrittenFiles> => {
  const worker = startWorker();
  let timer: NodeJS.Timeout | undefined;
  try {
    const answer = await new Promise<Answer>((resolve, reject) => {
      worker.once('message', resolve);
      worker.once('error', reject);
      worker.once('exit', (code) => reject(new Error(`The thread that writes letters ended with ${code}`)));
      timer = setTimeout(() => reject(new Error('A letter took too long to write')), TIMEOUT_MS);
      worker.postMessage(printable(printed));
    });
    if ('failed' in answer) throw new Error(answer.failed);
    return answer;
  } finally {
    clearTimeout(timer);
    await worker.terminate();
  }
};

export const writeLetter = async (letter: PrintedLetter): Promise<LetterFiles> => {
  const { docx = new Uint8Array(), pdf } = await inThread({ letter });
  return { docx: Buffer.from(docx), pdf: Buffer.from(pdf) };
};

export const writeRecord = async (record: PrintedRecord): Promise<Buffer> =>
  Buffer.from((await inThread({ record })).pdf);
