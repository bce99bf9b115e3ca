// Size of a folder of the data directory. Counting reads every file name, so the result is reused for a while. Used by siteState.

import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Clock } from 'src/base/clock.ts';

export interface FolderSize {
  readonly files: number;
  readonly bytes: number;
}

/** A hundred thousand files are counted in a few seconds. */
const COUNT_AGAIN_MS = 10 * 60_000;

const EMPTY_FOLDER: FolderSize = { files: 0, bytes: 0 };

/** A file that goes away meanwhile counts for nothing. */
const bytesOf = (path: string): Promise<number> =>
  stat(path).then(
    ({ size }) => size,
    () => 0,
  );

const countFolder = async (folder: string, skipped: ReadonlySet<string>): Promise<FolderSize> => {
  let sum = EMPTY_FOLDER;
  for (const entry of await readdir(folder, { withFileTypes: true }).catch(() => [])) {
    const path = join(folder, entry.name);
    if (skipped.has(path)) continue;
    const { files, bytes } = entry.isDirectory()
      ? await countFolder(path, skipped)
      : { files: 1, bytes: await bytesOf(path) };
    sum = { files: sum.files + files, bytes: sum.bytes + bytes };
  }
  return sum;
};

export interface FolderSizes {
  /** Undefined until the folder was counted for the first time. */
  last(folder: string): FolderSize | undefined;
}

/** Each folder is counted without the others that lie within it. */
export const createFolderSizes = (folders: readonly string[], clock: Clock): FolderSizes => {
  const all = new Set(folders);
  const known = new Map<string, FolderSize>();
  const began = new Map<string, number>();
  const recount = async (folder: string): Promise<void> => {
    known.set(folder, await countFolder(folder, all));
  };
  return {
    last(folder) {
      const now = clock.now().getTime();
      if (now - (began.get(folder) ?? Number.NEGATIVE_INFINITY) >= COUNT_AGAIN_MS) {
        began.set(folder, now);
        void recount(folder);
      }
      return known.get(folder);
    },
  };
};
