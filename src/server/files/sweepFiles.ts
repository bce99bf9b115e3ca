// The job that removes the stored bytes of files that no item names: their attachment is deleted and can no longer be restored. Works
// through the folders of the first level one at a time, so it can be interrupted and resumed. Temporary folders of killed processes are
// removed, too.

import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Clock } from 'src/base/clock.ts';
import type { ServerRegistry } from 'src/model/schema/Registry.ts';
import { removeStaleFolders, TEMPORARY } from 'src/server/files/scratchFolders.ts';
import type { JobHandler } from 'src/server/store/jobRows.ts';
import type { Database } from 'src/server/store/database.ts';
import { claimFile, claimUnusedFiles, namedAmong } from 'src/server/store/fileNames.ts';

interface Options {
  /** Folder of the stored files, by content: `ab/cd/abcd…`. */
  readonly dir: string;
  readonly database: Database;
  readonly registry: ServerRegistry;
  readonly clock: Clock;
}

/** Bytes that are stored first and named later, by an import or the sample, are named within this. */
const NEW_FOR_MS = 24 * 3_600_000;

const FIRST_LEVEL_FOLDER = /^[0-9a-f]{2}$/;
/** A file, or a smaller copy of it. */
const STORED_NAME = /^([0-9a-f]{64})(?:\.\w+\.webp)?$/;

export const foldersIn = async (dir: string): Promise<string[]> =>
  (await readdir(dir).catch(() => [])).filter((name) => FIRST_LEVEL_FOLDER.test(name)).map((name) => join(dir, name));

/** Paths by the file that they belong to. */
export const filesIn = async (dir: string): Promise<Map<string, string[]>> => {
  const found = new Map<string, string[]>();
  for (const folder of await foldersIn(dir))
    for (const name of await readdir(folder)) {
      const fileID = STORED_NAME.exec(name)?.[1];
      if (fileID !== undefined) found.set(fileID, [...(found.get(fileID) ?? []), join(folder, name)]);
    }
  return found;
};

const isNew = async (paths: readonly string[], now: Date): Promise<boolean> => {
  const times = await Promise.all(
    paths.map((path) =>
      stat(path).then(
        ({ ctimeMs }) => ctimeMs,
        () => 0,
      ),
    ),
  );
  return Math.max(...times) > now.getTime() - NEW_FOR_MS;
};

export const createFileSweep =
  ({ dir, database, registry, clock }: Options): JobHandler =>
  async (_payload, signal) => {
    const sweep = (fileID: string, paths: readonly string[]): Promise<void> =>
      database.transaction(async (tx) => {
        if (!(await claimUnusedFiles(tx)) || !(await claimFile(tx, fileID))) return;
        // Again, now that no save can name it before this ends.
        if ((await namedAmong(tx, registry, [fileID])).has(fileID)) return;
        for (const path of paths) await rm(path, { force: true });
      });
    for (const name of Object.values(TEMPORARY)) await removeStaleFolders(join(dir, name));
    for (const folder of await foldersIn(dir)) {
      signal.throwIfAborted();
      const files = await filesIn(folder);
      if (files.size === 0) continue;
      const named = await namedAmong(database, registry, [...files.keys()]);
      for (const [fileID, paths] of files) {
        signal.throwIfAborted();
        if (!named.has(fileID) && !(await isNew(paths, clock.now()))) await sweep(fileID, paths);
      }
    }
  };
