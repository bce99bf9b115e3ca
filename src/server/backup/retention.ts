// Deletes backups that the schedule does not keep, and the copies of files that only they needed.

import { readdir, rm, rmdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { DAY_MS } from 'src/base/dayMs.ts';
import { backupNames, backupTime, listedFiles, SHARED_FILES } from 'src/server/backup/backupFolder.ts';
import { filesIn, foldersIn } from 'src/server/files/sweepFiles.ts';

export interface Retention {
  /** Number of days, weeks and months of which the newest backup is kept. */
  readonly daily: number;
  readonly weekly: number;
  readonly monthly: number;
}

/** 1 January 1970 was a Thursday, so weeks begin three days later than the count of days. */
const FIRST_MONDAY = 4;

const dayOf = (at: Date): number => Math.floor(at.getTime() / DAY_MS);

const PERIODS: Readonly<Record<keyof Retention, (at: Date) => string | number>> = {
  daily: dayOf,
  weekly: (at) => Math.floor((dayOf(at) - FIRST_MONDAY) / 7),
  monthly: (at) => at.toISOString().slice(0, 7),
};

/** Returns the names of the backups that stay: the newest one, and the newest of each of the last days, weeks and months with a backup. */
export const keptBackups = (names: readonly string[], retention: Retention): ReadonlySet<string> => {
  const newestFirst = [...names].sort().reverse();
  const kept = new Set(newestFirst.slice(0, 1));
  for (const [period, periodOf] of Object.entries(PERIODS)) {
    const seen = new Set<string | number>();
    for (const name of newestFirst) {
      const at = periodOf(backupTime(name));
      if (seen.has(at)) continue;
      if (seen.size >= retention[period as keyof Retention]) break;
      seen.add(at);
      kept.add(name);
    }
  }
  return kept;
};

const removeUnusedCopies = async (folder: string): Promise<void> => {
  const used = new Set<string>();
  for (const name of await backupNames(folder))
    for await (const { fileID } of listedFiles(join(folder, name))) used.add(fileID);
  for (const part of await foldersIn(join(folder, SHARED_FILES)))
    for (const [fileID, paths] of await filesIn(part)) {
      if (used.has(fileID)) continue;
      for (const path of paths) {
        await rm(path, { force: true });
        if ((await readdir(dirname(path))).length === 0) await rmdir(dirname(path));
      }
    }
};

/** Applies the retention to a folder. Returns the names of the deleted backups. No backup of the site may run. */
export const deleteOldBackups = async (folder: string, retention: Retention): Promise<string[]> => {
  const names = await backupNames(folder);
  const kept = keptBackups(names, retention);
  const old = names.filter((name) => !kept.has(name));
  for (const name of old) await rm(join(folder, name), { recursive: true, force: true });
  if (old.length > 0) await removeUnusedCopies(folder);
  return old;
};
