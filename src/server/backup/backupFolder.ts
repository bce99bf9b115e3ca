// The folder that contains the backups of one site: `site.json`, the shared copies of files in `files`, and one folder for each backup, named
// by the time of its snapshot. A folder whose name ends in `.partial` is an unfinished backup.

import { readdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { isRecord } from 'src/base/isRecord.ts';
import { BackupRefusal } from 'src/server/backup/BackupRefusal.ts';
import { FILE_LIST, readManifest, type Manifest } from 'src/server/backup/manifest.ts';
import { makeFolder, readPacked, syncFolder, writePrivateFile } from 'src/server/backup/privateFiles.ts';

const SITE_FILE = 'site.json';
export const UNFINISHED = '.partial';
export const SHARED_FILES = 'files';
export const TABLES_FOLDER = 'tables';
const NAME = /^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d-\d{3}Z$/;

export const backupName = (at: Date): string => at.toISOString().replaceAll(/[:.]/g, '-');

/** Returns the time of the snapshot of a backup with this name. */
export const backupTime = (name: string): Date =>
  new Date(name.replace(/T(\d\d)-(\d\d)-(\d\d)-(\d{3})Z$/, 'T$1:$2:$3.$4Z'));

export const tableFile = (backup: string, table: string): string => join(backup, TABLES_FOLDER, `${table}.copy.gz`);

/** Creates the folder. Refuses one that contains the backups of another site, because retention would delete them. */
export const claimFolder = async (folder: string, site: string): Promise<void> => {
  await makeFolder(join(folder, SHARED_FILES));
  const path = join(folder, SITE_FILE);
  const text = await readFile(path, 'utf8').catch(() => undefined);
  if (text === undefined) return await writePrivateFile(path, `${JSON.stringify({ site })}\n`);
  const found: unknown = JSON.parse(text);
  if (!isRecord(found) || found['site'] !== site)
    throw new BackupRefusal('otherSite', `${folder} contains the backups of another site; choose another folder.`);
};

/** Removes what an interrupted backup left, except for finished copies of files. */
export const removePartial = async (folder: string): Promise<void> => {
  for (const name of await readdir(folder).catch(() => []))
    if (name.endsWith(UNFINISHED) && NAME.test(name.slice(0, -UNFINISHED.length)))
      await rm(join(folder, name), { recursive: true, force: true });
};

/** Gives a complete backup its final name. */
export const finishBackup = async (partial: string, final: string, folder: string): Promise<void> => {
  await syncFolder(join(partial, TABLES_FOLDER));
  await syncFolder(partial);
  await rename(partial, final);
  await syncFolder(folder);
};

/** Returns the names of the complete backups, newest first. */
export const backupNames = async (folder: string): Promise<string[]> =>
  (await readdir(folder).catch(() => []))
    .filter((name) => NAME.test(name))
    .sort()
    .reverse();

export interface FoundBackup {
  /** Folder with the backups of the site. */
  readonly folder: string;
  /** Folder of this backup. */
  readonly path: string;
  readonly manifest: Manifest;
}

/** Finds a backup by its own folder, or the newest one of a folder with backups. */
export const findBackup = async (from: string): Promise<FoundBackup> => {
  const entries = new Set(await readdir(from).catch(() => []));
  const [newest] = await backupNames(from);
  const isSingle = entries.has(TABLES_FOLDER);
  if (!isSingle && newest === undefined) throw new BackupRefusal('truncated', `${from} contains no complete backup.`);
  const path = isSingle || newest === undefined ? from : join(from, newest);
  return { path, folder: join(path, '..'), manifest: await readManifest(path) };
};

export interface ListedFile {
  readonly fileID: string;
  readonly size: number;
}

/** Reads the list of files of a backup. */
export async function* listedFiles(backup: string): AsyncGenerator<ListedFile> {
  for await (const line of createInterface({ input: readPacked(join(backup, FILE_LIST)), crlfDelay: Infinity })) {
    const [fileID = '', size = ''] = line.split(' ');
    yield { fileID, size: Number(size) };
  }
}
