// The thread that writes one letter or record as files and ends: laying out pages takes a second, for which other requests must not wait.

import { parentPort } from 'node:worker_threads';
import { letterDocx } from 'src/server/letters/letterDocx.ts';
import { letterPdf } from 'src/server/letters/letterPdf.ts';
import { recordPdf } from 'src/server/letters/recordPdf.ts';
import type { Printed, WrittenFiles } from 'src/server/letters/writeLetter.ts';

const write = async ({ letter, record }: Printed): Promise<WrittenFiles> => {
  if (record) return { pdf: await recordPdf(record) };
  const [docx, pdf] = await Promise.all([letterDocx(letter), letterPdf(letter)]);
  return { docx, pdf };
};

parentPort?.once('message', (printed: Printed) => {
  void write(printed).then(
    (files) => parentPort?.postMessage(files),
    (error: unknown) => parentPort?.postMessage({ failed: String(error instanceof Error ? error.stack : error) }),
  );
});
