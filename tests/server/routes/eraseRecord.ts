// A process that erase.pg.test.ts starts: reports that it is ready, runs the command `erase` on the toy world on request, and is killed in
// the middle of it.

import { once } from 'node:events';
import type { ClientConfig } from 'pg';
import { pino } from 'pino';
import { systemClock } from 'src/base/clock.ts';
import { erase } from 'src/server/cli/erase.ts';
import { configFrom } from 'src/server/config.ts';
import { createServices } from 'src/server/services.ts';
import { createDatabase } from 'src/server/store/database.ts';
import { toyDomain } from 'tests/server/harness/toyDomain.ts';
import { startWorker } from 'tests/server/search/startWorker.ts';
import { fileReaderEntry } from 'tests/server/fileReaderEntry.ts';
import messages from 'tests/toy/generated/messages.en.json' with { type: 'json' };
import { registry } from 'tests/toy/generated/registry.server.ts';

const [, , text = '{}', dataDir = '', ...args] = process.argv;
const connection = JSON.parse(text) as ClientConfig;
const database = createDatabase({ connection, poolSize: 4, statementTimeout: 60_000, log: console.error });
const config = configFrom({ PORT: '0', HOST: '127.0.0.1', DATA_DIR: dataDir, SAMPLE: 'off' });
const { services } = await createServices({
  ...{ config, registry, domain: toyDomain, database, clock: systemClock, startWorker, fileReaderEntry, messages },
  version: 'test+1',
  log: pino({ level: 'silent' }),
});
process.send?.('ready');
await once(process, 'message');
await erase(services, args);
process.exit(0);
