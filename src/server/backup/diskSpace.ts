// Free space of disks: refuses what cannot fit before anything is written, and removes what a full disk left unfinished.

import { stat, statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import { BackupRefusal } from 'src/server/backup/BackupRefusal.ts';

/** Errors of a disk, of a quota, of the size of a file, and of PostgreSQL, when there is no space. */
const FULL_CODES: ReadonlySet<unknown> = new Set(['ENOSPC', 'EDQUOT', 'EFBIG', '53100']);

const existingFolder = async (folder: string): Promise<string> =>
  (await stat(folder).catch(() => undefined)) || dirname(folder) === folder ? folder : existingFolder(dirname(folder));

/** Returns the free bytes on the disk of a folder that may not exist yet. */
export const freeBytesAt = async (folder: string): Promise<number> => {
  const { bavail, bsize } = await statfs(await existingFolder(folder));
  return bavail * bsize;
};

/** Throws BackupRefusal if the disk of the folder has less space. `needed` is an estimate. */
export const demandSpace = async (folder: string, needed: number): Promise<void> => {
  const free = await freeBytesAt(folder);
  if (free < needed)
    throw new BackupRefusal(
      'noSpace',
      `The disk of ${folder} has too little space: about ${Math.ceil(needed)} bytes are needed, and ${free} are free.`,
    );
};

/** Returns the error to report: one sentence if the disk of the folder became full. */
export const spaceError = (error: unknown, folder: string): unknown =>
  FULL_CODES.has((error as { readonly code?: unknown } | null)?.code)
    ? new BackupRefusal('noSpace', `The disk of ${folder} became full; free some space and start again.`)
    : error;

/** Runs work that writes into a folder. After a failure, `tidy` removes what it left there. */
export const withTidyFolder = async <T>(
  folder: string,
  work: () => Promise<T>,
  tidy: () => Promise<void>,
): Promise<T> => {
  try {
    return await work();
  } catch (error) {
    await tidy();
    throw spaceError(error, folder);
  }
};
