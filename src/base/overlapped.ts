// Writes batches of rows while the next ones are prepared. Called by loads of many rows without rules.

import { asError } from 'src/base/asError.ts';

/** Maximum number of concurrent writes. With two, the database does not wait until the next batch is sent. */
const WRITTEN_AT_ONCE = 2;

/**
 * Calls `write` with each batch, in order, while the next batch is prepared. After a failure it starts no further write, waits for
 * the started ones, and throws the first error: later errors in the same transaction may be its consequences.
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
