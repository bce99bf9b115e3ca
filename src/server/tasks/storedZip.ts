// The zip that a task produces: stored as the result of the task while it is filled.

import { createZipStream, type ZipStream } from 'src/server/files/zipStream.ts';
import type { TaskResults } from 'src/server/tasks/taskResults.ts';

/** The part of a task that stores a zip. */
interface ZipRun {
  readonly key: string;
  readonly signal: AbortSignal;
  context(): Promise<{ readonly now: Date; readonly services: { readonly taskResults: TaskResults } }>;
}

/**
 * Stores the zip that `fill` writes. Both are over before this returns or throws, so nothing of the zip is left when its task has stopped.
 * Throws the first error: a full disk, and not that `fill` could not go on.
 */
export const storeZip = async <T>(
  { key, signal, context }: ZipRun,
  fill: (zip: ZipStream) => Promise<T>,
): Promise<T> => {
  const { services, now } = await context();
  const zip = createZipStream(signal, now);
  const breakZip = (error: unknown): never => {
    zip.break(error as Error);
    throw error;
  };
  const [stored, filled] = await Promise.allSettled([
    services.taskResults.put(key, zip.output).catch(breakZip),
    fill(zip).catch(breakZip),
  ]);
  if (zip.output.errored) throw zip.output.errored;
  if (stored.status === 'rejected') throw stored.reason;
  if (filled.status === 'rejected') throw filled.reason;
  return filled.value;
};
