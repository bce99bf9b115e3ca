// For whoever looks after the server: alive, ready, and numbers. The numbers are for this machine only.

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Metrics } from 'src/server/transport/metrics.ts';
import type { Services } from 'src/server/context.ts';

const LOOPBACK = new Set(['127.0.0.1', '::1', '::ffff:127.0.0.1']);

const LOCAL_NAMES = new Set(['localhost', '127.0.0.1', '[::1]']);
/** What proxies add to a request: one on this machine speaks for others. */
const isFromProxy = (header: string): boolean =>
  header.startsWith('x-forwarded') || ['forwarded', 'via', 'x-real-ip'].includes(header);

// Another name in Host: a proxy that adds nothing, or a page whose name was pointed at this machine.
const isThisMachine = ({ raw, headers, host }: FastifyRequest): boolean =>
  LOOPBACK.has(raw.socket.remoteAddress ?? '') &&
  LOCAL_NAMES.has(host.replace(/:\d+$/, '')) &&
  !Object.keys(headers).some(isFromProxy);

const sendText = (reply: FastifyReply, status: number, text: string): FastifyReply =>
  reply.code(status).type('text/plain; charset=utf-8').send(text);

export const healthRoutes = (server: FastifyInstance, services: Services, metrics: Metrics): void => {
  server.get('/healthz', (_request, reply) => sendText(reply, 200, 'ok\n'));
  server.get('/readyz', async (_request, reply) => {
    try {
      await services.search.ready();
      await services.database.query('select 1');
      return sendText(reply, 200, 'ready\n');
    } catch {
      return sendText(reply, 503, 'not ready\n');
    }
  });
  server.get('/metrics', async (request, reply) => {
    if (!isThisMachine(request)) return sendText(reply, 404, 'not found\n');
    return reply.type(metrics.contentType).send(await metrics.text());
  });
};
