// Once per run of the browser tests: a PostgreSQL for all files, and one start on an empty database, so that the sample community is
// made once and then copied. Run by vitest for the e2e project; the build has been made by the npm script before.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { startEmbedded } from 'src/server/store/embedded/startEmbedded.ts';
import { emptyStore, removeStore, type Store } from 'tests/e2e/harness/Store.ts';
import { startServer } from 'tests/e2e/harness/startServer.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    sampleStore: Store;
    /** A server whose role may create databases. */
    databaseUrl: string;
  }
}

interface Database {
  readonly url: string;
  stop(): Promise<void>;
}

const openDatabase = async (): Promise<Database> => {
  const given = process.env.DATABASE_URL;
  if (given !== undefined && given !== '') return { url: given, stop: () => Promise.resolve() };
  const dataDir = await mkdtemp(join(tmpdir(), 'kk-'));
  const { host, user, database, stop } = await startEmbedded({ dataDir, durable: false });
  return {
    url: `postgresql://${user}@${encodeURIComponent(host)}/${database}`,
    async stop() {
      await stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
};

export const setup = async (project: TestProject): Promise<() => Promise<void>> => {
  const { url, stop } = await openDatabase();
  const store = await emptyStore(url);
  const server = await startServer(store);
  const code = await server.stop();
  if (code !== 0)
    throw new Error(`SIGTERM should stop the server cleanly, but it ended with ${code}:\n${server.log()}`);
  project.provide('sampleStore', store);
  project.provide('databaseUrl', url);
  return async () => {
    await removeStore(store, url);
    await stop();
  };
};
