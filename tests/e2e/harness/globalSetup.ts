// Once per run of the browser tests: one start on an empty store, so that the sample community is made once and then copied.
// Run by vitest for the e2e project; the build has been made by the npm script before.
import type { TestProject } from 'vitest/node';
import { emptyStore, removeStore, type Store } from 'tests/e2e/harness/Store.ts';
import { startServer } from 'tests/e2e/harness/startServer.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    sampleStore: Store;
  }
}

export const setup = async (project: TestProject): Promise<() => Promise<void>> => {
  const databaseUrl = process.env.DATABASE_URL;
  const store = await emptyStore(databaseUrl);
  const server = await startServer(store);
  const code = await server.stop();
  if (code !== 0)
    throw new Error(`SIGTERM should stop the server cleanly, but it ended with ${code}:\n${server.log()}`);
  project.provide('sampleStore', store);
  return () => removeStore(store, databaseUrl);
};
