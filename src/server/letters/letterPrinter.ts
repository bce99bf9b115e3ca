// Service that writes letters: files of a letter, and pictures for its head.

import { VARIANT_SIDES } from 'src/server/files/imageVariants.ts';
import { DECODE_SECONDS, openPicture } from 'src/server/files/openPicture.ts';
import type { Letter, LetterPicture, Paper } from 'src/server/letters/Letter.ts';
import type { PrintedRecord } from 'src/server/letters/recordPdf.ts';
import { createLetterThreads, type LetterFormat } from 'src/server/letters/letterThreads.ts';

export interface Letters {
  write(letter: Letter, format: LetterFormat): Promise<Buffer>;
  /** Returns a PDF. */
  writeRecord(record: Omit<PrintedRecord, 'paper'>): Promise<Buffer>;
  /** Converts a copy made by imageVariants to PNG in print size; undefined for a larger picture. Rejects for other files. */
  logo(picture: Buffer): Promise<LetterPicture | undefined>;
  /** Same, in the size of a page. */
  picture(picture: Buffer): Promise<LetterPicture | undefined>;
  stop(): Promise<void>;
}

const LOGO_PIXELS = 640;
const PAGE_PIXELS = 1400;
const MAX_PIXELS = VARIANT_SIDES.large ** 2;

const printedPicture = async (picture: Buffer, pixels: number): Promise<LetterPicture | undefined> => {
  const image = await openPicture(picture, MAX_PIXELS);
  if (!image) return undefined;
  const sized = image
    .resize({ width: pixels, height: pixels, fit: 'inside', withoutEnlargement: true })
    .timeout({ seconds: DECODE_SECONDS });
  const { data, info } = await sized.png().toBuffer({ resolveWithObject: true });
  return { content: data, width: info.width, height: info.height };
};

export const createLetters = (paper: Paper): Letters => {
  const threads = createLetterThreads();
  return {
    write: (letter, format) => threads.write({ letter: { ...letter, paper }, format }),
    writeRecord: (record) => threads.write({ record: { ...record, paper } }),
    logo: (picture) => printedPicture(picture, LOGO_PIXELS),
    picture: (picture) => printedPicture(picture, PAGE_PIXELS),
    stop: threads.stop,
  };
};
