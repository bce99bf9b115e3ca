// Removes the bytes that an erasure left to be removed: of files that nothing else names, with their smaller copies, of uploads and of
// what tasks made. Run by the command `erase` itself and as a job, so that what an interrupted command left is done by the next
// start or the next command; doing it twice harms nothing.

import type { ServerRegistry } from 'src/model/schema/Registry.ts';
import type { Files } from 'src/server/files/files.ts';
import type { Uploads } from 'src/server/files/uploads.ts';
import type { Database, Transaction } from 'src/server/store/database.ts';
import { erasedFiles, forgetErasedFile, type ErasedFile } from 'src/server/store/eraseRows.ts';
import { awaitFile, namedAmong } from 'src/server/store/fileNames.ts';

export const REMOVE_ERASED = 'removeErased';

export interface ErasedFileNeeds {
  readonly database: Database;
  readonly registry: ServerRegistry;
  readonly files: Pick<Files, 'remove'>;
  readonly uploads: Pick<Uploads, 'removeBytes'>;
  readonly taskResults: { remove(name: string): Promise<void> };
}

const removeOne = async (
  tx: Transaction,
  { registry, files, uploads, taskResults }: ErasedFileNeeds,
  { kind, name }: ErasedFile,
): Promise<void> => {
  if (kind === 'result') return await taskResults.remove(name);
  if (kind === 'upload') return await uploads.removeBytes(name);
  // When the job and the command run at once, the second waits for the first. A running save that names the file has finished then too.
  await awaitFile(tx, name);
  // The same bytes may be a file of another record.
  if (!(await namedAmong(tx, registry, [name])).has(name)) await files.remove(name);
};

/** Throws where one could not be removed: it stays noted, and the job comes again. */
export const removeErasedFiles = async (services: ErasedFileNeeds, signal?: AbortSignal): Promise<void> => {
  const { database } = services;
  for (const file of await erasedFiles(database)) {
    signal?.throwIfAborted();
    await database.transaction(async (tx) => {
      await removeOne(tx, services, file);
      await forgetErasedFile(tx, file);
    });
  }
};
