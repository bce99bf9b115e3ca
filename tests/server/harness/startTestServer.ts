// Starts one PostgreSQL for all database tests of a run: an embedded server with temporary data, or the server of DATABASE_URL.
// Vitest runs it once, before and after the files of the pg project.
import { mkdtemp, rm } from 'node:fs/promises';
import { randomBytes } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { startEmbedded } from 'src/server/store/embedded/startEmbedded.ts';
import { recordFilesTaken } from 'tests/runner/filesInParts.ts';

/** Address of the server and the name prefix of the run's databases. */
export interface TestServerAddress {
  readonly connection: pg.ClientConfig;
  readonly prefix: string;
}

declare module 'vitest' {
  export interface ProvidedContext {
    testServer: TestServerAddress;
  }
}

const dropDatabases = async ({ connection, prefix }: TestServerAddress): Promise<void> => {
  const client = new pg.Client(connection);
  await client.connect();
  try {
    const { rows } = await client.query<{ datname: string }>(
      'select datname from pg_database where starts_with(datname, $1)',
      [prefix],
    );
    for (const { datname } of rows)
      await client.query(`drop database if exists ${pg.escapeIdentifier(datname)} with (force)`);
  } finally {
    await client.end();
  }
};

export const setup = async (project: TestProject): Promise<() => Promise<void>> => {
  recordFilesTaken(project.config.root, 'pg');
  const prefix = `kk_${randomBytes(4).toString('hex')}_`;
  const url = process.env.DATABASE_URL;
  if (url !== undefined && url !== '') {
    const address = { connection: { connectionString: url }, prefix };
    project.provide('testServer', address);
    return () => dropDatabases(address);
  }
  const dataDir = await mkdtemp(join(tmpdir(), 'kk-'));
  const { host, user, database, stop } = await startEmbedded({ dataDir, durable: false });
  project.provide('testServer', { connection: { host, user, database }, prefix });
  return async () => {
    await stop();
    await rm(dataDir, { recursive: true, force: true });
  };
};
