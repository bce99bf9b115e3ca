// Writes one letter or record as files, in a thread of the pool of `letters.ts`: laying out pages takes a second, for which other
// requests must not wait.

import { letterDocx } from 'src/server/letters/letterDocx.ts';
import { letterPdf } from 'src/server/letters/letterPdf.ts';
import type { Printed } from 'src/server/letters/letterThreads.ts';
import { recordPdf } from 'src/server/letters/recordPdf.ts';

/** Rejects where the pages cannot be laid out. */
export const write = ({ letter, record, format }: Printed): Promise<Uint8Array> => {
  if (record) return recordPdf(record);
  return format === 'docx' ? letterDocx(letter) : letterPdf(letter);
};
