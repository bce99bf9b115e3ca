// A process of its own, started by tests/drillBackup.ts: writes or restores one backup of the toy world, reports its progress, and may be
// killed in the middle of it.

import type { ClientConfig } from 'pg';
import { restoreBackup } from 'src/server/backup/restoreBackup.ts';
import { writeBackup } from 'src/server/backup/writeBackup.ts';
import { migrateJobQueue } from 'src/server/jobs/jobQueue.ts';
import { createDatabase } from 'src/server/store/database.ts';
import { PRODUCT } from 'tests/server/backup/backupWorld.ts';
import { registry } from 'tests/toy/generated/registry.server.ts';

/** Order to the process, as JSON in its first argument. */
export interface BackupOrder {
  readonly work: 'backup' | 'restore';
  readonly connection: ClientConfig;
  /** Folder of the stored files. */
  readonly files: string;
  readonly folder: string;
}

const { work, connection, files, folder } = JSON.parse(process.argv[2] ?? '{}') as BackupOrder;
const database = createDatabase({ connection, poolSize: 4, statementTimeout: 60_000, log: console.error });
const send = (message: object): void => void process.send?.(message);
if (work === 'backup') {
  const options = { database, files, to: folder, registry, product: PRODUCT };
  const { copied, manifest } = await writeBackup({ ...options, report: (progress) => send(progress) });
  send({ copied, files: manifest.files.count });
} else {
  await restoreBackup({
    ...{ database, files, from: folder, registry, product: PRODUCT },
    prepareQueue: () => migrateJobQueue(connection),
    report: (line) => send({ line }),
  });
}
await database.end();
process.exit(0);
