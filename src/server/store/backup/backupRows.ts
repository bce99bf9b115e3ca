// Settings of the schedule of backups, and the record of those that ended. Called by backup/backups.ts.

import type { ItemId } from 'src/model/item/Item.ts';
import type { Queryable } from 'src/server/store/database.ts';

export interface BackupSchedule {
  /** Absolute path. */
  readonly folder: string;
  /** Time of day in the site's time zone, such as `02:10`; null for no schedule. */
  readonly time: string | null;
  /** Number of days, weeks and months of which the newest backup is kept. */
  readonly daily: number;
  readonly weekly: number;
  readonly monthly: number;
  /** Hours after which the last good backup is too old. */
  readonly maxAge: number;
}

export interface StoredSchedule extends BackupSchedule {
  readonly changed: Date;
  readonly by: ItemId;
}

export type BackupCause = 'command' | 'schedule' | 'person';
export type BackupResult = 'good' | 'incomplete' | 'failed';

export interface BackupRun {
  readonly began: Date;
  readonly ended: Date;
  readonly cause: BackupCause;
  readonly folder: string;
  /** Name of the backup in the folder; null for a failed one. */
  readonly name: string | null;
  readonly result: BackupResult;
  readonly reason: string | null;
  readonly rows: number;
  readonly files: number;
  /** Bytes of all its files, also of those that earlier backups copied. */
  readonly bytes: number;
}

const SCHEDULE_COLUMNS = `folder, time, daily, weekly, monthly, max_age as "maxAge"`;

export const readSchedule = async (db: Queryable): Promise<StoredSchedule | undefined> =>
  (await db.query<StoredSchedule>(`select ${SCHEDULE_COLUMNS}, changed, by from backup_schedule`))[0];

export const writeSchedule = async (
  db: Queryable,
  { folder, time, daily, weekly, monthly, maxAge }: BackupSchedule,
  { at, by }: { readonly at: Date; readonly by: ItemId },
): Promise<void> => {
  await db.query(
    `insert into backup_schedule (folder, time, daily, weekly, monthly, max_age, changed, by) values ($1, $2, $3, $4, $5, $6, $7, $8)
     on conflict (one) do update set folder = excluded.folder, time = excluded.time, daily = excluded.daily, weekly = excluded.weekly,
       monthly = excluded.monthly, max_age = excluded.max_age, changed = excluded.changed, by = excluded.by`,
    [folder, time, daily, weekly, monthly, maxAge, at, by],
  );
};

/** Records a backup that ended. A database that was not yet updated to this version has no such table. */
export const addBackupRun = async (db: Queryable, run: BackupRun): Promise<void> => {
  const [known] = await db.query<{ found: boolean }>(`select to_regclass('backup_run') is not null as found`);
  if (known?.found !== true) return;
  const { began, ended, cause, folder, name, result, reason, rows, files, bytes } = run;
  await db.query(
    `insert into backup_run (began, ended, cause, folder, name, result, reason, rows, files, bytes)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
    [began, ended, cause, folder, name, result, reason, rows, files, bytes],
  );
};

const ENDED_COLUMNS = `began, ended, cause, folder, name, result, reason, rows::float8 as rows, files, bytes::float8 as bytes`;

/** Returns the last backups, newest first. */
export const lastBackupRuns = (db: Queryable, max: number): Promise<BackupRun[]> =>
  db.query<BackupRun>(`select ${ENDED_COLUMNS} from backup_run order by began desc, run desc limit $1`, [max]);

/** Returns the time of the newest backup that has all rows and files. */
export const lastGoodBackup = async (db: Queryable): Promise<Date | undefined> =>
  (await db.query<{ at: Date | null }>(`select max(began) as at from backup_run where result = 'good'`))[0]?.at ??
  undefined;

/** The list shows the last ones, and the rest is of no use after a year. */
export const pruneBackupRuns = (db: Queryable): Promise<unknown[]> =>
  db.query(`delete from backup_run where ended < now() - interval '400 days'`);
