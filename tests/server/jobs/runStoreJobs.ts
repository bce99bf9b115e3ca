// Process that moveReaders.pg.test.ts starts: runs the jobs of the item store until it is killed.

import type { ClientConfig } from 'pg';
import { systemClock } from 'src/base/clock.ts';
import { startJobQueue } from 'src/server/jobs/jobQueue.ts';
import { createDatabase } from 'src/server/store/database.ts';
import { createStoreServices } from 'src/server/access/storeServices.ts';
import { toyDomain } from 'tests/server/harness/toyDomain.ts';
import { registry } from 'tests/toy/generated/registry.server.ts';

const [, , text = '{}'] = process.argv;
const connection = JSON.parse(text) as ClientConfig;
const database = createDatabase({ connection, poolSize: 6, statementTimeout: 30_000, log: console.error });
const { jobs: handlers } = createStoreServices({ registry, domain: toyDomain, database, clock: systemClock });
await startJobQueue({ connection, database, handlers, log: console.error, leaseMs: 3_000 });
