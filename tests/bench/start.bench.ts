// Time of the built server from its start until it is ready, on an existing embedded database with the sample community. Compared with the
// start of PostgreSQL on the same data and of an empty Node process.

import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { startEmbedded } from 'src/server/store/embedded/startEmbedded.ts';
import { report, sampleStore } from 'tests/bench/figures.ts';
import { milliseconds, timesOf } from 'tests/bench/measure.ts';
import { startServer } from 'tests/e2e/harness/startServer.ts';
import { copyStore, removeStore } from 'tests/e2e/harness/Store.ts';

const ROUNDS = 5;
const LIMIT = 3000;

const elapsed = async (work: () => Promise<unknown>): Promise<number> => {
  const started = performance.now();
  await work();
  return performance.now() - started;
};

const startPostgres = async (dataDir: string): Promise<number> => {
  const started = performance.now();
  const { stop } = await startEmbedded({ dataDir });
  const time = performance.now() - started;
  await stop();
  return time;
};

const startNode = (): Promise<number> => elapsed(() => promisify(execFile)(process.execPath, ['-e', '0']));

export const run = async (): Promise<void> => {
  const store = await copyStore(await sampleStore(), undefined);
  const servers: number[] = [];
  const postgres: number[] = [];
  const nodes: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    postgres.push(await startPostgres(store.folder));
    nodes.push(await startNode());
    const started = performance.now();
    const server = await startServer(store);
    servers.push(performance.now() - started);
    await server.stop();
  }
  await removeStore(store, undefined);
  const [own, database, node] = [timesOf(servers), timesOf(postgres), timesOf(nodes)];
  console.log(`ready after ms: ${servers.map(milliseconds).join(', ')}`);
  console.log(`PostgreSQL alone ${milliseconds(database.median)}, Node alone ${milliseconds(node.median)}`);
  report({
    name: 'start until ready, sample community',
    unit: 'ms',
    value: own.median,
    best: own.best,
    baseline: {
      name: 'PostgreSQL and Node alone',
      value: database.median + node.median,
      best: database.best + node.best,
    },
    limit: { of: 'value', atMost: LIMIT },
  });
};
