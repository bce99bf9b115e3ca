// A process of its own, started by itemNumbers.pg.test.ts: takes numbers as fast as it can and reports them.

import type { ClientConfig } from 'pg';
import { createDatabase } from 'src/server/store/database.ts';
import { createNumbers } from 'src/server/store/itemNumbers.ts';

const [, , connection = '{}', count = '1'] = process.argv;
const database = createDatabase({
  connection: JSON.parse(connection) as ClientConfig,
  poolSize: 4,
  statementTimeout: 10_000,
  log: console.error,
});
const numbers = createNumbers(database);
const taken = await Promise.all(Array.from({ length: Number(count) }, () => numbers.next(9)));
await database.end();
process.send?.(taken);
