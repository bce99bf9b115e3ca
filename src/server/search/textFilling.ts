// Reads the texts of all items into the worker after the columns, because they take longer. Until then, searches find texts in the database.

import type { Copies } from 'src/server/search/columnCopies.ts';
import type { WorkerPort } from 'src/server/search/workerPort.ts';

export type WorkerNotice = Parameters<WorkerPort['notify']>[0];

export interface TextFilling {
  /** Starts again for this worker, as long as it is in use. */
  start(to: WorkerPort, isUsed: () => boolean): void;
  /** Notes that the worker has the texts from a snapshot. */
  skip(to: WorkerPort): void;
  /** Notes moved readers, which are sent again at the end, because a page may have been read before the move. */
  noteMove(message: WorkerNotice): void;
  isDone(to: WorkerPort | undefined): boolean;
  /** Resolves when the texts were read, or could not be read. */
  end(): Promise<void>;
}

export const createTextFilling = (copies: Copies, log: (message: string, error?: unknown) => void): TextFilling => {
  let run: Promise<void> = Promise.resolve();
  let done: WorkerPort | undefined;
  let moves: WorkerNotice[] | undefined;

  const fillTexts = async (to: WorkerPort, isUsed: () => boolean): Promise<void> => {
    const own: WorkerNotice[] = [];
    moves = own;
    const isCurrent = (): boolean => moves === own && isUsed();
    await copies.sendTexts(to, isCurrent);
    if (!isCurrent()) return;
    for (const move of own) to.notify(move);
    moves = undefined;
    to.notify({ do: 'textsReady' });
    done = to;
  };

  return {
    start(to, isUsed) {
      done = undefined;
      run = fillTexts(to, isUsed).catch((error: unknown) => {
        if (isUsed()) log('the texts could not be read; searches find them in the database', error);
      });
    },
    skip(to) {
      to.notify({ do: 'textsReady' });
      done = to;
    },
    noteMove: (message) => void moves?.push(message),
    isDone: (to) => to !== undefined && done === to,
    end: () => run,
  };
};
