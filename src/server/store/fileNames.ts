// Finds stored files that are still in use: by an attachment, a deletion that can be undone, or an upload. Called by files/sweepFiles.ts. A
// save that uses a file locks it (rules/attachFiles.ts), so that it is not deleted between check and commit.

import { DAY_MS } from 'src/base/dayMs.ts';
import type { ItemId } from 'src/model/item/Item.ts';
import { itemId, parseItemId } from 'src/model/item/itemId.ts';
import { SYSTEM_TYPES } from 'src/model/schema/systemTypes.ts';
import type { ServerRegistry } from 'src/model/schema/Registry.ts';
import { addJobLater } from 'src/server/store/jobRows.ts';
import type { Queryable, Transaction } from 'src/server/store/database.ts';
import { partitionOf } from 'src/server/store/partitions.ts';

export const SWEEP_FILES = 'sweepFiles';

const LOCK = `hashtextextended('file ' || $1, 0)`;

/** Prevents the deletion of the file until the transaction ends. */
export const holdFile = async (tx: Queryable, fileID: string): Promise<void> => {
  await tx.query(`select pg_advisory_xact_lock_shared(${LOCK})`, [fileID]);
};

/** Locks the file for deletion. Returns false while a save holds it. */
export const claimFile = async (tx: Transaction, fileID: string): Promise<boolean> =>
  (await tx.query<{ claimed: boolean }>(`select pg_try_advisory_xact_lock(${LOCK}) as claimed`, [fileID]))[0]
    ?.claimed === true;

/** Same as claimFile, but waits for the holder. */
export const awaitFile = async (tx: Transaction, fileID: string): Promise<void> => {
  await tx.query(`select pg_advisory_xact_lock(${LOCK})`, [fileID]);
};

const fileTypeOf = ({ types }: Pick<ServerRegistry, 'types'>): number => types[SYSTEM_TYPES.file]?.number ?? 0;

/**
 * Creates the index of attachments by file. Checks first, because `create index if not exists` would lock all attachments against writes at
 * every start, until the longest current write has ended.
 */
export const ensureFileIndex = async (db: Queryable, registry: ServerRegistry): Promise<void> => {
  if (registry.types[SYSTEM_TYPES.file] === undefined) return;
  const table = partitionOf(fileTypeOf(registry));
  const [known] = await db.query<{ exists: boolean }>('select to_regclass($1) is not null as exists', [
    `${table}_file`,
  ]);
  if (known?.exists !== true) await db.query(`create index ${table}_file on ${table} ((body ->> 'fileID'))`);
};

/** SQL of the key of a lock. While a backup holds it, no file is deleted because it is unused. */
export const FILES_IN_USE = `hashtextextended('files of a backup', 0)`;

/** Returns false while a backup copies files. */
export const claimUnusedFiles = async (tx: Transaction): Promise<boolean> =>
  (await tx.query<{ claimed: boolean }>(`select pg_try_advisory_xact_lock(${FILES_IN_USE}) as claimed`))[0]?.claimed ===
  true;

/** SQL of all files that are in use by an attachment or a deletion that can be undone. */
export const namedFilesSql = (registry: ServerRegistry): string =>
  `${registry.types[SYSTEM_TYPES.file] === undefined ? '' : `select body ->> 'fileID' as id from ${partitionOf(fileTypeOf(registry))} where body ->> 'fileID' is not null union`}
   select x -> 'properties' ->> 'fileID' as id from removed r cross join lateral jsonb_array_elements(r.items) x
     where x -> 'properties' ->> 'fileID' is not null`;

/** Returns those of the files that are in use. */
export const namedAmong = async (
  db: Queryable,
  registry: ServerRegistry,
  fileIDs: readonly string[],
): Promise<ReadonlySet<string>> => {
  const rows = await db.query<{ id: string }>(
    `select body ->> 'fileID' as id from ${partitionOf(fileTypeOf(registry))} where body ->> 'fileID' = any($1::text[])
     union select x -> 'properties' ->> 'fileID' from removed r cross join lateral jsonb_array_elements(r.items) x
       where x -> 'properties' ->> 'fileID' = any($1::text[])
     union select file_id from upload where file_id = any($1::text[])`,
    [fileIDs],
  );
  return new Set(rows.map(({ id }) => id));
};

/** Returns the attachments with the bytes of one of these, without these themselves. */
export const copiesOf = async (
  db: Queryable,
  registry: ServerRegistry,
  files: readonly ItemId[],
): Promise<ItemId[]> => {
  const table = partitionOf(fileTypeOf(registry));
  const numbers = files.map((id) => parseItemId(id).number);
  const rows = await db.query<{ i: number }>(
    `select other.i from ${table} own join ${table} other on other.body ->> 'fileID' = own.body ->> 'fileID'
     where own.i = any($1::int[]) and other.i <> all($1::int[]) group by other.i order by other.i`,
    [numbers],
    'files.copies',
  );
  return rows.map(({ i }) => itemId(SYSTEM_TYPES.file, i));
};

/** Adds the daily job. Any process may call this. */
export const sweepFilesLater = (db: Queryable): Promise<void> =>
  addJobLater(db, { name: SWEEP_FILES, payload: {}, key: SWEEP_FILES }, new Date(Date.now() + DAY_MS));
