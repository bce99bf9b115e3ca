// Opens the toy world on its own embedded server, with real fsync. Tests share a server that vitest started; a bench has none.

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { MailSettings } from 'src/server/config.ts';
import { migrateJobQueue } from 'src/server/jobs/jobQueue.ts';
import type { Limits } from 'src/server/limits.ts';
import { createDatabase, type Database } from 'src/server/store/database.ts';
import { startEmbedded } from 'src/server/store/embedded/startEmbedded.ts';
import { migrate } from 'src/server/store/migrate.ts';
import { openWorld, type World } from 'tests/server/routes/openWorld.ts';
import { registry } from 'tests/toy/generated/registry.server.ts';

export const openBenchWorld = async (limits: Partial<Limits>, mail?: MailSettings): Promise<World> => {
  const dataDir = await mkdtemp(join(tmpdir(), 'keeper-bench-'));
  const server = await startEmbedded({ dataDir });
  const connection = { host: server.host, user: server.user, database: server.database };
  const opened: Database[] = [];
  const open = (): Database => {
    const database = createDatabase({ connection, poolSize: 8, statementTimeout: 10_000, log: console.error });
    opened.push(database);
    return database;
  };
  await migrateJobQueue(connection);
  const database = open();
  await migrate(database, registry);
  const stop = async (): Promise<void> => {
    for (const each of opened) await each.end();
    await server.stop();
    await rm(dataDir, { recursive: true, force: true });
  };
  return openWorld({ limits, ...(mail && { mail }), test: { database, connection, open, stop } });
};
