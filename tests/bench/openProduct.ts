// The built server with the sample community for one bench: its own copy of the data, no rate limits, a signed-in socket, and
// the raw driver on the same database.

import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { DEFAULT_SETTINGS } from 'src/server/siteSettings.ts';
import { startEmbedded } from 'src/server/store/embedded/startEmbedded.ts';
import { sampleStore } from 'tests/bench/figures.ts';
import type { Account } from 'tests/e2e/harness/accounts.ts';
import { tokenOf } from 'tests/e2e/harness/signIn.ts';
import { startServer, type RunningServer } from 'tests/e2e/harness/startServer.ts';
import { copyStore, removeStore } from 'tests/e2e/harness/Store.ts';
import { TestSocket } from 'tests/server/routes/TestSocket.ts';

export interface Product {
  readonly server: RunningServer;
  /** One connection of the driver and nothing else. */
  readonly driver: pg.Client;
  socket(account: Account): Promise<TestSocket>;
  /** Another server process on the same data; it stops with this one. */
  second(): Promise<RunningServer>;
  stop(): Promise<void>;
}

const UNLIMITED = { perSecond: 1e6, burst: 1e6 };

const settings = {
  limits: {
    ...DEFAULT_SETTINGS.limits,
    search: UNLIMITED,
    write: UNLIMITED,
    other: UNLIMITED,
    socketsPerUser: 1000,
    socketsPerAddress: 1000,
  },
};

export const openProduct = async (environment: Record<string, string> = {}): Promise<Product> => {
  const store = await copyStore(await sampleStore(), undefined);
  const file = join(store.folder, 'site.json');
  await writeFile(file, JSON.stringify(settings));
  const server = await startServer(store, { SITE_CONFIG: file, ...environment });
  const { host, user, database, stop: leave } = await startEmbedded({ dataDir: store.folder });
  const driver = new pg.Client({ host, user, database });
  await driver.connect();
  const others: RunningServer[] = [];
  return {
    server,
    driver,
    async second() {
      const other = await startServer(store, { SITE_CONFIG: file, ...environment });
      others.push(other);
      return other;
    },
    socket: async (account) => TestSocket.as(server.url, await tokenOf(server.url, account)),
    async stop() {
      await driver.end();
      for (const each of [...others, server]) await each.stop();
      await leave();
      await removeStore(store, undefined);
    },
  };
};
