// Waiting with patience that ends: for shutting down, where the work may never finish.

import { systemTimers } from 'src/base/timers.ts';

/** Resolves when `work` does, or after that many milliseconds, whichever comes first. Rejects when `work` rejects before. */
export const within = async (milliseconds: number, work: Promise<unknown>): Promise<void> => {
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
