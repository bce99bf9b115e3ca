// Processes that read files for this process, so that a test can kill them.

import { readdir, readFile } from 'node:fs/promises';
import { expect } from 'vitest';

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

/** Waits for a process that reads a file, and kills it. `killed`: ids of those that were killed before. */
export const killReader = async (killed: Set<number>): Promise<void> => {
  let next: number | undefined;
  const look = async (): Promise<number | undefined> =>
    (next = (await readersNow()).find((reader) => !killed.has(reader)));
  await expect.poll(look, { timeout: 20_000, interval: 10 }).toBeDefined();
  killed.add(next ?? 0);
  process.kill(next ?? 0, 'SIGKILL');
};
