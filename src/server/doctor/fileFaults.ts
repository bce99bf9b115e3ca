// Checks the stored files that records name: whether they are there, and whether their bytes are those of their names. Counts files that
// nothing names; the daily sweep removes them.

import { join } from 'node:path';
import type { Clock } from 'src/base/clock.ts';
import type { ServerRegistry } from 'src/model/schema/Registry.ts';
import { SHARED_FILES } from 'src/server/backup/backupFolder.ts';
import { copyById, pathById, sizeOfFile } from 'src/server/backup/copiedFiles.ts';
import type { Fault } from 'src/server/doctor/Fault.ts';
import { writeLastFileCheck } from 'src/server/files/lastFileCheck.ts';
import { filesIn, foldersIn } from 'src/server/files/sweepFiles.ts';
import { fileSha256 } from 'src/server/sha256.ts';
import type { Database } from 'src/server/store/database.ts';
import { namedAmong, namedFilesSql } from 'src/server/store/fileNames.ts';

export interface FileCheckNeeds {
  readonly registry: ServerRegistry;
  readonly database: Database;
  /** Folder of the stored files. */
  readonly fileFolder: string;
  readonly clock: Clock;
}

const faultOf = async (folder: string, fileID: string): Promise<Fault | undefined> => {
  const path = pathById(folder, fileID);
  if ((await sizeOfFile(path)) === undefined)
    return { kind: 'missingFile', id: fileID, text: 'is named by a record, and missing', isRepaired: false };
  if ((await fileSha256(path)) === fileID) return undefined;
  return { kind: 'alteredFile', id: fileID, text: 'has other bytes than it was stored with', isRepaired: false };
};

/**
 * Returns the faults of files. With a folder of backups, takes what is missing or damaged from there. The state of the site shows this check
 * as it shows the weekly one.
 */
export const fileFaults = async (
  { registry, database, fileFolder, clock }: FileCheckNeeds,
  backups: string | undefined,
): Promise<{ readonly checked: number; readonly faults: readonly Fault[] }> => {
  const names = await database.query<{ id: string }>(namedFilesSql(registry));
  const faults: Fault[] = [];
  for (const { id } of names) {
    const fault = await faultOf(fileFolder, id);
    if (!fault) continue;
    if (backups !== undefined) fault.isRepaired = await copyById(join(backups, SHARED_FILES), fileFolder, id);
    faults.push(fault);
  }
  const altered = faults.flatMap(({ kind, id, isRepaired }) => (kind === 'alteredFile' && !isRepaired ? [id] : []));
  await writeLastFileCheck(fileFolder, { at: clock.now().getTime(), checked: names.length, altered });
  return { checked: names.length, faults };
};

/** Returns the number of stored files that nothing names. */
export const unusedFiles = async ({ registry, database, fileFolder }: FileCheckNeeds): Promise<number> => {
  let count = 0;
  for (const part of await foldersIn(fileFolder)) {
    const ids = [...(await filesIn(part)).keys()];
    const named = await namedAmong(database, registry, ids);
    count += ids.filter((id) => !named.has(id)).length;
  }
  return count;
};
