// A read over the socket of the built server while 100 files arrive in parallel, compared with the same read without them, before and
// after.

import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { report } from 'tests/bench/figures.ts';
import { milliseconds, timesOf, type Times } from 'tests/bench/measure.ts';
import { openProduct } from 'tests/bench/openProduct.ts';
import { tokenOf } from 'tests/e2e/harness/signIn.ts';
import type { TestSocket } from 'tests/server/routes/TestSocket.ts';

const UPLOADS = 100;
const READS = 1_500;
const LIMIT = 2;
const ENDLESS = 1e12;

const readsOf = async (socket: TestSocket, ids: readonly string[]): Promise<Times> => {
  const times: number[] = [];
  for (let at = 0; at < READS; at += 1) {
    socket.received.length = 0;
    const began = performance.now();
    const { erred } = await socket.ask(`read/${ids[at % ids.length] ?? ''}`);
    if (erred) throw new Error('a read was refused');
    times.push(performance.now() - began);
  }
  return timesOf(times);
};

const startSenders = async (url: string, token: string) => {
  const file = fileURLToPath(new URL('./uploadSenders.ts', import.meta.url));
  const senders = fork(file, [url, token, String(UPLOADS)]);
  const failed = once(senders, 'exit').then(() => Promise.reject(new Error('the senders have stopped')));
  failed.catch(() => undefined);
  await Promise.race([once(senders, 'message'), failed]);
  return { stop: () => senders.kill(), isOver: () => senders.exitCode !== null };
};

export const run = async (): Promise<void> => {
  const {
    server,
    socket: open,
    stop,
  } = await openProduct(
    {},
    {
      limits: {
        upload: { perSecond: ENDLESS, burst: ENDLESS },
        ...{ uploadParts: 2 * UPLOADS, uploadsPerUser: 100_000, uploadBytesPerUser: ENDLESS },
      },
    },
  );
  const socket = await open('member');
  const { b } = await socket.ask('search/ids', { must: { _t: ['ArchiveEntry'] }, max: 500 });
  const { ids } = b as { readonly ids: readonly string[] };
  await readsOf(socket, ids);
  const before = await readsOf(socket, ids);
  const senders = await startSenders(server.url, await tokenOf(server.url, 'staff'));
  const beside = await readsOf(socket, ids);
  if (senders.isOver()) throw new Error('the senders have stopped');
  senders.stop();
  const after = await readsOf(socket, ids);
  socket.close();
  await stop();
  for (const part of ['median', 'p95'] as const) {
    const alone = (before[part] + after[part]) / 2;
    console.log(`read ${part}: alone ${milliseconds(alone)} ms, beside uploads ${milliseconds(beside[part])} ms`);
    report({
      name: `read/{id} while ${UPLOADS} uploads arrive, ${part === 'p95' ? '95th percentile' : 'median'}`,
      unit: 'ms',
      value: beside[part],
      best: beside.best,
      baseline: { name: 'the same without them', value: alone, best: before.best },
      ...(part === 'median' && { limit: { of: 'ratio' as const, atMost: LIMIT } }),
    });
  }
};
