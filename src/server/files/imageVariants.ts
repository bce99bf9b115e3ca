// Smaller copies of images: upright, without any metadata (place and camera included), as WebP. Made on first use, a few at a time and one for
// each person, and kept beside the originals; they can be thrown away. Called by files.ts. Refuses costly images before decoding.

import { randomUUID } from 'node:crypto';
import { readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import sharp, { type Metadata } from 'sharp';
import { problem } from 'src/model/problems.ts';
import { createFairSemaphore } from 'src/server/files/fairSemaphore.ts';

export const VARIANTS = ['small', 'medium', 'large', 'original'] as const;
export type Variant = (typeof VARIANTS)[number];
export type SmallerVariant = Exclude<Variant, 'original'>;

interface VariantOptions {
  readonly maxPixels: number;
  /** Copies that may wait to be made; beyond it `rateLimited`. */
  readonly maxWaiting: number;
  /** Mode of a new file. */
  readonly mode: number;
}

export interface WantedVariant {
  readonly kind: SmallerVariant;
  /** The person, or the network address of a visitor, who waits for it. */
  readonly person: string;
}

/** Returns the copy of the original at this path; undefined when that is no image that can be read. */
export type ImageVariants = (original: string, wanted: WantedVariant) => Promise<Buffer | undefined>;

/** Longest side in pixels: a list's thumbnail, a card, a screen. */
const SIDES: Readonly<Record<SmallerVariant, number>> = { small: 320, medium: 960, large: 1920 };
const QUALITY = 80;
const DECODE_TIMEOUT_S = 5;
/** Images that are decoded at the same time: a costly one of one person leaves a place for others. */
const AT_ONCE = 2;
/** Bytes of one pixel with four channels of 8 bits. */
const PIXEL_BYTES = 4;
/** Bytes of one sample, by libvips' name of its format; every other takes 8 at most. */
const SAMPLE_BYTES: Readonly<Record<string, number>> = {
  uchar: 1,
  char: 1,
  ushort: 2,
  short: 2,
  uint: 4,
  int: 4,
  float: 4,
};
/** An interlaced PNG is decoded as a whole before the first row is there. */
const INTERLACED_PIXELS = 8_000_000;
const RETRY_AFTER_S = 10;
/** Broken images remembered; the oldest is forgotten first. */
const MAX_FAILED = 10_000;
// Formats with a decoder that is safe to give bytes of anybody to; SVG is not among them.
const READABLE = new Set(['jpeg', 'png', 'webp', 'gif', 'tiff', 'heif', 'avif']);

/** True when decoding would take more memory than an image of `maxPixels` with 8 bits and four channels. Needs only the header. */
export const isTooCostly = (
  {
    width,
    height,
    channels,
    depth,
    format,
    isProgressive,
  }: Pick<Metadata, 'width' | 'height' | 'channels' | 'depth' | 'format' | 'isProgressive'>,
  maxPixels: number,
): boolean => {
  const pixels = width * height;
  const bytes = pixels * channels * (SAMPLE_BYTES[depth] ?? 8);
  return bytes > maxPixels * PIXEL_BYTES || (format === 'png' && isProgressive && pixels > INTERLACED_PIXELS);
};

const makeVariant = async (path: string, kind: SmallerVariant, maxPixels: number): Promise<Buffer | undefined> => {
  try {
    const image = sharp(path, { limitInputPixels: maxPixels, failOn: 'error' });
    const metadata = await image.metadata();
    if (!READABLE.has(metadata.format) || isTooCostly(metadata, maxPixels)) return undefined;
    const side = SIDES[kind];
    return await image
      .rotate()
      .resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true })
      .webp({ quality: QUALITY })
      .timeout({ seconds: DECODE_TIMEOUT_S })
      .toBuffer();
  } catch {
    return undefined;
  }
};

/** Whole or not at all: another process may be reading. A failure costs only the next making. */
const keep = async (path: string, content: Buffer, mode: number): Promise<void> => {
  const draft = `${path}.${randomUUID()}`;
  try {
    await writeFile(draft, content, { mode });
    await rename(draft, path);
  } catch {
    await rm(draft, { force: true });
  }
};

const isThere = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  );

export const createImageVariants = ({ maxPixels, maxWaiting, mode }: VariantOptions): ImageVariants => {
  // Decoding needs memory by the pixel.
  const decoding = createFairSemaphore(AT_ONCE);
  let unfinished = 0;
  const making = new Map<string, Promise<Buffer | undefined>>();
  const failed = new Set<string>();

  const noteFailure = async (original: string): Promise<void> => {
    // What is missing may come; bytes that are there never change.
    if (!(await isThere(original))) return;
    for (const oldest of failed) {
      if (failed.size < MAX_FAILED) break;
      failed.delete(oldest);
    }
    failed.add(original);
  };

  const make = async (original: string, kind: SmallerVariant, path: string): Promise<Buffer | undefined> => {
    // Its first size may have failed while this one waited.
    if (failed.has(original)) return undefined;
    const made = await makeVariant(original, kind, maxPixels);
    if (made) await keep(path, made, mode);
    else await noteFailure(original);
    return made;
  };

  return async (original, { kind, person }) => {
    const path = `${original}.${kind}.webp`;
    const kept = await readFile(path).catch(() => undefined);
    if (kept || failed.has(original)) return kept;
    const same = making.get(path);
    if (same) return await same;
    // One is being made, the others wait.
    if (unfinished > maxWaiting) throw problem('rateLimited', { retryAfter: RETRY_AFTER_S });
    unfinished += 1;
    const made = decoding
      .run(person, {}, () => make(original, kind, path))
      .finally(() => {
        unfinished -= 1;
        making.delete(path);
      });
    making.set(path, made);
    return await made;
  };
};
