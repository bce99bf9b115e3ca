// Writes one letter or record as files in a thread of the pool of `letters.ts`: layout takes a second and would block other requests.

import { letterDocx } from 'src/server/letters/letterDocx.ts';
import { letterPdf } from 'src/server/letters/letterPdf.ts';
import type { Printed } from 'src/server/letters/letterThreads.ts';
import { recordPdf } from 'src/server/letters/recordPdf.ts';

/** Rejects when layout fails. */
export const printLetter = ({ letter, record, format }: Printed): Promise<Uint8Array> => {
  if (record) return recordPdf(record);
  return format === 'docx' ? letterDocx(letter) : letterPdf(letter);
};
