// Declares the facts that a package contains about itself, and the names of its parts.

import { isRecord } from 'src/base/isRecord.ts';
import { BackupRefusal } from 'src/server/backup/BackupRefusal.ts';
import type { ItemId, Json } from 'src/model/item/Item.ts';
import { SYSTEM_TYPES } from 'src/model/schema/systemTypes.ts';

/** Grows with each change that an earlier program cannot read. */
export const PACKAGE_FORMAT = 1;
export const FACTS_FILE = 'package.json';
export const REFERENCES_FILE = 'references.jsonl';
export const ADDRESSES_FILE = 'addresses.jsonl';

export const recordsFile = (type: string): string => `records/${type}.jsonl`;
export const packedTablePath = (type: string): string => `tables/${type}.csv`;
export const grantsFile = (type: string): string => `grants/${type}.jsonl`;
export const historyFile = (type: string): string => `history/${type}.jsonl`;

/** Types of personal items, of running work, and of the log of administrators. They do not leave an installation. */
export const STAYING_TYPES: ReadonlySet<string> = new Set([
  SYSTEM_TYPES.task,
  SYSTEM_TYPES.notice,
  SYSTEM_TYPES.readMark,
  SYSTEM_TYPES.logEntry,
]);

/** A record as a line of a file of records. */
export interface PackedRecord {
  readonly id: ItemId;
  readonly version: number;
  readonly created: string;
  readonly creator: ItemId;
  readonly updated: string;
  readonly updater: ItemId | null;
  readonly properties: Readonly<Record<string, Json>>;
}

export interface PackageFacts {
  readonly format: number;
  /** Version of the product that wrote the package. */
  readonly product: string;
  /** Hash of the declarations. */
  readonly registry: string;
  /** Id of the organization; null for the whole site. */
  readonly owner: ItemId | null;
  readonly written: string;
  readonly history: boolean;
  /** Number of records by type. */
  readonly records: Readonly<Record<string, number>>;
  readonly files: number;
}

export const parseFacts = (text: string): PackageFacts => {
  const found: unknown = JSON.parse(text);
  if (!isRecord(found) || typeof found['format'] !== 'number')
    throw new BackupRefusal('altered', `${FACTS_FILE} of the package is not valid.`);
  if (found['format'] > PACKAGE_FORMAT)
    throw new BackupRefusal('newer', 'A newer version of the product wrote the package; use that version.');
  return JSON.parse(text) as PackageFacts;
};
