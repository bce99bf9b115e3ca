// Writes a backup next to a running server: the rows of one snapshot of the database, and the files that it names. The snapshot ends before
// files are copied, so that a slow copy delays no vacuum; files that are in use do not change, and a lock keeps them. Every part is read back
// before the backup gets its final name. After an interruption, the next run takes a new snapshot and skips files that are copied.

import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { ServerRegistry } from 'src/model/schema/Registry.ts';
import {
  backupName,
  claimFolder,
  finishBackup,
  UNFINISHED,
  removePartial,
  SHARED_FILES,
  TABLES_FOLDER,
  tableFile,
} from 'src/server/backup/backupFolder.ts';
import { BackupRefusal, notVerified } from 'src/server/backup/BackupRefusal.ts';
import { copyById, pathById, removeDrafts, sizeOfFile } from 'src/server/backup/copiedFiles.ts';
import { demandSpace, withTidyFolder } from 'src/server/backup/diskSpace.ts';
import { FILE_LIST, FORMAT, writeManifest, type Manifest, type PackedTable } from 'src/server/backup/manifest.ts';
import { packedSha256, writePacked, type Packed } from 'src/server/backup/privateFiles.ts';
import { deleteOldBackups, type Retention } from 'src/server/backup/retention.ts';
import { fileSha256, sha256 } from 'src/server/sha256.ts';
import {
  openBackupSession,
  type BackupSession,
  type DatabaseSnapshot,
} from 'src/server/store/backup/databaseSnapshot.ts';
import type { Database } from 'src/server/store/database.ts';
import { namedAmong } from 'src/server/store/fileNames.ts';

export interface BackupProgress {
  readonly part: 'rows' | 'files' | 'check';
  readonly done: number;
  readonly of: number;
}

export interface BackupOptions {
  readonly database: Database;
  /** Folder of the server's stored files. */
  readonly files: string;
  /** Folder for the backups of the site. */
  readonly to: string;
  readonly registry: ServerRegistry;
  /** Version of the product. */
  readonly product: string;
  /** Compares copies of earlier backups with their checksums, too. */
  readonly reread?: boolean;
  /** Backups that stay afterwards; undefined keeps all. */
  readonly retention?: Retention | undefined;
  readonly signal?: AbortSignal | undefined;
  report(progress: BackupProgress): void;
}

export interface WrittenBackup {
  readonly name: string;
  readonly manifest: Manifest;
  /** Files and bytes that this backup copied; the others were there. */
  readonly copied: { readonly count: number; readonly bytes: number };
}

const dumpTables = async (
  snapshot: DatabaseSnapshot,
  partial: string,
  { report, signal }: BackupOptions,
): Promise<PackedTable[]> => {
  const { lasting } = snapshot.facts;
  const of = lasting.reduce((sum, { rows }) => sum + rows, 0);
  const tables: PackedTable[] = [];
  let done = 0;
  for (const table of lasting) {
    signal?.throwIfAborted();
    const { name, columns } = table;
    const rows = snapshot.rowsOf(table);
    const packed = await writePacked(tableFile(partial, name), rows);
    tables.push({ name, columns, rows: rows.rowCount, ...packed });
    done += rows.rowCount;
    // The number is an estimate.
    report({ part: 'rows', done, of: Math.max(of, done + 1) });
  }
  report({ part: 'rows', done, of: done });
  return tables;
};

const namesInUse = async (snapshot: DatabaseSnapshot, registry: ServerRegistry): Promise<string[]> => {
  const names: string[] = [];
  for await (const group of snapshot.fileNames(registry)) names.push(...group);
  return names.sort();
};

async function* linesAsBuffers(lines: readonly string[]): AsyncGenerator<Buffer> {
  for (let first = 0; first < lines.length; first += 1_000)
    yield Buffer.from(lines.slice(first, first + 1_000).join(''));
}

interface CopiedFiles {
  readonly lines: readonly string[];
  readonly bytes: number;
  readonly absent: readonly string[];
  readonly copied: WrittenBackup['copied'];
}

/** Values are compressed. */
const SHARE_OF_ROWS = 0.5;

/** Returns the bytes of the files that have no copy yet. */
const bytesToCopy = async (names: readonly string[], { files, to }: BackupOptions): Promise<number> => {
  let bytes = 0;
  for (const fileID of names)
    if ((await sizeOfFile(pathById(join(to, SHARED_FILES), fileID))) === undefined)
      bytes += (await sizeOfFile(pathById(files, fileID))) ?? 0;
  return bytes;
};

/** Returns the size of the file's copy, and whether it is new; undefined if neither the disk nor an earlier backup has the content. */
const ensureCopy = async (
  { files, to, reread = false }: BackupOptions,
  fileID: string,
): Promise<{ readonly size: number; readonly isNew: boolean } | undefined> => {
  const shared = join(to, SHARED_FILES);
  const copy = pathById(shared, fileID);
  const [known, stored] = [await sizeOfFile(copy), await sizeOfFile(pathById(files, fileID))];
  const isGood = known !== undefined && (known === stored || stored === undefined || reread);
  if (isGood && (!reread || (await fileSha256(copy)) === fileID)) return { size: known, isNew: false };
  if (await copyById(files, shared, fileID)) return { size: (await sizeOfFile(copy)) ?? 0, isNew: true };
  // The file on the disk is damaged; an earlier backup may have the content.
  return known !== undefined && (await fileSha256(copy)) === fileID ? { size: known, isNew: false } : undefined;
};

/**
 * Copies one file after the other, and waits after each as long as its copy took: copies use the processor and the disk, which the writes of
 * other people need at the same time.
 */
const copyFiles = async (names: readonly string[], options: BackupOptions): Promise<CopiedFiles> => {
  const lines: string[] = [];
  const absent: string[] = [];
  const copied = { count: 0, bytes: 0 };
  let bytes = 0;
  for (const [at, fileID] of names.entries()) {
    options.signal?.throwIfAborted();
    const began = performance.now();
    const copy = await ensureCopy(options, fileID);
    if (copy) {
      lines.push(`${fileID} ${copy.size}\n`);
      bytes += copy.size;
    } else absent.push(fileID);
    if (copy?.isNew === true) {
      copied.count += 1;
      copied.bytes += copy.size;
      await pause(performance.now() - began);
    }
    options.report({ part: 'files', done: at + 1, of: names.length });
  }
  return { lines, bytes, absent, copied };
};

/** Reads every new part again. Copies of files were compared when they were written. */
const verifyWritten = async (
  partial: string,
  { tables, files }: Manifest,
  { report }: BackupOptions,
): Promise<void> => {
  const parts: [string, Packed][] = tables.map((table) => [tableFile(partial, table.name), table]);
  parts.push([join(partial, FILE_LIST), files.list]);
  for (const [index, [path, { sha256: expected }]] of parts.entries()) {
    if ((await packedSha256(path)) !== expected) throw notVerified(path);
    report({ part: 'check', done: index + 1, of: parts.length });
  }
};

const writeParts = async (session: BackupSession, options: BackupOptions, site: string): Promise<WrittenBackup> => {
  const { to, registry, product } = options;
  const snapshot = await session.snapshot();
  const { at, database, migration, passing } = snapshot.facts;
  const names = await namesInUse(snapshot, registry);
  await demandSpace(to, (await snapshot.bytes()) * SHARE_OF_ROWS + (await bytesToCopy(names, options)));
  const name = backupName(at);
  const partial = join(to, `${name}${UNFINISHED}`);
  await mkdir(join(partial, TABLES_FOLDER), { recursive: true, mode: 0o700 });
  const tables = await dumpTables(snapshot, partial, options);
  const sequences = await snapshot.sequences();
  await snapshot.end();
  const { lines, bytes, absent, copied } = await copyFiles(names, options);
  const list = await writePacked(join(partial, FILE_LIST), linesAsBuffers(lines));
  // A file that was erased meanwhile is not missing.
  const missing = [...(await namedAmong(session.db, registry, absent))];
  const manifest: Manifest = {
    ...{
      format: FORMAT,
      product,
      registry: registry.hash,
      migration,
      site,
      database,
      tables,
      leftOut: passing,
      sequences,
    },
    ...{ at: at.toISOString(), ended: new Date().toISOString() },
    files: { count: lines.length, bytes, list, missing },
  };
  await verifyWritten(partial, manifest, options);
  await writeManifest(partial, manifest);
  await finishBackup(partial, join(to, name), to);
  return { name, manifest, copied };
};

/** Writes a complete backup. Throws BackupRefusal while another backup of the same site is running. */
export const writeBackup = async (options: BackupOptions): Promise<WrittenBackup> => {
  const session = await openBackupSession(options.database);
  if (!session) throw new BackupRefusal('running', 'Another backup of this site is running.');
  try {
    const site = sha256(await session.siteSecret())
      .toString('hex')
      .slice(0, 16);
    await claimFolder(options.to, site);
    const tidy = async (): Promise<void> => {
      await removePartial(options.to);
      await removeDrafts(join(options.to, SHARED_FILES));
    };
    await tidy();
    const written = await withTidyFolder(options.to, () => writeParts(session, options, site), tidy);
    if (options.retention) await deleteOldBackups(options.to, options.retention);
    return written;
  } finally {
    await session.close();
  }
};
