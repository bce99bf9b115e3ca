// Thousands of signed-in people with a socket and three watches each: the time until all are connected, the memory of the server, and the
// time until they have reconnected after its restart and know what they missed. As a baseline, the same number of sockets of a bare `ws`
// server that answers each frame.

import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { ItemId, Json } from 'src/model/item/Item.ts';
import { report } from 'tests/bench/figures.ts';
import { addPeople, type Person } from 'tests/server/harness/manyPeople.ts';
import { openSockets, type OpenSockets } from 'tests/bench/manySockets.ts';
import { openProduct } from 'tests/bench/openProduct.ts';
import { emailOf } from 'tests/e2e/harness/accounts.ts';

/** `SOCKETS=20000` needs a limit of 21,000 open files. */
const SOCKETS = Number(process.env['SOCKETS'] ?? 10_000);
const WATCHES = 3;
const WATCHED_ITEMS = 300;
const RECONNECT_LIMIT_MS = 20_000;
const MEMORY_LIMIT_KB = 600_000;

const memoryOf = async (pid: number): Promise<number> =>
  Number(/VmRSS:\s+(\d+)/.exec(await readFile(`/proc/${pid}/status`, 'utf8'))?.[1]);

const timed = async <T>(work: () => Promise<T>): Promise<{ readonly ms: number; readonly result: T }> => {
  const started = performance.now();
  const result = await work();
  return { ms: performance.now() - started, result };
};

const bareSockets = async (people: readonly Person[]): Promise<number> => {
  const child = fork(fileURLToPath(new URL('./bareEchoServer.ts', import.meta.url)));
  const [port] = (await once(child, 'message')) as [number];
  const url = `http://127.0.0.1:${port}`;
  const operations = Array.from({ length: WATCHES }, () => 'addWatch/Item-1');
  const { ms, result } = await timed(() => openSockets(people.map(({ token }) => ({ url, token, operations }))));
  await result.close();
  child.kill();
  return ms;
};

interface Known {
  readonly id: ItemId;
  readonly u: number;
}

export const run = async (): Promise<void> => {
  let people: readonly Person[] = [];
  const product = await openProduct(
    {},
    {
      limits: { socketsPerAddress: SOCKETS, signInPerAddress: { perSecond: 1e6, burst: 1e6 } },
      fill: async (db) => void (people = await addPeople(db, emailOf('member'), SOCKETS)),
    },
  );
  const { server } = product;
  const socket = await product.socket('member');
  const { b: found } = await socket.ask('search/ids', { must: { _t: ['ArchiveEntry'] }, max: WATCHED_ITEMS });
  const { ids } = found as unknown as { readonly ids: readonly ItemId[] };
  const { b: items } = await socket.ask('readMany/object', ids as unknown as Json);
  const known = Object.values(items as unknown as Record<string, { $id: ItemId; _u: number }>).map(
    ({ $id, _u }): Known => ({ id: $id, u: _u }),
  );
  const connect = (url: string): Promise<{ readonly ms: number; readonly result: OpenSockets }> =>
    timed(() =>
      openSockets(
        people.map(({ token }, at) => {
          const watched = Array.from({ length: WATCHES }, (_, nth) => known[(at * WATCHES + nth) % known.length]);
          return { url, token, operations: watched.flatMap((each) => (each ? `addWatch/${each.id}/${each.u}` : [])) };
        }),
      ),
    );
  const bare = await bareSockets(people);
  const before = await memoryOf(server.pid ?? 0);
  const first = await connect(server.url);
  // Buffers of the handshakes are given back within seconds; the heartbeat comes every ten.
  await new Promise((resolve) => void setTimeout(resolve, 15_000));
  const memory = await memoryOf(server.pid ?? 0);
  await first.result.close();
  await server.stop();
  const again = await product.second({ waits: false });
  const reconnected = await connect(again.url);
  await reconnected.result.close();
  await product.stop();
  const seconds = (ms: number): string => (ms / 1000).toFixed(1);
  console.log(
    `${SOCKETS} sockets: bare ${seconds(bare)} s, first ${seconds(first.ms)} s, after a restart ${seconds(reconnected.ms)} s; memory ${before} kB before, ${memory} kB with them`,
  );
  const baseline = { name: 'as many of a bare ws server', value: bare };
  const limit = { of: 'value' as const, atMost: RECONNECT_LIMIT_MS };
  report({ name: `${SOCKETS} people connect, each with three watches`, unit: 'ms', value: first.ms, baseline, limit });
  report({ name: 'they reconnect after a restart', unit: 'ms', value: reconnected.ms, baseline, limit });
  report({
    name: 'memory of the process with them',
    unit: 'kB',
    value: memory,
    baseline: { name: 'before', value: before },
    limit: { of: 'value', atMost: MEMORY_LIMIT_KB },
  });
};
