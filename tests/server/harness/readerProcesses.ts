// Processes that read files for this process, so that a test can kill them.

import { readdir, readFile } from 'node:fs/promises';

const textAt = (path: string): Promise<string> => readFile(path, 'utf8').catch(() => '');

const readersNow = async (): Promise<number[]> => {
  const found: number[] = [];
  for (const entry of await readdir('/proc')) {
    const parent = (await textAt(`/proc/${entry}/stat`)).split(') ').at(-1)?.split(' ')[1];
    const command = parent === String(process.pid) ? await textAt(`/proc/${entry}/cmdline`) : '';
    if (command.includes('fileReaderEntry')) found.push(Number(entry));
  }
  return found;
};

/**
 * Waits for a process that reads a file until `isOver`, and kills it. A quick one may end before it is seen. `killed`: ids of those that were
 * killed before. Returns whether one was killed.
 */
export const killReader = async (killed: Set<number>, isOver: () => boolean): Promise<boolean> => {
  while (!isOver()) {
    const next = (await readersNow()).find((reader) => !killed.has(reader));
    if (next === undefined) continue;
    killed.add(next);
    process.kill(next, 'SIGKILL');
    return true;
  }
  return false;
};
