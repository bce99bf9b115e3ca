// The product's server as a process of its own, on the data of a ProductWorld, until it is killed. Started by productProcess.ts with the
// connection, the data folder and further settings; says its address once it serves and works on jobs.

import { join } from 'node:path';
import type { ClientConfig } from 'pg';
import { pino } from 'pino';
import { systemClock } from 'src/base/clock.ts';
import { domain } from 'src/domain/server.ts';
import asyncapi from 'src/generated/asyncapi.json' with { type: 'json' };
import messages from 'src/generated/messages.en.json' with { type: 'json' };
import openapi from 'src/generated/openapi.json' with { type: 'json' };
import { registry } from 'src/generated/registry.server.ts';
import { configFrom } from 'src/server/config.ts';
import { createHttpServer } from 'src/server/createHttpServer.ts';
import { startJobQueue } from 'src/server/jobs/jobQueue.ts';
import { createServices } from 'src/server/services.ts';
import { createDatabase } from 'src/server/store/database.ts';
import { fileReaderEntry } from 'tests/server/fileReaderEntry.ts';
import { startWorker } from 'tests/server/search/startWorker.ts';

const [, , text = '{}', dataDir = '', more = '{}'] = process.argv;
const connection = JSON.parse(text) as ClientConfig;
const database = createDatabase({ connection, poolSize: 8, statementTimeout: 30_000, log: console.error });
const config = configFrom({
  ...{ PORT: '0', HOST: '127.0.0.1', DATA_DIR: dataDir, SAMPLE: 'off' },
  ...(JSON.parse(more) as Record<string, string>),
});
const log = pino({ level: 'silent' });
const version = 'test+1';
const { services, endpoints, sessionWatch, jobs } = await createServices({
  ...{ config, registry, domain, database, clock: systemClock, startWorker, fileReaderEntry, messages, version, log },
});
const documents = { openapi: () => Promise.resolve(openapi), asyncapi: () => Promise.resolve(asyncapi) };
const clientDir = join(dataDir, 'client');
const server = createHttpServer({
  ...{ config, services, endpoints, sessionWatch, clientDir, version, documents, log },
  areas: domain.areas,
});
const url = await server.start();
await services.search.ready();
await startJobQueue({ connection, database, handlers: jobs, log: console.error, leaseMs: 3_000 });
process.send?.(url);
