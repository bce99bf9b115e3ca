// A process of its own, started by useTaskWorld.ts: runs tasks until it is killed.

import type { ClientConfig } from 'pg';
import { pino } from 'pino';
import { systemClock } from 'src/base/clock.ts';
import { configFrom } from 'src/server/config.ts';
import { startJobQueue } from 'src/server/jobs/jobQueue.ts';
import { createServices } from 'src/server/services.ts';
import { createDatabase } from 'src/server/store/database.ts';
import { toyDomain } from 'tests/server/harness/toyDomain.ts';
import { startWorker } from 'tests/server/search/startWorker.ts';
import { fileReaderEntry } from 'tests/server/fileReaderEntry.ts';
import messages from 'tests/toy/generated/messages.en.json' with { type: 'json' };
import { registry } from 'tests/toy/generated/registry.server.ts';

const [, , text = '{}', dataDir = ''] = process.argv;
const connection = JSON.parse(text) as ClientConfig;
const database = createDatabase({ connection, poolSize: 6, statementTimeout: 30_000, log: console.error });
const config = configFrom({ PORT: '0', HOST: '127.0.0.1', DATA_DIR: dataDir, SAMPLE: 'off' });
const { jobs } = await createServices({
  ...{ config, registry, domain: toyDomain, database, clock: systemClock, startWorker, fileReaderEntry, messages },
  version: 'test+1',
  log: pino({ level: 'silent' }),
});
await startJobQueue({ connection, database, handlers: jobs, log: console.error, leaseMs: 3_000 });
process.send?.('ready');
