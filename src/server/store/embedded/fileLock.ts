// A lock between processes of one machine, for the moments in which the embedded server is started, joined or stopped. It
// outlives a killed holder, so it names the process and when that one started.

import { linkSync, readFileSync, rmSync, unlinkSync, writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

const POLL_MS = 20;

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

/** False while a living process, this one included, holds the lock. */
const take = (path: string, mine: string): boolean => {
  const draft = `${path}.${process.pid}`;
  writeFileSync(draft, mine);
  try {
    if (tryLink(draft, path)) return true;
    const holder = readOr(path, '');
    if (isHeld(holder)) return false;
    // Only the stale text may go; a rival that was faster has written another one.
    if (readOr(path, '') === holder) rmSync(path, { force: true });
    return tryLink(draft, path);
  } finally {
    unlinkSync(draft);
  }
};

/** Waits for the lock; holds it while `work` runs. */
export const withFileLock = async <T>(path: string, work: () => Promise<T>): Promise<T> => {
  const mine = `${process.pid} ${startOf(process.pid)}`;
  while (!take(path, mine)) await sleep(POLL_MS);
  try {
    return await work();
  } finally {
    if (readOr(path, '') === mine) rmSync(path, { force: true });
  }
};
