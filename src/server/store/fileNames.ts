// Which stored files something names still: an attachment, one whose deletion may be undone, an upload. Called by files/sweepFiles.ts; a
// save that names one locks it (rules/attachFiles.ts), so that it is not removed between its check and its commit.

import { DAY_MS } from 'src/base/dayMs.ts';
import { SYSTEM_TYPES } from 'src/model/schema/systemTypes.ts';
import type { ServerRegistry } from 'src/model/schema/Registry.ts';
import { addJobLater } from 'src/server/store/jobRows.ts';
import type { Queryable, Transaction } from 'src/server/store/database.ts';
import { partitionOf } from 'src/server/store/partitions.ts';

export const SWEEP_FILES = 'sweepFiles';

const LOCK = `hashtextextended('file ' || $1, 0)`;

/** Until the transaction ends nobody removes the file. */
export const holdFile = async (tx: Queryable, fileID: string): Promise<void> => {
  await tx.query(`select pg_advisory_xact_lock_shared(${LOCK})`, [fileID]);
};

/** False while somebody holds it; otherwise nobody can until the transaction ends. */
export const claimFile = async (tx: Transaction, fileID: string): Promise<boolean> =>
  (await tx.query<{ claimed: boolean }>(`select pg_try_advisory_xact_lock(${LOCK}) as claimed`, [fileID]))[0]
    ?.claimed === true;

/** As claimFile, waiting for whoever holds it. */
export const awaitFile = async (tx: Transaction, fileID: string): Promise<void> => {
  await tx.query(`select pg_advisory_xact_lock(${LOCK})`, [fileID]);
};

const fileTypeOf = ({ types }: Pick<ServerRegistry, 'types'>): number => types[SYSTEM_TYPES.file]?.number ?? 0;

/**
 * Makes the index of attachments by file. Looks for it first: `create index if not exists` would lock all attachments against writes
 * at every start, until the longest write under way has ended.
 */
export const ensureFileIndex = async (db: Queryable, registry: ServerRegistry): Promise<void> => {
  if (registry.types[SYSTEM_TYPES.file] === undefined) return;
  const table = partitionOf(fileTypeOf(registry));
  const [known] = await db.query<{ exists: boolean }>('select to_regclass($1) is not null as exists', [
    `${table}_file`,
  ]);
  if (known?.exists !== true) await db.query(`create index ${table}_file on ${table} ((body ->> 'fileID'))`);
};

/** Those of the files that are named. */
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

/** Once a day, whatever process asks. */
export const sweepFilesLater = (db: Queryable): Promise<void> =>
  addJobLater(db, { name: SWEEP_FILES, payload: {}, key: SWEEP_FILES }, new Date(Date.now() + DAY_MS));
