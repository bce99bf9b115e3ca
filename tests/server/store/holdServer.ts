// A process of its own, started by embedded.pg.test.ts: opens a data folder, commits 100 rows and stays until it is told to go.

import { openDatabase } from 'src/server/store/openDatabase.ts';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const [, , dataDir = ''] = process.argv;
const { database, stop } = await openDatabase({ dataDir, log: () => undefined });
await database.query('create table if not exists kept (at timestamptz default now())');
for (let row = 0; row < 100; row += 1) await database.query('insert into kept default values');

const lock = join(dataDir, 'postgres.lock');
const owner = existsSync(lock) && readFileSync(lock, 'utf8').startsWith(`${process.pid} `);
process.on('SIGTERM', () => void stop().then(() => process.exit(0)));
process.stdout.write(owner ? 'owner\n' : 'guest\n');
setInterval(() => undefined, 1000);
