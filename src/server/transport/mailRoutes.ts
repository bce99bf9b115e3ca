// `POST /api/unsubscribe/{key}`: what a mail program sends for one click (RFC 8058), and the page behind a letter's own link.

import type { FastifyInstance } from 'fastify';
import { limitName } from 'src/server/transport/caller.ts';
import { answering, httpCaller, type RouteContext } from 'src/server/transport/routeContext.ts';

const MAX_BODY_BYTES = 1_024;

export const mailRoutes = (server: FastifyInstance, routes: RouteContext): void => {
  server.post(
    '/api/unsubscribe/:key',
    { bodyLimit: MAX_BODY_BYTES },
    answering(routes, async (request, reply) => {
      const { key } = request.params as { readonly key: string };
      const name = `other:${limitName(httpCaller(routes, request, undefined))}`;
      await routes.limiter.take(name, routes.settings.limits.other);
      await routes.services.mail.unsubscribe(key);
      return reply.send({});
    }),
  );
};
