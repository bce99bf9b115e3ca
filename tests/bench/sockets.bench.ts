// Thousands of signed-in people with a socket and three watches each: the time until all are connected, the memory of the server, and the
// time until half of them have reconnected after its restart and know what they missed. As a baseline, the same number of sockets of a bare
// `ws` server that answers each frame. The clients are several processes.

import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { ItemId, Json } from 'src/model/item/Item.ts';
import { report } from 'tests/bench/figures.ts';
import { addPeople, type Person } from 'tests/server/harness/manyPeople.ts';
import { openInProcesses, type SpreadSockets, type Wanted } from 'tests/bench/manySockets.ts';
import { openProduct } from 'tests/bench/openProduct.ts';
import { emailOf } from 'tests/e2e/harness/accounts.ts';
import type { RunningServer } from 'tests/e2e/harness/startServer.ts';
import type { TestSocket } from 'tests/server/routes/TestSocket.ts';

/** Files that the server opens in addition to its sockets. */
const OTHER_FILES = 200;
const MOST_SOCKETS = 20_000;

/** Returns how many sockets a process may open, at most MOST_SOCKETS. Node raises the soft limit of files to the hard one. */
const socketCount = async (): Promise<number> => {
  const [, limit] = /^Max open files\s+\S+\s+(\d+)/m.exec(await readFile('/proc/self/limits', 'utf8')) ?? [];
  return Math.min(MOST_SOCKETS, Number(limit ?? Infinity) - OTHER_FILES);
};

const WATCHES = 3;
const WATCHED_ITEMS = 300;
const RECONNECT_LIMIT_MS = 20_000;
const MEMORY_LIMIT_KB = 600_000;
const MS_OF_A_TICK = 10;

const memoryOf = async (pid: number): Promise<number> =>
  Number(/VmRSS:\s+(\d+)/.exec(await readFile(`/proc/${pid}/status`, 'utf8'))?.[1]);

const timed = async <T>(work: () => Promise<T>): Promise<{ readonly ms: number; readonly result: T }> => {
  const started = performance.now();
  const result = await work();
  return { ms: performance.now() - started, result };
};

const processorTime = async (pid: number): Promise<number> => {
  const [, after = ''] = (await readFile(`/proc/${pid}/stat`, 'utf8')).split(') ');
  const fields = after.split(' ');
  return (Number(fields[11]) + Number(fields[12])) * MS_OF_A_TICK;
};

const bareSockets = async (people: readonly Person[]): Promise<number> => {
  const child = fork(fileURLToPath(new URL('./bareEchoServer.ts', import.meta.url)));
  const [port] = (await once(child, 'message')) as [number];
  const url = `http://127.0.0.1:${port}`;
  const operations = Array.from({ length: WATCHES }, () => 'addWatch/Item-1');
  const { ms, result } = await timed(() => openInProcesses(people.map(({ token }) => ({ url, token, operations }))));
  await result.close();
  child.kill();
  return ms;
};

interface Known {
  readonly id: ItemId;
  readonly u: number;
}

interface Connected {
  readonly ms: number;
  readonly result: SpreadSockets;
  /** Processor time of the server, and of the clients with their start. */
  readonly cpu: string;
}

const seconds = (ms: number): string => (ms / 1000).toFixed(1);

/** Opens a socket with its watches for each of the people. */
const connect = async (
  { url, pid = 0 }: RunningServer,
  people: readonly Person[],
  known: readonly Known[],
): Promise<Connected> => {
  const wanted = people.map(({ token }, at): Wanted => {
    const watched = Array.from({ length: WATCHES }, (_, nth) => known[(at * WATCHES + nth) % known.length]);
    return { url, token, operations: watched.flatMap((each) => (each ? `addWatch/${each.id}/${each.u}` : [])) };
  });
  const before = await processorTime(pid);
  const { ms, result } = await timed(() => openInProcesses(wanted));
  const cpu = `${seconds((await processorTime(pid)) - before)} s, clients ${seconds(result.cpuMs)} s`;
  return { ms, result, cpu };
};

const watchedItems = async (socket: TestSocket): Promise<readonly Known[]> => {
  const { b: found } = await socket.ask('search/ids', { must: { _t: ['ArchiveEntry'] }, max: WATCHED_ITEMS });
  const { ids } = found as unknown as { readonly ids: readonly ItemId[] };
  const { b: items } = await socket.ask('readMany/object', ids as unknown as Json);
  return Object.values(items as unknown as Record<string, { $id: ItemId; _u: number }>).map(({ $id, _u }) => ({
    id: $id,
    u: _u,
  }));
};

export const run = async (): Promise<void> => {
  const count = await socketCount();
  let people: readonly Person[] = [];
  const product = await openProduct(
    {},
    {
      limits: { socketsPerAddress: count, signInPerAddress: { perSecond: 1e6, burst: 1e6 } },
      fill: async (db) => void (people = await addPeople(db, emailOf('member'), count)),
    },
  );
  const { server } = product;
  const known = await watchedItems(await product.socket('member'));
  const half = people.slice(0, people.length / 2);
  const bare = await bareSockets(half);
  const before = await memoryOf(server.pid ?? 0);
  const first = await connect(server, people, known);
  // Buffers of the handshakes are given back within seconds; the heartbeat comes every ten.
  await new Promise((resolve) => void setTimeout(resolve, 15_000));
  const memory = await memoryOf(server.pid ?? 0);
  await first.result.close();
  await server.stop();
  const again = await connect(await product.second({ waits: false }), half, known);
  await again.result.close();
  await product.stop();
  console.log(
    `bare server: ${half.length} in ${seconds(bare)} s; ${count} in ${seconds(first.ms)} s, processor ${first.cpu}; ` +
      `after a restart ${half.length} in ${seconds(again.ms)} s, processor ${again.cpu}; memory ${before} kB before, ${memory} kB with them`,
  );
  const baseline = { name: `${half.length} of a bare ws server`, value: bare };
  report({ name: `${count} people connect, each with three watches`, unit: 'ms', value: first.ms, baseline });
  report({
    ...{ name: `${half.length} reconnect after a restart`, unit: 'ms', value: again.ms, baseline },
    limit: { of: 'value', atMost: RECONNECT_LIMIT_MS },
  });
  report({
    ...{ name: `memory of the process with ${count} sockets`, unit: 'kB', value: memory },
    baseline: { name: 'before', value: before },
    limit: { of: 'value', atMost: MEMORY_LIMIT_KB },
  });
};
