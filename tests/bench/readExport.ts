// Starts the reader of one export and returns what it read.

import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { ExportOrder, ReadExport } from 'tests/bench/exportReader.ts';

/** The child is ready before the clock of the reader starts. */
export const readExport = async (order: ExportOrder): Promise<ReadExport> => {
  const entry = fileURLToPath(new URL('./exportReader.ts', import.meta.url));
  const child = fork(entry, { execArgv: ['--import', 'tsx'] });
  child.send(order);
  const [found] = (await once(child, 'message')) as [ReadExport];
  return found;
};
