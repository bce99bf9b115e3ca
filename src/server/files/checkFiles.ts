// The weekly job that reads every stored file and compares it with the SHA-256 that it is named by: a disk that loses bytes is noticed
// while the copy of last week is still there. One file after the other; what is altered is reported and kept for administrators to see, and
// nothing is changed.

import { basename } from 'node:path';
import type { Clock } from 'src/base/clock.ts';
import { fileSha256 } from 'src/server/sha256.ts';
import { writeLastFileCheck } from 'src/server/files/lastFileCheck.ts';
import { filesIn, foldersIn } from 'src/server/files/sweepFiles.ts';
import type { JobHandler } from 'src/server/store/jobRows.ts';

export const CHECK_FILES = 'checkFiles';

interface Options {
  /** Folder of the stored files, by content: `ab/cd/abcd…`. */
  readonly dir: string;
  readonly clock: Clock;
  readonly onAltered: (fileID: string) => void;
}

/** Undefined for a file that was swept meanwhile. */
const digestIfThere = (path: string): Promise<string | undefined> =>
  fileSha256(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });

export const createFileCheck =
  ({ dir, clock, onAltered }: Options): JobHandler =>
  async (_payload, signal) => {
    const altered: string[] = [];
    let checked = 0;
    for (const folder of await foldersIn(dir))
      for (const [fileID, paths] of await filesIn(folder)) {
        signal.throwIfAborted();
        // Smaller copies of pictures can be made again.
        const original = paths.find((path) => basename(path) === fileID);
        const digest = original === undefined ? undefined : await digestIfThere(original);
        if (digest === undefined) continue;
        checked += 1;
        if (digest === fileID) continue;
        altered.push(fileID);
        onAltered(fileID);
      }
    await writeLastFileCheck(dir, { at: clock.now().getTime(), checked, altered });
  };
