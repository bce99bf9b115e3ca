// Runs once per run of the browser tests: starts a PostgreSQL for all files and a server on an empty database, so that the sample
// community is created once and then copied. Vitest runs it for the e2e project after the npm script has built the product.
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { TestProject } from 'vitest/node';
import { startEmbedded } from 'src/server/store/embedded/startEmbedded.ts';
import { recordFilesTaken } from 'tests/runner/filesInParts.ts';
import { emptyStore, removeStore, type Store } from 'tests/e2e/harness/Store.ts';
import { startServer } from 'tests/e2e/harness/startServer.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    sampleStore: Store;
    /** Database server whose role may create databases. */
    databaseUrl: string;
    /** Folder with one file per shared server, named by its process id, that contains its store. */
    sharedServers: string;
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

const isRunning = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

/** Stops the shared servers and removes their stores. */
const endShared = async (folder: string, url: string): Promise<void> => {
  for (const name of await readdir(folder)) {
    const pid = Number(name);
    if (isRunning(pid)) process.kill(pid, 'SIGKILL');
    while (isRunning(pid)) await pause(20);
    await removeStore(JSON.parse(await readFile(join(folder, name), 'utf8')) as Store, url);
  }
  await rm(folder, { recursive: true });
};

export const setup = async (project: TestProject): Promise<() => Promise<void>> => {
  recordFilesTaken(project.config.root, 'e2e');
  const { url, stop } = await openDatabase();
  const store = await emptyStore(url);
  const server = await startServer(store);
  const code = await server.stop();
  if (code !== 0)
    throw new Error(`SIGTERM should stop the server cleanly, but it ended with ${code}:\n${server.log()}`);
  project.provide('sampleStore', store);
  project.provide('databaseUrl', url);
  const sharedServers = await mkdtemp(join(tmpdir(), 'kk-'));
  project.provide('sharedServers', sharedServers);
  return async () => {
    await endShared(sharedServers, url);
    await removeStore(store, url);
    await stop();
  };
};
