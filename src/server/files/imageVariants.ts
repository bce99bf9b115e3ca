// A smaller copy of an image: upright, without any metadata (place and camera included), as WebP. Refuses pixel floods before decoding.

import sharp from 'sharp';
import type { Variant } from 'src/server/files/files.ts';

/** Longest side in pixels: a list's thumbnail, a card, a screen. */
const SIDES: Readonly<Record<Exclude<Variant, 'original'>, number>> = { small: 320, medium: 960, large: 1920 };
const QUALITY = 80;
// Formats with a decoder that is safe to give strangers' bytes to; SVG is not among them.
const READABLE = new Set(['jpeg', 'png', 'webp', 'gif', 'tiff', 'heif', 'avif']);

/** Undefined when the file is no image that can be read, or one of more than `maxPixels`. */
export const makeVariant = async (
  path: string,
  kind: Exclude<Variant, 'original'>,
  maxPixels: number,
): Promise<Buffer | undefined> => {
  try {
    const image = sharp(path, { limitInputPixels: maxPixels, failOn: 'error' });
    const { format } = await image.metadata();
    if (format === undefined || !READABLE.has(format)) return undefined;
    const side = SIDES[kind];
    return await image
      .rotate()
      .resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true })
      .webp({ quality: QUALITY })
      .toBuffer();
  } catch {
    return undefined;
  }
};
