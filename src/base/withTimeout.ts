// Waits for work with a time limit. Used at shutdown, where work may never finish.

import { systemTimers } from 'src/base/timers.ts';

/** Resolves when `work` resolves or when the time is over. Rejects when `work` rejects earlier. */
export const withTimeout = async (milliseconds: number, work: Promise<unknown>): Promise<void> => {
  let cancel = (): void => undefined;
  const late = new Promise<void>((resolve) => {
    cancel = systemTimers.after(milliseconds, resolve);
  });
  try {
    await Promise.race([work, late]);
  } finally {
    cancel();
  }
};
