// Threads that write letters and records as files. A thread loads its libraries and fonts once, which takes longer than a short letter, and
// ends when it is idle for a while.

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
  /** Returns the file. Throws on a failure or timeout of layout; a job then retries. */
  write(printed: Printed): Promise<Buffer>;
  stop(): Promise<void>;
}

/** Longer than a letter of a hundred pages takes on a busy machine. */
const LAYOUT_TIMEOUT_MS = 60_000;
/** PDF and DOCX of a letter are written in parallel. */
const THREADS = 2;
/** Longer than the typical time between two previews of a letter. */
const THREAD_IDLE_MS = 60_000;

/** Removes control characters, which no document format allows. */
const printable = <Value>(value: Value): Value => {
  if (typeof value === 'string') return withoutControls(value) as Value;
  if (Array.isArray(value)) return value.map((each: unknown) => printable(each)) as Value;
  if (!isRecord(value) || ArrayBuffer.isView(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, printable(each)])) as Value;
};

/** The built file is next to the server's other files. During development, tsx loads the source. */
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
      pool ??= new Piscina({
        ...code(),
        name: 'printLetter',
        minThreads: 0,
        maxThreads: THREADS,
        idleTimeout: THREAD_IDLE_MS,
      });
      const file = await pool.run(printable(printed), { signal: AbortSignal.timeout(LAYOUT_TIMEOUT_MS) });
      return Buffer.from(file.buffer, file.byteOffset, file.byteLength);
    },
    async stop() {
      await pool?.destroy();
    },
  };
};
