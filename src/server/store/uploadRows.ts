// Rows of uploads, and the job that deletes old ones. Every query includes the user: uploads of other people do not exist for them.

import type { ItemId } from 'src/model/item/Item.ts';
import { addJobLater } from 'src/server/store/jobRows.ts';
import type { Queryable, Transaction } from 'src/server/store/database.ts';

export interface NewUpload {
  readonly key: string;
  readonly userId: ItemId;
  readonly name: string;
  readonly size: number;
}

/** Properties of a complete upload. */
export interface Arrived {
  readonly fileID: string;
  readonly filetype: string;
  readonly width: number | null;
  readonly height: number | null;
}

export interface UploadRow extends NewUpload, Omit<Arrived, 'fileID'> {
  readonly fileID: string | null;
  /** Attachment that uses the upload. */
  readonly attachment: ItemId | null;
}

export interface UploadQuota {
  readonly uploads: number;
  readonly bytes: number;
}

export const SWEEP_UPLOADS = 'sweepUploads';
const LIFE_HOURS = 24;
export const UPLOAD_LIFE_MS = LIFE_HOURS * 3_600_000;
const LIFE = `interval '${LIFE_HOURS} hours'`;
const UPLOAD_COLUMNS = `key, user_id as "userId", name, size::float8 as size, file_id as "fileID", filetype, width, height, attachment`;

const expired = `at < now() - ${LIFE}`;

/**
 * Adds an upload. `full`: the user has the maximum in progress. `known`: the key is in use. An incomplete upload may be started again by
 * its user, because the answer may have been lost.
 */
export const addUpload = async (
  tx: Transaction,
  { key, userId, name, size }: NewUpload,
  quota: UploadQuota,
): Promise<'added' | 'full' | 'known'> => {
  // Concurrent requests are counted one after another.
  await tx.query(`select pg_advisory_xact_lock(hashtextextended('upload ' || $1, 0))`, [userId]);
  const [row] = await tx.query<{ full: boolean; added: boolean }>(
    `with room as (
       select count(*) < $5 and coalesce(sum(size), 0) + $4 <= $6 as there from upload
         where user_id = $2 and attachment is null and key <> $1
     ), added as (
       insert into upload as u (key, user_id, name, size) select $1, $2, $3, $4 from room where there
         on conflict (key) do update set at = now(), name = $3, size = $4 where u.user_id = $2 and u.file_id is null
         returning 1
     ) select not there as full, exists (select from added) as added from room`,
    [key, userId, name, size, quota.uploads, quota.bytes],
  );
  if (row?.full === true) return 'full';
  if (row?.added !== true) return 'known';
  await sweepLater(tx);
  return 'added';
};

export const findUpload = async (db: Queryable, userId: ItemId, key: string): Promise<UploadRow | undefined> => {
  const [row] = await db.query<UploadRow>(
    `select ${UPLOAD_COLUMNS} from upload where key = $1 and user_id = $2 and not (${expired})`,
    [key, userId],
  );
  return row;
};

/** Returns the user's complete uploads that no item uses. */
export const arrivedUploads = (
  db: Queryable,
  userId: ItemId,
  keys: readonly string[],
): Promise<{ readonly key: string; readonly fileID: string }[]> =>
  db.query(
    `select key, file_id as "fileID" from upload
      where key = any($1::uuid[]) and user_id = $2 and file_id is not null and attachment is null and not (${expired})`,
    [keys, userId],
  );

/** Locks uploads until the transaction ends, in one order, so that two saves with the same uploads wait for each other. */
export const lockUploads = (tx: Queryable, userId: ItemId, keys: readonly string[]): Promise<UploadRow[]> =>
  tx.query(
    `select ${UPLOAD_COLUMNS} from upload where key = any($1::uuid[]) and user_id = $2 and not (${expired}) order by key for update`,
    [keys, userId],
  );

/** Returns the version, which changes when the upload is started again. */
export const uploadVersion = async (db: Queryable, key: string): Promise<string | undefined> =>
  (await db.query<{ version: string }>('select xmin::text as version from upload where key = $1', [key]))[0]?.version;

/** Does nothing when the upload was started again meanwhile, because other bytes are being sent. */
export const noteArrived = async (
  db: Queryable,
  { key, version }: { readonly key: string; readonly version: string },
  { fileID, filetype, width, height }: Arrived,
): Promise<void> => {
  await db.query(
    'update upload set file_id = $3, filetype = $4, width = $5, height = $6 where key = $1 and xmin::text = $2',
    [key, version, fileID, filetype, width, height],
  );
};

export const noteTaken = async (tx: Queryable, key: string, attachment: ItemId): Promise<void> => {
  await tx.query('update upload set attachment = $2 where key = $1', [key, attachment]);
};

export const forgetUpload = async (db: Queryable, key: string): Promise<void> => {
  await db.query('delete from upload where key = $1 and attachment is null', [key]);
};

/** Returns keys of expired uploads. */
export const expiredUploads = async (db: Queryable, max: number): Promise<string[]> =>
  (await db.query<{ key: string }>(`select key from upload where ${expired} order by at limit $1`, [max])).map(
    ({ key }) => key,
  );

export const removeUploads = async (db: Queryable, keys: readonly string[]): Promise<void> => {
  await db.query('delete from upload where key = any($1::uuid[])', [keys]);
};

/** Adds the job for the oldest upload; it schedules the next one itself. */
export const sweepLater = async (db: Queryable): Promise<void> => {
  const [row] = await db.query<{ due: Date | null }>(`select min(at) + ${LIFE} as due from upload`);
  if (row?.due) await addJobLater(db, { name: SWEEP_UPLOADS, payload: {}, key: SWEEP_UPLOADS }, row.due);
};
