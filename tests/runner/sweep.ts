// Waits while tests/run.ts runs and cleans up if it is killed: the standard input of this process ends with that process.
// After a normal end there is nothing left to do.
import { sweep } from 'tests/runner/leftovers.ts';

const [, , folder = ''] = process.argv;
for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, () => undefined);
process.stdin.resume().on('end', () => void sweep(folder));
