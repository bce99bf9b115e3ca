// Who a large request comes from and how long it is, settled before its body is read, so that a stranger's body is small and a bad token's is
// not read at all. Asked by the routes that take long bodies.

import type { FastifyReply, FastifyRequest } from 'fastify';
import { isProblem, problem } from 'src/model/problems.ts';
import type { LiveSession } from 'src/server/sessions/sessions.ts';
import { httpCaller, sendProblem, sessionOf, type RouteContext } from 'src/server/transport/routeContext.ts';

const sessions = new WeakMap<FastifyRequest, LiveSession>();

/** Undefined for the visitor. */
export const admittedSession = (request: FastifyRequest): LiveSession | undefined => sessions.get(request);

const admit = async (routes: RouteContext, request: FastifyRequest): Promise<void> => {
  const { headers } = request;
  if (headers['content-encoding'] !== undefined) throw problem('parseRequestFailed');
  const session = await sessionOf(routes, request);
  if (session) sessions.set(request, session);
  const { httpMaxBytes, visitorMaxBytes } = routes.settings.limits;
  // Who does not say how long the body is, as a chunked request, cannot be counted before it is read.
  const length = Number(headers['content-length']);
  if (!(length <= (session ? httpMaxBytes : visitorMaxBytes))) throw problem('tooLarge');
  const retryAfter = routes.intake(httpCaller(routes, request, session), length);
  if (retryAfter > 0) throw problem('rateLimited', { retryAfter });
};

/** The `onRequest` of such a route. */
export const admitting =
  (routes: RouteContext) =>
  async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    try {
      await admit(routes, request);
    } catch (error) {
      if (!isProblem(error)) throw error;
      // The rest of the request is not worth reading.
      await sendProblem(reply.header('connection', 'close'), error);
    }
  };
