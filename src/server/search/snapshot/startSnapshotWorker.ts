// Starts the search worker before the rest of the program is loaded. It imports little for that reason.

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { snapshotFolder } from 'src/server/dataDir.ts';

export const SNAPSHOT_FILE = 'index.snapshot';

/** Value with which a worker is started that begins to read a snapshot. */
export interface SnapshotWorkerData {
  readonly snapshot: string;
}

/** `entry`: the built search worker. Returns undefined without it (during development) and without a snapshot. */
export const startSnapshotWorker = (entry: URL, dataDir: string): Worker | undefined => {
  const path = join(snapshotFolder(dataDir), SNAPSHOT_FILE);
  if (!existsSync(entry) || !existsSync(path)) return undefined;
  const worker = new Worker(entry, { workerData: { snapshot: path } satisfies SnapshotWorkerData });
  // Without a listener, an error would end the process. Another worker is started then.
  worker.on('error', () => undefined);
  return worker;
};
