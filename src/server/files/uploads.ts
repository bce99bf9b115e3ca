// Uploads: each has a folder of its own until an item of its user takes it, or until it is deleted after a day. files/uploadRoute.ts
// receives the bytes; rules/uploadsToAttachments.ts makes Attachments of complete uploads.

import { mkdirSync } from 'node:fs';
import { open, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { ItemId } from 'src/model/item/Item.ts';
import { problem } from 'src/model/problems.ts';
import type { Files } from 'src/server/files/files.ts';
import { MEDIA_TYPE_BYTES } from 'src/model/item/fileSigns.ts';
import { mediaTypeOf } from 'src/server/files/contentType.ts';
import { readHeader } from 'src/server/files/openPicture.ts';
import type { JobHandler } from 'src/server/store/jobRows.ts';
import { boundedCache } from 'src/server/store/boundedCache.ts';
import type { Database } from 'src/server/store/database.ts';
import {
  addUpload,
  expiredUploads,
  findUpload,
  forgetUpload,
  noteArrived,
  removeUploads,
  sweepLater,
  uploadVersion,
  type Arrived,
  type NewUpload,
  type UploadQuota,
  type UploadRow,
} from 'src/server/store/uploadRows.ts';

export interface Uploads {
  /** The folder of the bytes, each file named by its key. */
  readonly dir: string;
  /** Throws `conflict` for a key that is in use, and `rateLimited` if the user has too many unfinished uploads. */
  begin(upload: NewUpload): Promise<void>;
  /** Returns undefined for an unknown upload, one of another user and an expired one alike. */
  find(userId: ItemId, key: string): Promise<UploadRow | undefined>;
  /** Once all of it is there, hashes it and notes what it is. Doing it twice harms nothing. */
  arrive(upload: Omit<NewUpload, 'userId'>): Promise<void>;
  /** Makes a complete upload of a file that the server received by another request. The file is moved. */
  receive(upload: NewUpload, path: string): Promise<void>;
  /** Puts the bytes among the files that items have, before the transaction that takes them. Repeated at once, it does nothing. */
  keep(key: string, fileID: string): Promise<void>;
  forget(key: string): Promise<void>;
  /** Removes the bytes of an upload without a row. */
  removeBytes(key: string): Promise<void>;
  readonly sweep: JobHandler;
}

interface UploadOptions {
  readonly dir: string;
  readonly database: Database;
  readonly files: Files;
  readonly quota: UploadQuota;
  readonly maxPixels: number;
}

const FULL_RETRY_S = 60;
const SWEPT_AT_ONCE = 100;
/** Longer than a request, and much shorter than the time for which the sweep leaves a new file. */
const KEPT_MS = 60_000;

/** Flushes the file to disk, because the user relies on it from now on. Returns its beginning. */
const flushed = async (path: string): Promise<Buffer> => {
  const file = await open(path, 'r+');
  try {
    await file.sync();
    const { buffer, bytesRead } = await file.read(Buffer.alloc(MEDIA_TYPE_BYTES), 0, MEDIA_TYPE_BYTES, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
};

/** Returns width and height after applying the orientation that the camera recorded. */
const uploadedPictureSize = async (
  path: string,
  filetype: string,
  maxPixels: number,
): Promise<Pick<Arrived, 'width' | 'height'>> => {
  if (!filetype.startsWith('image/') || filetype === 'image/svg+xml') return { width: null, height: null };
  const { autoOrient } = await readHeader(path, maxPixels).catch(() => ({ autoOrient: undefined }));
  return { width: autoOrient?.width ?? null, height: autoOrient?.height ?? null };
};

export const createUploads = ({ dir, database, files, quota, maxPixels }: UploadOptions): Uploads => {
  mkdirSync(dir, { recursive: true, mode: 0o700 });
  const pathOf = (key: string): string => join(dir, key);
  const removeBytes = async (key: string): Promise<void> => {
    for (const path of [pathOf(key), `${pathOf(key)}.json`]) await rm(path, { force: true });
  };
  const arriving = new Map<string, Promise<void>>();
  /** Files that were put into the store a moment ago, before the transaction that names them. */
  const recentlyStored = boundedCache<string, string>(10_000, KEPT_MS);
  const look = async ({ key, name, size }: Omit<NewUpload, 'userId'>): Promise<void> => {
    const path = pathOf(key);
    const version = await uploadVersion(database, key);
    const there = await stat(path).catch(() => undefined);
    if (version === undefined || there?.size !== size) return;
    const filetype = mediaTypeOf(await flushed(path), name);
    const fileID = await files.digest(path);
    const measures = await uploadedPictureSize(path, filetype, maxPixels);
    await noteArrived(database, { key, version }, { fileID, filetype, ...measures });
  };
  const begin: Uploads['begin'] = async (upload) => {
    const answer = await database.transaction((tx) => addUpload(tx, upload, quota));
    if (answer === 'full') throw problem('rateLimited', { retryAfter: FULL_RETRY_S });
    if (answer === 'known') throw problem('conflict', { current: null });
  };
  return {
    dir,
    begin,
    async receive(upload, path) {
      await begin(upload);
      await rename(path, pathOf(upload.key));
      await look(upload);
    },
    find: (userId, key) => findUpload(database, userId, key),
    // However often it is asked, a file is read once at a time.
    async arrive(upload) {
      const { key } = upload;
      const looking = arriving.get(key) ?? look(upload).finally(() => arriving.delete(key));
      arriving.set(key, looking);
      await looking;
    },
    async keep(key, fileID) {
      if (recentlyStored.get(key) === fileID) return;
      await files.adopt(pathOf(key), fileID);
      recentlyStored.set(key, fileID);
    },
    async forget(key) {
      await forgetUpload(database, key);
    },
    removeBytes,
    async sweep(_payload, signal) {
      for (;;) {
        signal.throwIfAborted();
        const keys = await expiredUploads(database, SWEPT_AT_ONCE);
        for (const key of keys) await removeBytes(key);
        await removeUploads(database, keys);
        if (keys.length < SWEPT_AT_ONCE) break;
      }
      await sweepLater(database);
    },
  };
};
