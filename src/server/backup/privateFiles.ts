// Files and folders that only the operator may read, written so that they survive a power failure. A backup contains password hashes and
// secrets.

import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { chmod, copyFile, mkdir, open, stat } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { createMeasure } from 'src/server/sha256.ts';

export interface Packed {
  /** Size of the compressed file. */
  readonly bytes: number;
  /** SHA-256 of the content before compression, hex. */
  readonly sha256: string;
}

const ONLY_OWNER_FOLDER = 0o700;
const ONLY_OWNER_FILE = 0o600;
/** Level 1 needs a third of the processor time of the default; a server works on the same cores. */
const GZIP_LEVEL = 1;

export const makeFolder = async (path: string): Promise<void> => {
  await mkdir(path, { recursive: true, mode: ONLY_OWNER_FOLDER });
};

/** Flushes the names in a folder to the disk. */
export const syncFolder = async (path: string): Promise<void> => {
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
};

export const privateWriter = (path: string) => createWriteStream(path, { flush: true, mode: ONLY_OWNER_FILE });

/** Copies a file by the system, which needs half of the processor time of streams. */
export const copyPrivateFile = async (from: string, to: string): Promise<void> => {
  await copyFile(from, to);
  await chmod(to, ONLY_OWNER_FILE);
  const copy = await open(to, 'r+');
  try {
    await copy.datasync();
  } finally {
    await copy.close();
  }
};

export const writePrivateFile = (path: string, content: string | Iterable<string>): Promise<void> =>
  pipeline(typeof content === 'string' ? [content] : content, privateWriter(path));

/** Compresses the content into a file. Returns its size, and the hash of the content. */
export const writePacked = async (path: string, content: Readable | AsyncIterable<Buffer>): Promise<Packed> => {
  const { pass, result } = createMeasure();
  await pipeline(content, pass, createGzip({ level: GZIP_LEVEL }), privateWriter(path));
  return { bytes: (await stat(path)).size, sha256: result().sha256 };
};

export const readPacked = (path: string) => createReadStream(path).pipe(createGunzip());

/** Returns the hash of the content of a compressed file; undefined if it cannot be decompressed. */
export const packedSha256 = async (path: string): Promise<string | undefined> => {
  const hash = createHash('sha256');
  try {
    await pipeline(createReadStream(path), createGunzip(), hash);
  } catch (error) {
    if (String((error as NodeJS.ErrnoException).code).startsWith('Z_')) return undefined;
    throw error;
  }
  return hash.digest('hex');
};
