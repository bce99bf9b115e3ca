// Locks that all tabs of this browser share.

const LOCK_PREFIX = 'knowledge-keeper-field';

/** Undefined in a browser without locks, and outside of a browser. */
const lockManager = (): LockManager | undefined => {
  const { navigator: own } = globalThis as { readonly navigator?: { readonly locks?: LockManager } };
  return own?.locks;
};

/** Runs the function while no other tab runs one under the name. A browser without locks runs it at once. */
export const withFieldLock = async <T>(name: string, run: () => Promise<T>): Promise<T> => {
  const locks = lockManager();
  return locks ? await locks.request(`${LOCK_PREFIX}-${name}`, run) : await run();
};

/** Runs the function unless another tab runs one under the name. */
export const withFreeFieldLock = async (name: string, run: () => Promise<void>): Promise<void> => {
  const locks = lockManager();
  if (!locks) return await run();
  await locks.request(`${LOCK_PREFIX}-${name}`, { ifAvailable: true }, async (lock) => {
    if (lock) await run();
  });
};

/**
 * Waits for the name and holds it until the returned function is called. The lock also ends with the tab, so that another tab continues
 * after this one was killed.
 */
export const holdFieldLock = (name: string, onHeld: () => Promise<void> | void): (() => void) => {
  const locks = lockManager();
  const end = new AbortController();
  const ended = new Promise<void>((resolve) => {
    end.signal.addEventListener('abort', () => resolve());
  });
  const hold = async (): Promise<void> => {
    if (end.signal.aborted) return;
    await onHeld();
    await ended;
  };
  if (!locks) void hold();
  else locks.request(`${LOCK_PREFIX}-${name}`, { signal: end.signal }, hold).catch(() => undefined);
  return () => end.abort();
};
