// Writes batches of rows while the next ones are prepared. Called by loads of many rows without rules.

import { asError } from 'src/base/asError.ts';

/** With two writes at a time, the database does not wait until the next batch is sent. */
const WRITTEN_AT_ONCE = 2;

/**
 * Calls `write` with each batch, in order, while the next batch is prepared. After a failure it begins no write, waits for those that it
 * began, and throws what failed first: a write in the same transaction may fail because of it.
 */
export const overlapped = async <Batch>(
  batches: AsyncIterable<Batch> | Iterable<Batch>,
  write: (batch: Batch) => Promise<void>,
): Promise<void> => {
  const writing: Promise<void>[] = [];
  const failures: unknown[] = [];
  const noteFailure = (error: unknown): void => void failures.push(error);
  try {
    for await (const batch of batches) {
      if (writing.length === WRITTEN_AT_ONCE) await writing.shift();
      if (failures.length > 0) break;
      writing.push(write(batch).catch(noteFailure));
    }
  } catch (error) {
    noteFailure(error);
  }
  await Promise.all(writing);
  if (failures.length > 0) throw asError(failures[0]);
};
