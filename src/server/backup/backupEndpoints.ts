// Backups on `admin.state`, for administrators of the site: the schedule, the last backups, and a backup that begins now.

import { join } from 'node:path';
import type { Endpoints } from 'src/model/generated/endpoints.ts';
import { invalidAt, isProblem } from 'src/model/problems.ts';
import { demandSiteAdmin } from 'src/server/access/actions/refuseActing.ts';
import { endpoint, type BackupNeeds } from 'src/server/backup/BackupNeeds.ts';
import { BackupRefusal, type RefusalReason } from 'src/server/backup/BackupRefusal.ts';
import { MANIFEST_FILE } from 'src/server/backup/manifest.ts';
import { sizeOfFile } from 'src/server/backup/copiedFiles.ts';
import type { BackupProgress } from 'src/server/backup/writeBackup.ts';
import {
  lastBackupRuns,
  readSchedule,
  writeSchedule,
  type BackupRun,
  type StoredSchedule,
} from 'src/server/store/backup/backupRows.ts';
import type { TaskAction } from 'src/server/TaskHandler.ts';

type Answer = Endpoints['backupState']['answer'];

const MOST_RUNS = 20;

const listedRun = async ({ began, ended, ...run }: BackupRun): Promise<Answer['runs'][number]> => ({
  ...run,
  ...{ began: began.toISOString(), ended: ended.toISOString() },
  isKept: run.name !== null && (await sizeOfFile(join(run.folder, run.name, MANIFEST_FILE))) !== undefined,
});

const listedSchedule = ({
  folder,
  time,
  daily,
  weekly,
  monthly,
  maxAge,
}: StoredSchedule): NonNullable<Answer['schedule']> => ({
  ...{ folder, time, daily, weekly, monthly, maxAge },
});

export const backupState = endpoint('backupState', async (context) => {
  demandSiteAdmin(context.subject);
  const { services, db } = context;
  const schedule = await readSchedule(db);
  const next = await services.backups.nextDue(db, schedule);
  return {
    allowed: [...services.backups.allowed],
    schedule: schedule ? listedSchedule(schedule) : null,
    next: next?.toISOString() ?? null,
    runs: await Promise.all((await lastBackupRuns(db, MOST_RUNS)).map(listedRun)),
  };
});

export const saveBackupSchedule = endpoint('saveBackupSchedule', {
  async prepare(context, input) {
    demandSiteAdmin(context.subject);
    if (!(await context.services.backups.isAllowed(input.folder)))
      throw invalidAt('/folder', 'siteState.backup.notAllowed');
    return async ({ tx, now, subject }) => {
      await writeSchedule(tx, { ...input, time: input.time ?? null }, { at: now, by: subject.userId ?? '' });
      return {};
    };
  },
});

/** Share of each part in the progress, in percent. */
const PART_SHARES: Readonly<Record<BackupProgress['part'], readonly [from: number, share: number]>> = {
  rows: [0, 40],
  files: [40, 50],
  check: [90, 10],
};

const percentOf = ({ part, done, of }: BackupProgress): number => {
  const [from, share] = PART_SHARES[part];
  return Math.round(from + (of === 0 ? share : (share * done) / of));
};

/** Reasons with a text of their own. */
const SHOWN_REASONS: ReadonlySet<RefusalReason> = new Set(['running', 'noSpace']);

/** Returns the refusal that the person sees; the list of backups has the reason of a failure. */
const shownRefusal = (error: unknown): unknown => {
  if (isProblem(error)) return error;
  const reason = error instanceof BackupRefusal && SHOWN_REASONS.has(error.reason) ? error.reason : 'failed';
  return invalidAt('', `siteState.backup.${reason}`);
};

const backUpNowAction: TaskAction<BackupNeeds, Endpoints['backUpNow']['input']> = {
  admit: async (context) => await Promise.resolve(demandSiteAdmin(context.subject)),
  async begin(context) {
    demandSiteAdmin(context.subject);
    if (!(await readSchedule(context.db))) throw invalidAt('', 'siteState.backup.noFolder');
    return undefined;
  },
  async run({ context, signal, progress }) {
    const { services, db } = await context();
    const schedule = await readSchedule(db);
    if (!schedule || !(await services.backups.isAllowed(schedule.folder)))
      throw invalidAt('', 'siteState.backup.notAllowed');
    const { folder, daily, weekly, monthly } = schedule;
    try {
      await services.backups.run({
        ...{ cause: 'person', to: folder, retention: { daily, weekly, monthly }, signal },
        report: (part) => progress({ done: percentOf(part), total: 100 }),
      });
    } catch (error) {
      signal.throwIfAborted();
      services.log('a backup failed', error);
      throw shownRefusal(error);
    }
    return {};
  },
};

export const backUpNow = endpoint('backUpNow', backUpNowAction);
