// Decides when the index of a process is saved: after it was read from the tables, from time to time, and when the process stops.

import { withTimeout } from 'src/base/withTimeout.ts';
import type { Snapshots } from 'src/server/search/snapshot/snapshots.ts';
import type { WorkerPort } from 'src/server/search/workerPort.ts';

const SAVE_PAUSE_MS = 10 * 60_000;
/** A start reads this number of rows in a few milliseconds, so fewer changes are no reason to save. */
const WORTH_SAVING = 1_000;
/** The other parts of a stop need time, too. */
const LAST_SAVE_MS = 4_000;

export interface SavingOptions {
  readonly snapshots: Snapshots;
  /** Returns the worker while it has all texts. */
  readonly filled: () => WorkerPort | undefined;
  readonly log: (message: string, error?: unknown) => void;
  /** Number of changed rows after which the index is saved. */
  readonly worthSaving?: number | undefined;
}

export const createSnapshotSaving = ({ snapshots, filled, log, worthSaving = WORTH_SAVING }: SavingOptions) => {
  let changes = 0;
  let saving: Promise<void> = Promise.resolve();

  const save = (): Promise<void> =>
    (saving = saving.then(async () => {
      const to = filled();
      if (!to) return;
      const before = changes;
      await snapshots.save(to).catch((error: unknown) => log('the search index could not be saved', error));
      changes -= before;
    }));

  const saveChanges = async (): Promise<void> => {
    if (changes >= worthSaving) await save();
  };

  // Other processes with this folder save it, too.
  const timer = setInterval(
    () => void snapshots.age().then((age) => (age < SAVE_PAUSE_MS / 2 ? undefined : saveChanges())),
    SAVE_PAUSE_MS,
  ).unref();

  return {
    noteChanges: (rows: number): void => void (changes += rows),
    save,
    async stop() {
      clearInterval(timer);
      await withTimeout(LAST_SAVE_MS, saving.then(saveChanges)).catch((error: unknown) =>
        log('the search index could not be saved in time', error),
      );
    },
  };
};
