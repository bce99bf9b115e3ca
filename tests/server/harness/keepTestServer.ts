// A process of its own, started by testServer.ts: holds the embedded test server and ends itself, and it, when idle.

import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { startEmbedded } from 'src/server/store/embedded/startEmbedded.ts';
import { testDataDir } from 'tests/server/harness/testServer.ts';

const IDLE_CHECKS = 6;
const PAUSE = 10_000;

const OTHERS = `select count(*)::int as count from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()`;
// What earlier runs left, and all but the newest templates.
const LEFT = `select datname from pg_database where datname like 'test\\_%' union all
  (select datname from pg_database where datname like 'template\\_%' order by oid desc offset 8)`;

const withClient = async <T>(host: string, run: (client: pg.Client) => Promise<T>): Promise<T> => {
  const client = new pg.Client({ host, user: 'keeper', database: 'keeper' });
  await client.connect();
  try {
    return await run(client);
  } finally {
    await client.end();
  }
};

const server = await startEmbedded({ dataDir: testDataDir, durable: false });
if (server.owned) {
  await withClient(server.host, async (client) => {
    for (const { datname } of (await client.query<{ datname: string }>(LEFT)).rows) {
      await client.query(`drop database if exists ${pg.escapeIdentifier(datname)} with (force)`).catch(() => undefined);
    }
  });
  for (let idle = 0; idle < IDLE_CHECKS;) {
    await sleep(PAUSE);
    const count = await withClient(
      server.host,
      async (client) => (await client.query<{ count: number }>(OTHERS)).rows[0]?.count ?? 0,
    );
    idle = count === 0 ? idle + 1 : 0;
  }
}
await server.stop();
