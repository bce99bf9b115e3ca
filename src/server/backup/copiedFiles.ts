// Copies of stored files that all backups of a folder share: `files/ab/cd/abcd…`, named by the SHA-256 of the content. A file that an earlier
// backup copied is not copied again. Called by writeBackup.ts, restoreBackup.ts and retention.ts.

import { rename, rm, stat } from 'node:fs/promises';
import { randomUUID } from 'node:crypto';
import { dirname, join } from 'node:path';
import { notVerified } from 'src/server/backup/BackupRefusal.ts';
import { copyPrivateFile, makeFolder, syncFolder } from 'src/server/backup/privateFiles.ts';
import { fileSha256 } from 'src/server/sha256.ts';

export const pathById = (folder: string, fileID: string): string =>
  join(folder, fileID.slice(0, 2), fileID.slice(2, 4), fileID);

/** Returns the size; undefined if there is no such file. */
export const sizeOfFile = (path: string): Promise<number | undefined> =>
  stat(path).then(
    ({ size }) => size,
    () => undefined,
  );

/**
 * Copies a file and reads the copy back. Returns false, and leaves no copy, if the file is missing or its bytes are not those of its name. A
 * copy that exists under its final name is complete, also after a power failure.
 */
export const copyById = async (from: string, to: string, fileID: string): Promise<boolean> => {
  const source = pathById(from, fileID);
  if ((await sizeOfFile(source)) === undefined) return false;
  const draft = join(to, 'incoming', randomUUID());
  const target = pathById(to, fileID);
  await makeFolder(dirname(draft));
  try {
    await copyPrivateFile(source, draft);
    if ((await fileSha256(draft)) !== fileID) {
      if ((await fileSha256(source)) !== fileID) return false;
      throw notVerified(target);
    }
    await makeFolder(dirname(target));
    await rename(draft, target);
    await syncFolder(dirname(target));
    return true;
  } finally {
    await rm(draft, { force: true });
  }
};

/** Removes copies that an interrupted run left unfinished. */
export const removeDrafts = (folder: string): Promise<void> =>
  rm(join(folder, 'incoming'), { recursive: true, force: true });
