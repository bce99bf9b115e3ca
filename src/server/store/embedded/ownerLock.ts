// Which process runs the embedded server of a data folder. The owner starts and stops it; others may only use it.
// The lock outlives a killed owner, so it names the process and when that one started.

import { linkSync, readFileSync, rmSync, unlinkSync, writeFileSync } from 'node:fs';

export interface OwnerLock {
  release(): void;
}

const readOr = (path: string, otherwise: string): string => {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return otherwise;
  }
};

/** What Linux tells of a process, from its state on; empty elsewhere. */
const statusOf = (pid: number): string[] => readOr(`/proc/${pid}/stat`, '').split(') ').at(-1)?.split(' ') ?? [];

/** Start time, so that a reused number is not mistaken for the old process. */
const startOf = (pid: number): string => statusOf(pid)[19] ?? '';

export const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return statusOf(pid)[0] !== 'Z'; // ended, and nobody has asked how
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
};

const isHeld = (holder: string): boolean => {
  const [pid = '', started = ''] = holder.split(' ');
  return /^\d+$/.test(pid) && isAlive(Number(pid)) && startOf(Number(pid)) === started;
};

const tryLink = (from: string, to: string): boolean => {
  try {
    linkSync(from, to);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
};

/** The lock, or undefined while a living process (this one included) holds it. */
export const takeOwnerLock = (path: string): OwnerLock | undefined => {
  const mine = `${process.pid} ${startOf(process.pid)}`;
  const draft = `${path}.${process.pid}`;
  writeFileSync(draft, mine);
  try {
    if (!tryLink(draft, path)) {
      const holder = readOr(path, '');
      if (isHeld(holder)) return undefined;
      // Only the stale text may go; a rival that was faster has written another one.
      if (readOr(path, '') === holder) rmSync(path, { force: true });
      if (!tryLink(draft, path)) return undefined;
    }
  } finally {
    unlinkSync(draft);
  }
  return {
    release: () => {
      if (readOr(path, '') === mine) rmSync(path, { force: true });
    },
  };
};
