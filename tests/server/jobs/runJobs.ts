// Process that jobQueue.pg.test.ts starts: takes a job that never ends, reports that, and waits to be killed.

import type { ClientConfig } from 'pg';
import { startJobQueue } from 'src/server/jobs/jobQueue.ts';
import { createDatabase } from 'src/server/store/database.ts';

const [, , text = '{}'] = process.argv;
const connection = JSON.parse(text) as ClientConfig;
const database = createDatabase({ connection, poolSize: 4, statementTimeout: 10_000, log: console.error });
const endless = (): Promise<never> => {
  process.send?.('taken');
  return new Promise(() => undefined);
};
await startJobQueue({ connection, database, handlers: { endless }, log: console.error, leaseMs: 3_000 });
