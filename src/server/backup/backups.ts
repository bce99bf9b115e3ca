// The backups of a site as its administrators see them: where they are written, when the next one is due, how the last ones ended. Runs one
// and records how it ended.

import { realpath, stat } from 'node:fs/promises';
import { dirname, isAbsolute, join, relative, resolve } from 'node:path';
import type { Clock } from 'src/base/clock.ts';
import { instantOf } from 'src/model/calendar/instantOf.ts';
import { dayIn } from 'src/model/calendar/dayIn.ts';
import { DAY_MS } from 'src/base/dayMs.ts';
import type { ServerRegistry } from 'src/model/schema/Registry.ts';
import { BackupRefusal } from 'src/server/backup/BackupRefusal.ts';
import { freeBytesAt } from 'src/server/backup/diskSpace.ts';
import type { Retention } from 'src/server/backup/retention.ts';
import { writeBackup, type BackupProgress, type WrittenBackup } from 'src/server/backup/writeBackup.ts';
import {
  addBackupRun,
  lastBackupRuns,
  type BackupCause,
  type BackupRun,
  type StoredSchedule,
} from 'src/server/store/backup/backupRows.ts';
import type { Database, Queryable } from 'src/server/store/database.ts';

export interface RunOptions {
  readonly cause: BackupCause;
  readonly to: string;
  readonly retention?: Retention | undefined;
  readonly reread?: boolean | undefined;
  readonly signal?: AbortSignal | undefined;
  report(progress: BackupProgress): void;
}

export interface Backups {
  /** Folders of the server below which administrators may choose one. */
  readonly allowed: readonly string[];
  /** Returns whether the folder is one of the allowed ones or below one. Links are followed. */
  isAllowed(folder: string): Promise<boolean>;
  run(options: RunOptions): Promise<WrittenBackup>;
  /** Free bytes on the disk of a folder; undefined if it cannot be read. */
  freeBytes(folder: string): Promise<number | undefined>;
  /** Returns when the next backup of the schedule is due; undefined without a schedule. A time in the past means now. */
  nextDue(db: Queryable, schedule: StoredSchedule | undefined): Promise<Date | undefined>;
}

interface BackupsOptions {
  readonly allowed: readonly string[];
  readonly database: Database;
  readonly registry: ServerRegistry;
  readonly clock: Clock;
  readonly timeZone: string;
  /** Folder of the server's stored files. */
  readonly files: string;
  readonly product: string;
}

/** A failed backup is tried again after this time. */
const RETRY_MS = 3_600_000;
const LOOKED_AT = 20;
const LONGEST_REASON = 300;

const isBelow = (folder: string, root: string): boolean => {
  const path = relative(root, folder);
  return path === '' || (!path.startsWith('..') && !isAbsolute(path));
};

/** Returns the real path of a folder that may not exist yet. */
const realFolder = async (folder: string): Promise<string> => {
  const found = await realpath(folder).catch(() => undefined);
  if (found !== undefined || dirname(folder) === folder) return found ?? folder;
  return join(await realFolder(dirname(folder)), relative(dirname(folder), folder));
};

const backupRecord = ({
  manifest,
  name,
}: WrittenBackup): Pick<BackupRun, 'name' | 'result' | 'reason' | 'rows' | 'files' | 'bytes'> => {
  const { count, bytes, missing } = manifest.files;
  const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0);
  const lack =
    missing.length > 0
      ? `${missing.length} files are missing or damaged on the server: ${missing.slice(0, 3).join(', ')}`
      : null;
  return { name, result: lack === null ? 'good' : 'incomplete', reason: lack, rows, files: count, bytes };
};

const reasonOf = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).split('\n', 1)[0]?.slice(0, LONGEST_REASON) ?? '';

export const createBackups = (options: BackupsOptions): Backups => {
  const { allowed, database, clock, timeZone } = options;

  const record = async ({ cause, to }: RunOptions, run: Omit<BackupRun, 'cause' | 'folder' | 'ended'>): Promise<void> =>
    await addBackupRun(database, { ...run, cause, folder: to, ended: clock.now() });

  /** Returns the last time of day of the schedule that has passed. */
  const lastMoment = (time: string): Date | undefined => {
    const now = clock.now();
    const [today, yesterday] = [now, new Date(now.getTime() - DAY_MS)].map((at) =>
      instantOf(dayIn(at, timeZone), time, timeZone),
    );
    return today !== undefined && today <= now ? today : yesterday;
  };

  return {
    allowed,
    async isAllowed(folder) {
      if (!isAbsolute(folder)) return false;
      const real = await realFolder(resolve(folder));
      const roots = await Promise.all(allowed.map(realFolder));
      return roots.some((root) => isBelow(real, root));
    },
    async run(run) {
      const { to, retention, reread, signal, report } = run;
      const began = clock.now();
      try {
        const written = await writeBackup({ ...options, to, report, signal, retention, reread: reread === true });
        await record(run, { began, ...backupRecord(written) });
        return written;
      } catch (error) {
        // Another run of the same site is no failure, and one that is stopped begins again.
        const isOver = signal?.aborted === true || (error instanceof BackupRefusal && error.reason === 'running');
        if (!isOver)
          await record(run, {
            began,
            name: null,
            result: 'failed',
            reason: reasonOf(error),
            rows: 0,
            files: 0,
            bytes: 0,
          });
        throw error;
      }
    },
    async freeBytes(folder) {
      if ((await stat(folder).catch(() => undefined)) === undefined) return undefined;
      return await freeBytesAt(folder);
    },
    async nextDue(db, schedule) {
      if (!schedule || schedule.time === null) return undefined;
      const last = lastMoment(schedule.time);
      if (!last) return undefined;
      const next = new Date(last.getTime() + DAY_MS);
      if (schedule.changed > last) return next;
      const since = (await lastBackupRuns(db, LOOKED_AT)).filter(({ began }) => began >= last);
      if (since.some(({ result }) => result !== 'failed')) return next;
      const failed = since.filter(({ cause }) => cause === 'schedule')[0];
      return failed ? new Date(failed.ended.getTime() + RETRY_MS) : last;
    },
  };
};
