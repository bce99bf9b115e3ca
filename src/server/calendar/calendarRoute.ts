// `GET /calendar/{secret}.ics`: a calendar feed for programs that know only its address. Every address that is not valid gets the same
// answer, so that it does not reveal whether it was valid before.

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { problem } from 'src/model/problems.ts';
import { readFeed } from 'src/server/calendar/readFeed.ts';
import { limitName } from 'src/server/http/caller.ts';
import type { CalendarNeeds } from 'src/server/calendar/CalendarNeeds.ts';
import { httpCaller, type RouteContext } from 'src/server/http/routeContext.ts';
import { answeringProblems } from 'src/server/http/errorToHttp.ts';
import { USER_FILE_POLICY } from 'src/server/http/securityHeaders.ts';

const ICS_ENDING = /\.ics$/;
const GONE = 410;

const sendFeed = async (
  routes: RouteContext<CalendarNeeds>,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> => {
  const { services, limiter } = routes;
  // A bucket of its own: the programs of an office ask from one address.
  await limiter.take('other', `calendar ${limitName(httpCaller(routes, request, undefined))}`);
  const left = new AbortController();
  reply.raw.once('close', () => left.abort(problem('timeout')));
  const { name } = request.params as { readonly name: string };
  const secret = name.replace(ICS_ENDING, '');
  const feed = await readFeed(services, secret, {
    gone: left.signal,
    // An address that many programs ask is one reader.
    admit: (number) => limiter.take('export', `calendar feed ${number}`),
  });
  reply
    .header('cache-control', 'private, no-store')
    .header('referrer-policy', 'no-referrer')
    .header('x-robots-tag', 'noindex')
    .header('content-security-policy', USER_FILE_POLICY);
  if (feed === undefined) return reply.code(GONE).send();
  return reply
    .type('text/calendar; charset=utf-8')
    .header('content-disposition', 'attachment; filename="calendar.ics"')
    .send(feed);
};

export const calendarRoute = (server: FastifyInstance, routes: RouteContext<CalendarNeeds>): void => {
  server.get(
    '/calendar/:name',
    answeringProblems(routes, (request, reply) => sendFeed(routes, request, reply)),
  );
};
