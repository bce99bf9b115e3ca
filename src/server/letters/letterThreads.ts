// Threads that write letters and records as files. A thread loads its libraries and fonts once, which takes longer than a short letter,
// and ends when no letter has come for a while.

import { existsSync } from 'node:fs';
import { Piscina } from 'piscina';
import { isRecord } from 'src/base/isRecord.ts';
import { withoutControls } from 'src/server/exchange/xmlText.ts';
import type { PrintedLetter } from 'src/server/letters/Letter.ts';
import type { PrintedRecord } from 'src/server/letters/recordPdf.ts';

export type LetterFormat = 'docx' | 'pdf';

/** The request to a thread. */
export type Printed =
  | { readonly letter: PrintedLetter; readonly format: LetterFormat; readonly record?: undefined }
  | { readonly letter?: undefined; readonly format?: undefined; readonly record: PrintedRecord };

export interface LetterThreads {
  /** Returns the file. Throws where the pages cannot be laid out, or not in time: a job that asked tries again. */
  write(printed: Printed): Promise<Buffer>;
  stop(): Promise<void>;
}

/** Longer than a letter of a hundred pages takes on a busy machine. */
const TIMEOUT_MS = 60_000;
/** A PDF and its DOCX are written side by side. */
const THREADS = 2;
/** Longer than the pause between two looks at the same letter. */
const IDLE_MS = 60_000;

/** Removes control characters, which no document can hold: a word processor does not open a file with one of them. */
const printable = <Value>(value: Value): Value => {
  if (typeof value === 'string') return withoutControls(value) as Value;
  if (Array.isArray(value)) return value.map((each: unknown) => printable(each)) as Value;
  if (!isRecord(value) || ArrayBuffer.isView(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, printable(each)])) as Value;
};

/** The built file lies beside the server's other files. While developing, the source is loaded by tsx. */
const code = (): { readonly filename: string; readonly execArgv?: string[] } => {
  const built = new URL('./letterWorker.js', import.meta.url);
  if (existsSync(built)) return { filename: built.href };
  const source = new URL('./letterWorker.ts', import.meta.url);
  return { filename: source.href, execArgv: ['--import', import.meta.resolve('tsx')] };
};

export const createLetterThreads = (): LetterThreads => {
  let pool: Piscina<Printed, Uint8Array> | undefined;
  return {
    async write(printed) {
      pool ??= new Piscina({ ...code(), name: 'write', minThreads: 0, maxThreads: THREADS, idleTimeout: IDLE_MS });
      const file = await pool.run(printable(printed), { signal: AbortSignal.timeout(TIMEOUT_MS) });
      return Buffer.from(file.buffer, file.byteOffset, file.byteLength);
    },
    async stop() {
      await pool?.destroy();
    },
  };
};
