// One item edited while 200 sockets watch it: the time from the commit until the last of them has received it.

import { openBenchWorld } from 'tests/bench/benchWorld.ts';
import { signIn } from 'tests/server/routes/openWorld.ts';
import { report } from 'tests/bench/figures.ts';
import { milliseconds, timesOf } from 'tests/bench/measure.ts';
import { TestSocket } from 'tests/server/routes/TestSocket.ts';

const SOCKETS = 200;
const ROUNDS = 30;
/** Limit in milliseconds from the commit until all have received it. */
const ALL_HEARD = 100;

export const run = async (): Promise<void> => {
  const world = await openBenchWorld({ socketsPerUser: 1000, socketsPerAddress: 1000 });
  const other = await world.second();
  const { database, items } = world.services;
  const id = world.ids['COMMUNITY'] ?? '';
  const edit = (title: string): Promise<unknown> =>
    database.transaction(async (tx) => {
      const stored = await items.find(tx, id, true);
      if (stored) await items.write(tx, stored, { title }, { at: new Date(), by: 'User-1', actor: undefined });
    });
  console.log('sockets on                        to the first ms (best)   to the last of 200 ms (best)');
  for (const [name, url] of [
    ['the process that writes', world.url],
    ['another process', other.url],
  ] as const) {
    const token = await signIn(url, 'member');
    const sockets = await Promise.all(Array.from({ length: SOCKETS }, () => TestSocket.as(url, token)));
    for (const socket of sockets) await socket.ask(`addWatch/${id}`);
    const firsts: number[] = [];
    const lasts: number[] = [];
    for (let round = -3; round < ROUNDS; round++) {
      const title = `Edit ${name} ${round}`;
      for (const socket of sockets) socket.received.length = 0;
      const received = sockets.map(async (socket) => {
        await socket.until(({ o, b }) => o === 'item/update' && JSON.stringify(b).includes(title));
        return performance.now();
      });
      await edit(title);
      const committed = performance.now();
      const times = (await Promise.all(received)).map((time) => time - committed);
      if (round < 0) continue;
      firsts.push(Math.min(...times));
      lasts.push(Math.max(...times));
    }
    const [first, last] = [timesOf(firsts), timesOf(lasts)];
    console.log(
      `${name.padEnd(32)}  ${milliseconds(first.median)} (${milliseconds(first.best)})              ${milliseconds(last.median)} (${milliseconds(last.best)})`,
    );
    report({
      name: `push to the last of ${SOCKETS} sockets on ${name}`,
      unit: 'ms',
      value: last.median,
      best: last.best,
      limit: { of: 'value', atMost: ALL_HEARD },
    });
    for (const socket of sockets) socket.close();
  }
  await world.stop();
};
