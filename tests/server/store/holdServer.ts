// A process that embedded.pg.test.ts starts: opens a data folder, commits 100 rows, one more for each SIGUSR2, and runs until it gets a
// signal to stop.

import { openDatabase } from 'src/server/store/openDatabase.ts';

const [, , dataDir = ''] = process.argv;
const { database, stop } = await openDatabase({ dataDir, log: () => undefined });
const add = (): Promise<unknown> => database.query('insert into kept default values');
await database.query('create table if not exists kept (at timestamptz default now())');
for (let row = 0; row < 100; row += 1) await add();

// Its sessions may have gone with a server that was killed.
const addSurely = (): Promise<unknown> => add().catch(addSurely);

process.on('SIGUSR2', () => void addSurely());
process.on('SIGTERM', () => void stop().then(() => process.exit(0)));
process.stdout.write('ready\n');
setInterval(() => undefined, 1000);
