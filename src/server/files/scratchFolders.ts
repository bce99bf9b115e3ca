// Temporary folders for work that needs files: on the disk of the stored files, readable only by the server, and removed an hour after a
// killed process has left them.

import { mkdirSync } from 'node:fs';
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** An older folder was left by a killed process. */
const STALE_MS = 3_600_000;

export interface ScratchFolders {
  /** Creates an empty folder. The caller removes it. */
  folder(): Promise<string>;
}

/** Temporary folders next to the stored files: of readers of uploaded files, and of exports and packages. */
export const TEMPORARY = { reading: 'reading', scratch: 'scratch' } as const;

/** Deletes what killed processes have left. */
export const removeStaleFolders = async (dir: string): Promise<void> => {
  for (const name of await readdir(dir).catch(() => [])) {
    const { mtimeMs } = await stat(join(dir, name)).catch(() => ({ mtimeMs: Number.POSITIVE_INFINITY }));
    if (mtimeMs < Date.now() - STALE_MS) await rm(join(dir, name), { recursive: true, force: true });
  }
};

export const createScratchFolders = (dir: string): ScratchFolders => {
  mkdirSync(dir, { recursive: true, mode: 0o700 });
  return {
    async folder() {
      await removeStaleFolders(dir);
      return await mkdtemp(join(dir, 'file-'));
    },
  };
};
