// Restores a backup into an empty installation: checks all of it, copies the files, and fills the database in one transaction as the last
// step. An interrupted restore can be started again; it skips the files that it copied.

import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { createReadStream } from 'node:fs';
import { createGunzip } from 'node:zlib';
import type { ServerRegistry } from 'src/model/schema/Registry.ts';
import { findBackup, listedFiles, SHARED_FILES, tableFile, type FoundBackup } from 'src/server/backup/backupFolder.ts';
import { BackupRefusal } from 'src/server/backup/BackupRefusal.ts';
import { copyById, pathById, removeDrafts, sizeOfFile } from 'src/server/backup/copiedFiles.ts';
import { demandSpace, withTidyFolder } from 'src/server/backup/diskSpace.ts';
import { FILE_LIST, type Manifest, type PackedTable } from 'src/server/backup/manifest.ts';
import { packedSha256, type Packed } from 'src/server/backup/privateFiles.ts';
import { filesIn, foldersIn } from 'src/server/files/sweepFiles.ts';
import { createMeasure } from 'src/server/sha256.ts';
import { migrate, migrateTo, readMigrations } from 'src/server/store/migrate.ts';
import type { Database } from 'src/server/store/database.ts';
import { restoreTables, targetState } from 'src/server/store/backup/restoreTables.ts';

export interface RestoreOptions {
  readonly database: Database;
  /** Folder of the server's stored files. */
  readonly files: string;
  /** A backup, or a folder with backups, of which the newest is restored. */
  readonly from: string;
  readonly registry: ServerRegistry;
  readonly product: string;
  /** The database is on the disk of the files. */
  readonly isEmbedded?: boolean | undefined;
  /** Creates the tables of the job queue. */
  prepareQueue(): Promise<void>;
  report(line: string): void;
}

/** Smaller tables are restored in less time than it takes to read a line about them. */
const REPORTED_ROWS = 1_000;

const releaseOf = (version: string): number[] => (/^\d+(?:\.\d+)*/.exec(version)?.[0] ?? '0').split('.').map(Number);

/** Returns whether the release on the left is newer. */
const isNewerRelease = (left: string, right: string): boolean => {
  const [one, other] = [releaseOf(left), releaseOf(right)];
  const at = one.findIndex((part, index) => part !== (other[index] ?? 0));
  return at >= 0 && (one[at] ?? 0) > (other[at] ?? 0);
};

const refuseOtherVersions = async ({ path, manifest }: FoundBackup, product: string): Promise<void> => {
  const numbers = (await readMigrations()).map(({ number }) => number);
  if (manifest.migration > Math.max(...numbers) || isNewerRelease(manifest.product, product))
    throw new BackupRefusal(
      'newer',
      `Version ${manifest.product} wrote ${path}, and this program is ${product}; use that version.`,
    );
  if (manifest.migration < Math.min(...numbers))
    throw new BackupRefusal(
      'tooOld',
      `${path} is of a trial version that this program does not know; restore it with that version.`,
    );
};

const checkPacked = async (path: string, { bytes, sha256 }: Packed): Promise<void> => {
  const size = await sizeOfFile(path);
  if (size === undefined || size < bytes)
    throw new BackupRefusal(
      'truncated',
      `The backup is incomplete: ${path} ${size === undefined ? 'is missing' : 'is cut off'}.`,
    );
  if ((await packedSha256(path)) !== sha256)
    throw new BackupRefusal('altered', `${path} was changed after the backup.`);
};

/** Reads the backup once before anything is written. Files are compared with their checksums while they are copied. */
const checkStored = async ({ path, folder, manifest }: FoundBackup): Promise<Set<string>> => {
  for (const table of manifest.tables) await checkPacked(tableFile(path, table.name), table);
  await checkPacked(join(path, FILE_LIST), manifest.files.list);
  const ids = new Set<string>();
  for await (const { fileID, size } of listedFiles(path)) {
    const copy = pathById(join(folder, SHARED_FILES), fileID);
    const found = await sizeOfFile(copy);
    if (found === undefined || found < size)
      throw new BackupRefusal(
        'truncated',
        `The backup is incomplete: ${copy} ${found === undefined ? 'is missing' : 'is cut off'}.`,
      );
    ids.add(fileID);
  }
  return ids;
};

const refuseContent = async (
  { database, files }: RestoreOptions,
  manifest: Manifest,
  ids: ReadonlySet<string>,
): Promise<void> => {
  const { hasContent, isUsed, migration } = await targetState(database);
  if (isUsed)
    throw new BackupRefusal('inUse', 'A server uses this installation; stop it, and restore half a minute later.');
  if (hasContent)
    throw new BackupRefusal(
      'notEmpty',
      'This installation has records; restore into an empty database and an empty DATA_DIR.',
    );
  if (migration > manifest.migration)
    throw new BackupRefusal('notEmpty', 'A newer version prepared this database; restore into a new, empty database.');
  for (const part of await foldersIn(files))
    if ([...(await filesIn(part)).keys()].some((id) => !ids.has(id)))
      throw new BackupRefusal(
        'notEmpty',
        `${files} has files that are not of this backup; restore into an empty DATA_DIR.`,
      );
};

/** Rows with their indexes are larger than the compressed text of the rows. */
const GROWTH_OF_ROWS = 8;

const demandRestoreSpace = async (
  { path, manifest }: FoundBackup,
  { files, isEmbedded }: RestoreOptions,
): Promise<void> => {
  const packed = manifest.tables.reduce((sum, { bytes }) => sum + bytes, 0);
  let needed = isEmbedded === true ? packed * GROWTH_OF_ROWS : 0;
  for await (const { fileID, size } of listedFiles(path))
    if ((await sizeOfFile(pathById(files, fileID))) === undefined) needed += size;
  await demandSpace(files, needed);
};

const restoreFiles = async (
  { folder }: FoundBackup,
  { files, report }: RestoreOptions,
  ids: ReadonlySet<string>,
): Promise<void> => {
  const shared = join(folder, SHARED_FILES);
  let done = 0;
  for (const fileID of ids) {
    // A file under its final name is complete.
    if ((await sizeOfFile(pathById(files, fileID))) === undefined && !(await copyById(shared, files, fileID)))
      throw new BackupRefusal('altered', `${pathById(shared, fileID)} was changed after the backup.`);
    done += 1;
    if (done % 1_000 === 0) report(`${done} of ${ids.size} files`);
  }
  await removeDrafts(files);
};

const fillDatabase = async ({ path, manifest }: FoundBackup, { database, report }: RestoreOptions): Promise<void> => {
  const packed = new Map(manifest.tables.map((table): [string, PackedTable] => [table.name, table]));
  let measure = createMeasure();
  await restoreTables(database, {
    ...manifest,
    read({ name }) {
      measure = createMeasure();
      const rows = createReadStream(tableFile(path, name));
      const unpacked = createGunzip();
      rows.on('error', (error) => unpacked.destroy(error)).pipe(unpacked);
      return measure.pass(unpacked);
    },
    check({ name }, rows) {
      const expected = packed.get(name);
      if (measure.result().sha256 !== expected?.sha256 || rows !== expected.rows)
        throw new BackupRefusal('altered', `The rows of ${name} were changed after the backup.`);
      if (rows >= REPORTED_ROWS) report(`${name}: ${rows} rows`);
    },
  });
};

/** Restores a backup. Throws BackupRefusal before anything is written, or when a part turns out to be damaged. */
export const restoreBackup = async (options: RestoreOptions): Promise<FoundBackup> => {
  const { database, registry, product, files, from, report } = options;
  const backup = await findBackup(from);
  const { manifest, path } = backup;
  await refuseOtherVersions(backup, product);
  report(`Checking ${path}`);
  const ids = await checkStored(backup);
  await refuseContent(options, manifest, ids);
  await demandRestoreSpace(backup, options);
  const restore = async (): Promise<void> => {
    await restoreFiles(backup, options, ids);
    await options.prepareQueue();
    await migrateTo(database, manifest.migration);
    await fillDatabase(backup, options);
    await migrate(database, registry);
  };
  await withTidyFolder(files, restore, () => removeDrafts(files));
  await rm(join(files, 'last-check.json'), { force: true });
  return backup;
};
