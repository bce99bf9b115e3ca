// `/api/unsubscribe/{key}`: a mail program sends POST for one click (RFC 8058); so does the page. GET changes nothing, because programs that scan
// emails open every address in them: it leads to the page, which asks first.

import type { FastifyInstance } from 'fastify';
import type { MailNeeds } from 'src/server/mail/MailNeeds.ts';
import { httpCaller, type RouteContext } from 'src/server/http/routeContext.ts';
import { answeringProblems } from 'src/server/http/errorToHttp.ts';

const MAX_MAIL_BODY_BYTES = 1_024;

export const mailRoutes = (server: FastifyInstance, routes: RouteContext<MailNeeds>): void => {
  server.get('/api/unsubscribe/:key', (request, reply) => {
    const { key } = request.params as { readonly key: string };
    return reply.redirect(`/unsubscribe#${encodeURIComponent(key)}`, 303);
  });
  server.post(
    '/api/unsubscribe/:key',
    { bodyLimit: MAX_MAIL_BODY_BYTES },
    answeringProblems(routes, async (request, reply) => {
      const { key } = request.params as { readonly key: string };
      await routes.limiter.take('other', httpCaller(routes, request, undefined));
      await routes.services.mail.unsubscribe(key);
      return reply.send({});
    }),
  );
};
