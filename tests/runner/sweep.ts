// Waits while tests/run.ts runs and cleans up if it is killed: the standard input of this process ends with that process. A normal run has
// already cleaned up.
import { sweep } from 'tests/runner/leftovers.ts';

const [, , folder = ''] = process.argv;
for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, () => undefined);
process.stdin.resume().on('end', () => void sweep(folder));
