// The module of backups: looks every few minutes whether one is due, and writes it as a job of its own queue, so that other jobs never wait.

import type { BackupNeeds } from 'src/server/backup/BackupNeeds.ts';
import { BackupRefusal } from 'src/server/backup/BackupRefusal.ts';
import { defineModule } from 'src/server/Module.ts';
import { pruneBackupRuns, readSchedule } from 'src/server/store/backup/backupRows.ts';
import { addJob, WRITE_BACKUP, type JobHandler } from 'src/server/store/jobRows.ts';

export const CHECK_BACKUP = 'checkBackup';

/** Adds the job when a backup is due. */
const checkBackup =
  ({ backups, database, clock }: BackupNeeds): JobHandler =>
  async () => {
    const due = await backups.nextDue(database, await readSchedule(database));
    if (due && due <= clock.now()) await addJob(database, { name: WRITE_BACKUP, payload: {}, key: WRITE_BACKUP });
  };

/** Writes a backup that is due. A failure is recorded and the check adds the next attempt, so the job itself never fails. */
const writeDueBackup =
  ({ backups, database, clock, log }: BackupNeeds): JobHandler =>
  async (_payload, signal) => {
    const schedule = await readSchedule(database);
    const due = await backups.nextDue(database, schedule);
    if (!schedule || !due || due > clock.now()) return;
    const { folder, daily, weekly, monthly } = schedule;
    try {
      if (!(await backups.isAllowed(folder))) throw new Error(`${folder} is not below a folder of BACKUP_DIR.`);
      const retention = { daily, weekly, monthly };
      await backups.run({ cause: 'schedule', to: folder, retention, signal, report: () => undefined });
    } catch (error) {
      signal.throwIfAborted();
      if (!(error instanceof BackupRefusal && error.reason === 'running')) log('a backup failed', error);
    }
  };

export const backupModule = defineModule<BackupNeeds>({
  jobs: (services) => ({ [CHECK_BACKUP]: checkBackup(services), [WRITE_BACKUP]: writeDueBackup(services) }),
  schedule: [{ name: CHECK_BACKUP, times: '*/10 * * * *' }],
  prune: [pruneBackupRuns],
});
