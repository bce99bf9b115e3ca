// Makes smaller copies of images: upright, without any metadata (place and camera included), as WebP. A copy is made on first use, a few at a
// time and one for each person, and stored next to its original; copies can be deleted. Called by files.ts.

import { randomUUID } from 'node:crypto';
import { readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { problem } from 'src/model/problems.ts';
import { DECODE_SECONDS, openPicture } from 'src/server/files/openPicture.ts';
import { createSemaphore } from 'src/server/semaphore.ts';

export const VARIANTS = ['small', 'medium', 'large', 'original'] as const;
export type Variant = (typeof VARIANTS)[number];
export type SmallerVariant = Exclude<Variant, 'original'>;

interface VariantOptions {
  readonly maxPixels: number;
  /** Copies that may wait to be made for one person; beyond it `rateLimited`. */
  readonly maxWaiting: number;
  /** Time limit of decoding, in seconds. */
  readonly decodeSeconds?: number;
  /** Mode of a new file. */
  readonly mode: number;
}

export interface WantedVariant {
  readonly kind: SmallerVariant;
  /** The person, or the network address of a visitor, who waits for it. */
  readonly person: string;
}

/**
 * Returns the copy of the original at this path; undefined when that is no image that can be read. Throws `rateLimited` when too many copies
 * wait for the person, or when decoding takes too long.
 */
export type ImageVariants = (original: string, wanted: WantedVariant) => Promise<Buffer | undefined>;

/** Longest side in pixels: a list's thumbnail, a card, a screen. */
export const VARIANT_SIDES: Readonly<Record<SmallerVariant, number>> = { small: 320, medium: 960, large: 1920 };
const QUALITY = 80;
/** Images that are decoded at the same time: a costly one of one person leaves a place for others. */
const VARIANTS_AT_ONCE = 2;
/** The wait of one person, who sees the picture missing meanwhile. */
const WAIT_MS = 30_000;
const WAIT_RETRY_S = 5;
const VARIANT_RETRY_S = 10;
/** Broken images remembered; the oldest is forgotten first. */
const MAX_FAILED = 10_000;

/** libvips ends a decode that takes too long with this message. */
const isSharpTimeout = (error: unknown): boolean => error instanceof Error && error.message.startsWith('timeout:');

const makeVariant = async (
  path: string,
  kind: SmallerVariant,
  { maxPixels, decodeSeconds = DECODE_SECONDS }: VariantOptions,
): Promise<Buffer | undefined> => {
  try {
    const image = await openPicture(path, maxPixels);
    const side = VARIANT_SIDES[kind];
    return await image
      ?.rotate()
      .resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true })
      .webp({ quality: QUALITY })
      .timeout({ seconds: decodeSeconds })
      .toBuffer();
  } catch (error) {
    // The bytes may be right: on a busy machine even a plain photo can take too long.
    if (isSharpTimeout(error)) throw problem('rateLimited', { retryAfter: VARIANT_RETRY_S });
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

const fileExists = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  );

type Work = () => Promise<Buffer | undefined>;

/** Returns a function that runs the work of a key once at a time: who asks meanwhile gets the same result. */
const createShared = (): ((key: string, work: Work) => Promise<Buffer | undefined>) => {
  const running = new Map<string, Promise<Buffer | undefined>>();
  return (key, work) => {
    const result = running.get(key) ?? work().finally(() => running.delete(key));
    running.set(key, result);
    return result;
  };
};

export const createImageVariants = (options: VariantOptions): ImageVariants => {
  const { maxWaiting, mode } = options;
  // Decoding needs memory by the pixel.
  const decoding = createSemaphore({ limit: VARIANTS_AT_ONCE, limitPerKey: 1 });
  const exceeded = (): Error => problem('rateLimited', { retryAfter: WAIT_RETRY_S });
  const bounds = { waitMs: WAIT_MS, waiting: maxWaiting, exceeded };
  const waiting = createShared();
  const making = createShared();
  const failed = new Set<string>();

  const noteFailure = async (original: string): Promise<void> => {
    // Only missing originals are tried again, because stored bytes never change.
    if (!(await fileExists(original))) return;
    for (const oldest of failed) {
      if (failed.size < MAX_FAILED) break;
      failed.delete(oldest);
    }
    failed.add(original);
  };

  /** Reads the copy, which may have been made while this person waited, or makes it. */
  const make = async (original: string, kind: SmallerVariant, path: string): Promise<Buffer | undefined> => {
    const stored = await readFile(path).catch(() => undefined);
    if (stored || failed.has(original)) return stored;
    const variant = await makeVariant(original, kind, options);
    if (variant) await keep(path, variant, mode);
    else await noteFailure(original);
    return variant;
  };

  return async (original, { kind, person }) => {
    const path = `${original}.${kind}.webp`;
    const stored = await readFile(path).catch(() => undefined);
    if (stored || failed.has(original)) return stored;
    // Each person waits in their own line, also for a copy that others wait for.
    return await waiting(`${person} ${path}`, () =>
      decoding.run(() => making(path, () => make(original, kind, path)), { key: person, bounds }),
    );
  };
};
