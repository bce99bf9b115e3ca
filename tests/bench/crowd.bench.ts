// 20,000 signed-in sockets of 2,000 people on one process, with three watches each: memory of the server, half of them reconnecting at once
// after a failure of the network, pushes to 500 watchers and to 200, and saves of an item that 200 people watch.

import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { SearchAnswer } from 'src/model/generated/wire.ts';
import type { Item } from 'src/model/item/Item.ts';
import { report } from 'tests/bench/figures.ts';
import { milliseconds, timesOf } from 'tests/bench/measure.ts';
import type { CrowdAnswer, CrowdRequest } from 'tests/bench/scale/crowdClient.ts';
import { askOver, memoryOf, openAtSize, type ProductAtSize } from 'tests/bench/scale/openAtSize.ts';
import { openSessions } from 'tests/bench/scale/openSessions.ts';
import { TestSocket } from 'tests/server/routes/TestSocket.ts';

/**
 * A process may open as many files as the system allows, often 20,000 (`ulimit -n`). `SOCKETS=5000` measures with fewer sockets; the memory
 * is then that of each socket, times 20,000.
 */
const SOCKETS = Number(process.env['SOCKETS'] ?? 19_000);
const WHOLE_CROWD = 20_000;
const CLIENTS = 4;
/** Connections that each client opens at the same time. */
const [OPENED_TOGETHER, RECONNECTED_TOGETHER] = [25, 250];
const PUSHES = 40;
const WRITES = 300;
/** Limits: memory of 20,000 sockets, 10,000 reconnecting, pushes, writes a second as the time of one. */
const LIMITS = { memoryKb: 600_000, reconnectMs: 20_000, push500: 100, push200: 15, writeMs: 1000 / 300 };
const LIMITS_OF_ADDRESS = { socketsPerUser: 30_000, socketsPerAddress: 30_000 };

const askClient = async (client: ChildProcess, request: CrowdRequest): Promise<CrowdAnswer> => {
  const over = new AbortController();
  const { signal } = over;
  const answered = once(client, 'message', { signal }) as Promise<[CrowdAnswer]>;
  const failed = once(client, 'exit', { signal }).then(() => Promise.reject(new Error('a client stopped')));
  for (const each of [answered, failed]) each.catch(() => undefined);
  client.send(request);
  try {
    const [answer] = await Promise.race([answered, failed]);
    return answer;
  } finally {
    over.abort();
  }
};

interface Crowd {
  readonly product: ProductAtSize;
  readonly clients: readonly ChildProcess[];
  readonly writer: TestSocket;
  /** Items that the first sockets watch. */
  readonly popular: readonly [string, string];
  readonly visits: readonly { readonly token: string; readonly watched: readonly string[] }[];
}

const timed = async (work: () => Promise<unknown>): Promise<number> => {
  const began = performance.now();
  await work();
  return performance.now() - began;
};

/** The visits of one client: every n-th one. */
const visitsOf = ({ visits, clients }: Crowd, client: number, count: number) =>
  visits.slice(0, count).filter((_, at) => at % clients.length === client);

/** Sends a request to all clients and returns the milliseconds until all have answered. */
const askAll = ({ clients }: Crowd, requestOf: (client: number) => CrowdRequest): Promise<number> =>
  timed(() => Promise.all(clients.map((client, at) => askClient(client, requestOf(at)))));

const gather = async (product: ProductAtSize): Promise<Crowd> => {
  const { facts, database, server } = product;
  const people = Array.from({ length: SOCKETS }, (_, at) => facts.persons[at % facts.persons.length]?.id ?? '');
  const tokens = await openSessions(database, people);
  const writer = await TestSocket.as(server.url, tokens[0] ?? '');
  const query = { must: { _t: ['ArchiveEntry'], $access: ['PUBLIC'] }, max: 500 };
  const { ids } = await askOver<SearchAnswer>(writer, 'search/ids', query);
  const { owner } = await askOver<Item & { readonly owner: string }>(writer, `read/${facts.persons[0]?.entry}`);
  const popular: string[] = [];
  for (const title of ['Watched by 500', 'Watched by 200']) {
    const made = await askOver<Item>(writer, 'create/ArchiveEntry', { owner, title, $access: 'PUBLIC' });
    popular.push(made.$id);
  }
  const [first = '', second = ''] = popular;
  const watched = (at: number): string[] => [
    at < 500 ? first : (ids[at % ids.length] ?? ''),
    at < 200 ? second : (ids[(at * 7) % ids.length] ?? ''),
    facts.persons[at % facts.persons.length]?.entry ?? '',
  ];
  const clientFile = fileURLToPath(new URL('./scale/crowdClient.ts', import.meta.url));
  const clients = Array.from({ length: CLIENTS }, () => fork(clientFile, { stdio: 'inherit' }));
  const visits = tokens.map((token, at) => ({ token, watched: watched(at) }));
  return { product, clients, writer, popular: [first, second], visits };
};

/** Saves the item and returns the milliseconds until each of its watchers has received the update. */
const pushOnce = async (crowd: Crowd, item: Item, watchers: number): Promise<{ times: number[]; item: Item }> => {
  const { clients, writer } = crowd;
  const mark = `mark-${Date.now().toString(36)}x${item._u}`;
  const each = clients.map((client, at) => {
    const count = visitsOf(crowd, at, watchers).length;
    return askClient(client, { ask: 'await', mark, count });
  });
  const sent = performance.timeOrigin + performance.now();
  const saved = await askOver<Item>(writer, 'update', { $id: item.$id, _u: item._u, title: mark });
  const answers = await Promise.all(each);
  return { times: answers.flatMap(({ times }) => times.map((time) => time - sent)), item: saved };
};

const measurePushes = async (
  crowd: Crowd,
  which: 0 | 1,
  watchers: number,
): Promise<{ all: number[]; lasts: number[] }> => {
  const [all, lasts]: [number[], number[]] = [[], []];
  let item = await askOver<Item>(crowd.writer, `read/${crowd.popular[which]}`);
  for (let round = 0; round < PUSHES; round += 1) {
    const pushed = await pushOnce(crowd, item, watchers);
    ({ item } = pushed);
    all.push(...pushed.times);
    lasts.push(Math.max(...pushed.times));
  }
  return { all, lasts };
};

/** Returns the milliseconds of each of many saves in sequence, the arrival of the last one included. */
const measureWrites = async (crowd: Crowd): Promise<number> => {
  let item = await askOver<Item>(crowd.writer, `read/${crowd.popular[1]}`);
  const took = await timed(async () => {
    for (let at = 0; at < WRITES; at += 1)
      item = await askOver<Item>(crowd.writer, 'update', { $id: item.$id, _u: item._u, title: `Write ${at}` });
    await pushOnce(crowd, item, 200);
  });
  return took / (WRITES + 1);
};

const measureConnections = async (crowd: Crowd): Promise<void> => {
  const { url, pid } = crowd.product.server;
  const before = await memoryOf(pid);
  const opening = await askAll(crowd, (client) => ({
    ...{ ask: 'open', url, visits: visitsOf(crowd, client, SOCKETS), together: OPENED_TOGETHER },
  }));
  const memory = (((await memoryOf(pid)) - before) / SOCKETS) * WHOLE_CROWD;
  const half = Math.min(10_000, Math.floor(SOCKETS / 2));
  const count = Math.floor(half / CLIENTS);
  const again = await askAll(crowd, () => ({ ask: 'reconnect', url, count, together: RECONNECTED_TOGETHER }));
  console.log(`${SOCKETS} sockets opened in ${milliseconds(opening)} ms; ${half} again in ${milliseconds(again)} ms`);
  report({
    ...{ name: `memory of ${WHOLE_CROWD} sockets, from ${SOCKETS}`, unit: 'kB', value: memory },
    limit: { of: 'value', atMost: LIMITS.memoryKb },
  });
  report({ name: `${SOCKETS} sockets sign in and watch`, unit: 'ms', value: opening });
  report({
    ...{ name: `${half} sockets reconnect and catch up`, unit: 'ms', value: again },
    baseline: { name: 'the same share of the first connections', value: (opening * half) / SOCKETS },
    limit: { of: 'value', atMost: LIMITS.reconnectMs },
  });
};

const measureUpdates = async (crowd: Crowd): Promise<void> => {
  const many = await measurePushes(crowd, 0, 500);
  const few = await measurePushes(crowd, 1, 200);
  const write = await measureWrites(crowd);
  const [sorted, last] = [many.all.toSorted((a, b) => a - b), timesOf(few.lasts)];
  const p99 = sorted[Math.floor(sorted.length * 0.99)] ?? 0;
  const alone = await askOver<Item>(crowd.writer, `read/${crowd.visits[0]?.watched[2]}`);
  let { _u } = alone;
  const saves: number[] = [];
  for (let at = 0; at < PUSHES; at += 1)
    saves.push(
      await timed(async () => {
        ({ _u } = await askOver<Item>(crowd.writer, 'update', { $id: alone.$id, _u, title: `Few watch ${at}` }));
      }),
    );
  const save = timesOf(saves);
  const baseline = { name: 'answer to a save that few watch', value: save.median, best: save.best };
  console.log(
    `push to 500: p99 ${milliseconds(p99)} ms; last of 200 ${milliseconds(last.median)}; ${Math.round(1000 / write)} writes a second`,
  );
  report({
    ...{ name: 'push of an edit to 500 watchers, p99', unit: 'ms', value: p99, baseline },
    limit: { of: 'value', atMost: LIMITS.push500 },
  });
  report({
    ...{ name: 'push of an edit to the last of 200', unit: 'ms', value: last.median, best: last.best, baseline },
    limit: { of: 'value', atMost: LIMITS.push200 },
  });
  report({
    ...{ name: 'one of many writes with 200 watchers', unit: 'ms', value: write, baseline },
    limit: { of: 'value', atMost: LIMITS.writeMs },
  });
};

export const run = async (): Promise<void> => {
  const product = await openAtSize(LIMITS_OF_ADDRESS);
  const crowd = await gather(product);
  await measureConnections(crowd);
  await measureUpdates(crowd);
  for (const client of crowd.clients) client.kill();
  crowd.writer.close();
  await product.stop();
};
