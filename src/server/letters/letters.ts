// The service that writes letters: files of a letter, and pictures for its head.

import { SIDES } from 'src/server/files/imageVariants.ts';
import { DECODE_SECONDS, openPicture } from 'src/server/files/openPicture.ts';
import type { Letter, Paper } from 'src/server/letters/Letter.ts';
import type { PrintedRecord } from 'src/server/letters/recordPdf.ts';
import { writeLetter, writeRecord, type LetterFiles } from 'src/server/letters/writeLetter.ts';

export interface Letters {
  write(letter: Letter): Promise<LetterFiles>;
  /** Returns a PDF. */
  writeRecord(record: Omit<PrintedRecord, 'paper'>): Promise<Buffer>;
  /** Returns a copy that imageVariants made as PNG of a size for print; undefined for a larger picture. Rejects for what is no picture. */
  logo(picture: Buffer): Promise<Letter['letterhead']['logo']>;
}

const LOGO_PIXELS = 640;
const MAX_PIXELS = SIDES.large ** 2;

export const createLetters = (paper: Paper): Letters => ({
  write: (letter) => writeLetter({ ...letter, paper }),
  writeRecord: (record) => writeRecord({ ...record, paper }),
  async logo(picture) {
    const image = await openPicture(picture, MAX_PIXELS);
    if (!image) return undefined;
    const sized = image
      .resize({ width: LOGO_PIXELS, height: LOGO_PIXELS, fit: 'inside', withoutEnlargement: true })
      .timeout({ seconds: DECODE_SECONDS });
    const { data, info } = await sized.png().toBuffer({ resolveWithObject: true });
    return { content: data, width: info.width, height: info.height };
  },
});
