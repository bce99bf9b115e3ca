// The service that writes letters: files of a letter, and pictures for its head.

import sharp from 'sharp';
import type { Letter, Paper } from 'src/server/letters/Letter.ts';
import { writeLetter, type LetterFiles } from 'src/server/letters/writeLetter.ts';

export interface Letters {
  write(letter: Letter): Promise<LetterFiles>;
  /** Any picture that the server keeps, as PNG of a size for print. */
  logo(picture: Buffer): Promise<NonNullable<Letter['letterhead']['logo']>>;
}

const LOGO_PIXELS = 640;

export const createLetters = (paper: Paper): Letters => ({
  write: (letter) => writeLetter({ ...letter, paper }),
  async logo(picture) {
    const image = sharp(picture).resize({
      width: LOGO_PIXELS,
      height: LOGO_PIXELS,
      fit: 'inside',
      withoutEnlargement: true,
    });
    const { data, info } = await image.png().toBuffer({ resolveWithObject: true });
    return { content: data, width: info.width, height: info.height };
  },
});
