// The thread that writes one letter as files and ends: laying out pages is a second of work that nobody else shall wait for.

import { parentPort } from 'node:worker_threads';
import type { PrintedLetter } from 'src/server/letters/Letter.ts';
import { letterDocx } from 'src/server/letters/letterDocx.ts';
import { letterPdf } from 'src/server/letters/letterPdf.ts';

parentPort?.once('message', (letter: PrintedLetter) => {
  void Promise.all([letterDocx(letter), letterPdf(letter)]).then(
    ([docx, pdf]) => parentPort?.postMessage({ docx, pdf }),
    (error: unknown) => parentPort?.postMessage({ failed: String(error instanceof Error ? error.stack : error) }),
  );
});
