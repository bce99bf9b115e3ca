// The manifest of a backup: what it contains, and the checksums by which verify and restore recognise that a part is missing or has
// changed. Written last, so a folder without a manifest is no backup.

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isRecord } from 'src/base/isRecord.ts';
import { BackupRefusal } from 'src/server/backup/BackupRefusal.ts';
import { writePrivateFile, type Packed } from 'src/server/backup/privateFiles.ts';
import { sha256 } from 'src/server/sha256.ts';

/** Grows with each change that an earlier program cannot read. */
export const FORMAT = 1;
export const MANIFEST_FILE = 'manifest.json';
export const FILE_LIST = 'files.txt.gz';

export interface PackedTable extends Packed {
  readonly name: string;
  readonly columns: readonly string[];
  readonly rows: number;
}

export interface SequenceValue {
  readonly name: string;
  readonly value: string;
}

export interface Manifest {
  readonly format: number;
  /** Version of the product, without that of its declarations. */
  readonly product: string;
  /** Hash of the declarations. */
  readonly registry: string;
  /** Number of the last migration of the database. */
  readonly migration: number;
  /** Distinguishes the backups of different sites. */
  readonly site: string;
  /** Time of the snapshot. */
  readonly at: string;
  readonly ended: string;
  readonly database: string;
  readonly tables: readonly PackedTable[];
  /** Tables whose rows are not part of a backup. */
  readonly leftOut: readonly string[];
  readonly sequences: readonly SequenceValue[];
  readonly files: {
    readonly count: number;
    readonly bytes: number;
    readonly list: Packed;
    /** Files that a record names, but that were missing on the disk or had other content. */
    readonly missing: readonly string[];
  };
}

const checksumOf = (manifest: Manifest): string => sha256(JSON.stringify(manifest)).toString('hex');

export const writeManifest = async (folder: string, manifest: Manifest): Promise<void> => {
  const text = `${JSON.stringify({ ...manifest, checksum: checksumOf(manifest) }, null, 1)}\n`;
  await writePrivateFile(join(folder, MANIFEST_FILE), text);
};

type StoredManifest = Manifest & { readonly checksum?: unknown };

const parseManifest = (text: string, folder: string): StoredManifest => {
  try {
    const found = JSON.parse(text) as StoredManifest | null;
    if (isRecord(found)) return found;
  } catch {
    // A complete manifest ends with a line end.
    if (!text.endsWith('}\n')) throw new BackupRefusal('truncated', `The manifest of ${folder} is cut off.`);
  }
  throw new BackupRefusal('altered', `The manifest of ${folder} is not valid.`);
};

/** Returns the manifest. Throws BackupRefusal if the folder is no backup, or this program cannot read it. */
export const readManifest = async (folder: string): Promise<Manifest> => {
  const text = await readFile(join(folder, MANIFEST_FILE), 'utf8').catch(() => undefined);
  if (text === undefined)
    throw new BackupRefusal('truncated', `${folder} has no manifest, so it is no complete backup.`);
  const { checksum, ...manifest } = parseManifest(text, folder);
  if (manifest.format > FORMAT)
    throw new BackupRefusal('newer', `A newer version of the product wrote ${folder}; use that version.`);
  if (checksum !== checksumOf(manifest))
    throw new BackupRefusal('altered', `The manifest of ${folder} was changed after the backup.`);
  return manifest;
};
