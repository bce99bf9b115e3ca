// Lock between processes of one machine, held while the embedded server is started, joined or stopped. It can outlive a killed holder, so
// it contains the process number and start time of the holder.

import { linkSync, readFileSync, rmSync, unlinkSync, writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

const LOCK_POLL_MS = 20;

const readOr = (path: string, otherwise: string): string => {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return otherwise;
  }
};

/** Returns what Linux reports of a process, beginning with its state; empty elsewhere. */
const processStatus = (pid: number): string[] => readOr(`/proc/${pid}/stat`, '').split(') ').at(-1)?.split(' ') ?? [];

/** Returns the start time, so that a reused number is not mistaken for the old process. */
const processStart = (pid: number): string => processStatus(pid)[19] ?? '';

export const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return processStatus(pid)[0] !== 'Z'; // a zombie: it has ended, but its parent has not read its exit code
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
};

const isHeld = (holder: string): boolean => {
  const [pid = '', started = ''] = holder.split(' ');
  return /^\d+$/.test(pid) && isAlive(Number(pid)) && processStart(Number(pid)) === started;
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

/** Returns false while a running process, including this one, holds the lock. */
const takeLock = (path: string, mine: string): boolean => {
  const draft = `${path}.${process.pid}`;
  writeFileSync(draft, mine);
  try {
    if (tryLink(draft, path)) return true;
    const holder = readOr(path, '');
    if (isHeld(holder)) return false;
    // Removes only the stale text: another process may have replaced it meanwhile.
    if (readOr(path, '') === holder) rmSync(path, { force: true });
    return tryLink(draft, path);
  } finally {
    unlinkSync(draft);
  }
};

/** Waits for the lock and holds it while `work` runs. */
export const withFileLock = async <T>(path: string, work: () => Promise<T>): Promise<T> => {
  const mine = `${process.pid} ${processStart(process.pid)}`;
  while (!takeLock(path, mine)) await sleep(LOCK_POLL_MS);
  try {
    return await work();
  } finally {
    if (readOr(path, '') === mine) rmSync(path, { force: true });
  }
};
