// Routes for the operator: alive, ready, and numbers. The numbers are for this machine only.

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { withTimeout } from 'src/base/withTimeout.ts';
import { probeWrites } from 'src/server/store/health.ts';
import type { Metrics } from 'src/server/transport/metrics.ts';
import type { TransportNeeds } from 'src/server/transport/TransportNeeds.ts';

const READY_TIMEOUT_MS = 3_000;
const ANSWER_LIFE_MS = 1_000;
/** A segment of PostgreSQL's log takes 16 MiB and one part of an upload 8 MiB: below this, writes are about to fail. */
const MIN_FREE_BYTES = 64 * 1_048_576;

const LOOPBACK = new Set(['127.0.0.1', '::1', '::ffff:127.0.0.1']);

const LOCAL_NAMES = new Set(['localhost', '127.0.0.1', '[::1]']);
/** True for a header that proxies add. A proxy on this machine forwards requests of others. */
const isFromProxy = (header: string): boolean =>
  header.startsWith('x-forwarded') || ['forwarded', 'via', 'x-real-ip'].includes(header);

// Another name in Host: a proxy that adds nothing, or a page whose name was pointed at this machine.
const isThisMachine = ({ raw, headers, host }: FastifyRequest): boolean =>
  LOOPBACK.has(raw.socket.remoteAddress ?? '') &&
  LOCAL_NAMES.has(host.replace(/:\d+$/, '')) &&
  !Object.keys(headers).some(isFromProxy);

const sendText = (reply: FastifyReply, status: number, text: string): FastifyReply =>
  reply.code(status).type('text/plain; charset=utf-8').send(text);

/** Throws when the disk of the files is full. */
const checkFreeBytes = async ({ files }: ProbedServices): Promise<void> => {
  if ((await files.freeBytes()) < MIN_FREE_BYTES) throw new Error('the disk of the files is full');
};

interface ProbedServices extends Pick<TransportNeeds, 'search' | 'database' | 'clock'> {
  readonly files: Pick<TransportNeeds['files'], 'freeBytes'>;
}

/** Returns the answer of the last second, because the route is public. A database that does not answer soon is not ready. */
const readiness = (services: ProbedServices): (() => Promise<boolean>) => {
  const { search, database, clock } = services;
  let last: { readonly at: number; readonly answer: Promise<boolean> } | undefined;
  const look = async (): Promise<boolean> => {
    let isReady = false;
    const work = search
      .ready()
      .then(() => checkFreeBytes(services))
      .then(() => probeWrites(database))
      .then(() => (isReady = true));
    await withTimeout(READY_TIMEOUT_MS, work).catch(() => undefined);
    return isReady;
  };
  return () => {
    const at = clock.now().getTime();
    if (!last || at - last.at >= ANSWER_LIFE_MS) last = { at, answer: look() };
    return last.answer;
  };
};

export const healthRoutes = (server: FastifyInstance, services: ProbedServices, metrics: Metrics): void => {
  server.get('/healthz', (_request, reply) => sendText(reply, 200, 'ok\n'));
  const ready = readiness(services);
  server.get('/readyz', async (_request, reply) =>
    (await ready()) ? sendText(reply, 200, 'ready\n') : sendText(reply, 503, 'not ready\n'),
  );
  server.get('/metrics', async (request, reply) => {
    if (!isThisMachine(request)) return sendText(reply, 404, 'not found\n');
    return reply.type(metrics.contentType).send(await metrics.text());
  });
};
