// Starts the built server with the sample community for one bench: its own copy of the data, no rate limits, a signed-in socket, and the
// raw driver on the same database.

import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import pg from 'pg';
import type { Limits } from 'src/server/limits.ts';
import type { Queryable } from 'src/server/store/database.ts';
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
  /** Data folder of the server. */
  readonly folder: string;
  /** Connection settings of its database. */
  readonly connection: { readonly host: string; readonly user: string; readonly database: string };
  /** Single connection of the driver. */
  readonly driver: pg.Client;
  socket(account: Account): Promise<TestSocket>;
  /**
   * Starts another server process on the same data; it stops with this one. Resolves when the process has read its texts, or with
   * `waits: false` as soon as it listens.
   */
  second(options?: { readonly waits: boolean }): Promise<RunningServer>;
  stop(): Promise<void>;
}

const UNLIMITED = { perSecond: 1e6, burst: 1e6 };

const LIMITS: Limits = {
  ...DEFAULT_SETTINGS.limits,
  search: UNLIMITED,
  write: UNLIMITED,
  other: UNLIMITED,
  tile: UNLIMITED,
  frames: UNLIMITED,
  socketsPerUser: 1000,
  socketsPerAddress: 1000,
};

interface ProductOptions {
  readonly limits?: Partial<Limits>;
  /** Fills the database before the server starts. */
  readonly fill?: (db: Queryable) => Promise<void>;
}

/** Inserts many items without the rules of saving, and updates PostgreSQL's statistics, which it would do itself within minutes. */
const filled = async (driver: pg.Client, fill: NonNullable<ProductOptions['fill']>): Promise<void> => {
  await fill({
    query: async <Row>(text: string, values: readonly unknown[] = []) =>
      (await driver.query(text, [...values])).rows as Row[],
  });
  await driver.query('update counter set next = 10000000');
  await driver.query('vacuum analyze');
};

const TEXTS_MS = 10 * 60_000;

/** Waits until the server has read the texts, which it does after the columns. Before, PostgreSQL would search them. */
const untilTextsRead = async (url: string): Promise<void> => {
  const end = Date.now() + TEXTS_MS;
  while (!/^keeper_search_texts_ready 1$/m.test(await (await fetch(`${url}/metrics`)).text())) {
    if (Date.now() > end) throw new Error('the texts are not read');
    await setTimeout(200);
  }
};

export const openProduct = async (
  environment: Record<string, string> = {},
  { limits = {}, fill }: ProductOptions = {},
): Promise<Product> => {
  const store = await copyStore(await sampleStore(), undefined);
  const file = join(store.folder, 'site.json');
  await writeFile(file, JSON.stringify({ limits: { ...LIMITS, ...limits } }));
  const { host, user, database, stop: leave } = await startEmbedded({ dataDir: store.folder });
  const driver = new pg.Client({ host, user, database });
  await driver.connect();
  if (fill) await filled(driver, fill);
  const start = async (): Promise<RunningServer> => {
    const started = await startServer(store, { SITE_CONFIG: file, ...environment });
    // A bench that fails ends before it stops its servers.
    process.once('exit', () => started.interrupt());
    return started;
  };
  const server = await start();
  await untilTextsRead(server.url);
  const others: RunningServer[] = [];
  return {
    server,
    folder: store.folder,
    connection: { host, user, database },
    driver,
    async second({ waits } = { waits: true }) {
      const other = await start();
      others.push(other);
      if (waits) await untilTextsRead(other.url);
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
