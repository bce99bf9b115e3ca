// Stands by while tests/run.ts runs and sweeps up after it when it was killed: its standard input ends with that process.
// After an ordinary end there is nothing left to do.
import { sweep } from 'tests/runner/leftovers.ts';

const [, , folder = ''] = process.argv;
for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, () => undefined);
process.stdin.resume().on('end', () => void sweep(folder));
