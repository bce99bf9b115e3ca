// Stored files in a folder, named by the hash of their content: `ab/cd/abcd…`. A name that a user gave never becomes a path. This module
// checks no rights: the routes ask the read filter for the item first. Files that no item names are removed by sweepFiles.ts. Unfinished
// uploads are stored separately (uploads.ts) until an item adopts them.

import { Readable } from 'node:stream';
import { randomUUID } from 'node:crypto';
import { chmodSync, createReadStream, createWriteStream, mkdirSync } from 'node:fs';
import { chmod, link, mkdir, readdir, rename, rm, statfs } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createIntegrity } from 'src/server/files/fileIntegrity.ts';
import { createMeasure, fileSha256 } from 'src/server/sha256.ts';
import { createImageVariants, type WantedVariant } from 'src/server/files/imageVariants.ts';
import { problem } from 'src/model/problems.ts';

export interface StoredFile {
  /** SHA-256 of the content, hex; the `fileID` of an attachment. */
  readonly fileID: string;
  readonly size: number;
}

/** Both ends inclusive, as in HTTP. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

export interface Files {
  /** Stores the content; storing the same content twice keeps one copy. */
  put(content: Buffer | Readable): Promise<StoredFile>;
  /** Undefined when there is no such file, or its bytes are not those that it was named by. */
  size(fileID: string): Promise<number | undefined>;
  read(fileID: string, range?: ByteRange): Readable;
  /** Bytes that this process may still write to the disk of the files. */
  freeBytes(): Promise<number>;
  /** SHA-256 of a file that lies elsewhere. */
  digest(path: string): Promise<string>;
  /** Stores a file that lies in another folder; it stays there, and the disk holds its bytes once. */
  adopt(path: string, fileID: string): Promise<void>;
  /** Its bytes and its smaller copies; to be done only while nothing can name it. */
  remove(fileID: string): Promise<void>;
  /** A smaller copy of an image without its metadata, as WebP; undefined when the file is no image that can be read. */
  imageVariant(fileID: string, wanted: WantedVariant): Promise<Buffer | undefined>;
}

const FILE_ID = /^[0-9a-f]{64}$/;

interface FileOptions {
  /** `files` below the data folder. */
  readonly dir: string;
  /** Larger content is refused with `tooLarge`. */
  readonly maxBytes: number;
  readonly maxPixels: number;
  /** Smaller copies that may wait to be made for one person. */
  readonly maxWaiting: number;
  /** Called once per process for a file whose bytes are not those of its name. */
  onAltered(fileID: string): void;
}

const storedPath = (dir: string, fileID: string, ending = ''): string => {
  // Checks every id, from every caller.
  if (!FILE_ID.test(fileID)) throw problem('notFound');
  return join(dir, fileID.slice(0, 2), fileID.slice(2, 4), `${fileID}${ending}`);
};

// Rights are asked by the server; no other user of the machine gets past it.
export const PRIVATE_FOLDER = 0o700;
export const PRIVATE_FILE = 0o600;

const putFile = async ({ dir, maxBytes }: FileOptions, content: Buffer | Readable): Promise<StoredFile> => {
  const draft = join(dir, 'incoming', randomUUID());
  await mkdir(dirname(draft), { recursive: true, mode: PRIVATE_FOLDER });
  const { pass, result } = createMeasure(maxBytes);
  const output = createWriteStream(draft, { flush: true, mode: PRIVATE_FILE });
  try {
    await pipeline(Buffer.isBuffer(content) ? Readable.from([content]) : content, pass, output);
    const { size, sha256: fileID } = result();
    const path = storedPath(dir, fileID);
    await mkdir(dirname(path), { recursive: true, mode: PRIVATE_FOLDER });
    await rename(draft, path);
    return { fileID, size };
  } finally {
    // A pipeline that fails may end before the draft is open, and the file would appear after it was removed.
    if (!output.closed) await new Promise<void>((resolve) => void output.once('close', () => resolve()));
    await rm(draft, { force: true });
  }
};

/** The bytes under both names are one file; where the disk cannot do that, they are copied. */
const adoptFile = async (options: FileOptions, path: string, fileID: string): Promise<void> => {
  const target = storedPath(options.dir, fileID);
  await mkdir(dirname(target), { recursive: true, mode: PRIVATE_FOLDER });
  await chmod(path, PRIVATE_FILE);
  try {
    await link(path, target);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') await putFile(options, createReadStream(path));
  }
};

/** Returns a function that logs that the bytes of a stored file have changed. */
export const noteAltered =
  (log: (message: string) => void) =>
  (fileID: string): void =>
    log(`the stored file ${fileID} is not what it was named by`);

export const createFiles = (options: FileOptions): Files => {
  const { dir, maxPixels, maxWaiting, onAltered } = options;
  mkdirSync(dir, { recursive: true, mode: PRIVATE_FOLDER });
  chmodSync(dir, PRIVATE_FOLDER); // an earlier version left it open
  const variants = createImageVariants({ maxPixels, maxWaiting, mode: PRIVATE_FILE });
  const integrity = createIntegrity(onAltered);

  return {
    put: (content) => putFile(options, content),
    async freeBytes() {
      const { bavail, bsize } = await statfs(dir);
      return bavail * bsize;
    },
    digest: fileSha256,
    adopt: (path, fileID) => adoptFile(options, path, fileID),
    size: (fileID) => integrity.sizeOf(storedPath(dir, fileID), fileID),
    read: (fileID, range) => createReadStream(storedPath(dir, fileID), range),
    async remove(fileID) {
      const folder = dirname(storedPath(dir, fileID));
      const names = (await readdir(folder).catch(() => [])).filter((name) => name.startsWith(fileID));
      for (const name of names) await rm(join(folder, name), { force: true });
    },
    async imageVariant(fileID, wanted) {
      const path = storedPath(dir, fileID);
      return (await integrity.sizeOf(path, fileID)) === undefined ? undefined : await variants(path, wanted);
    },
  };
};
