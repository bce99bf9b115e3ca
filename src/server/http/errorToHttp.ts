// Turns an error into an HTTP status and body: each problem has the status that schemas/engine/problems.json gives it. Every route answers
// through this file; dispatch.ts does the same for envelopes.

import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Problem } from 'src/model/problems.ts';
import { refusedReply } from 'src/model/wire/replies.ts';
import type { RouteContext } from 'src/server/http/routeContext.ts';

/** Answers a problem over HTTP: the erred envelope of `o`, with the status of the problem. */
export const sendProblem = (reply: FastifyReply, refused: Problem, o = ''): FastifyReply => {
  const wait = refused.params?.['retryAfter'];
  if (typeof wait === 'number') reply.header('retry-after', String(wait));
  return reply.code(refused.status).send(refusedReply({ o }, refused));
};

/** Runs the work of a route and answers a thrown error as a problem. */
export const answeringProblems =
  (
    routes: Pick<RouteContext, 'failureOf'>,
    work: (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>,
  ) =>
  async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    try {
      return await work(request, reply);
    } catch (error) {
      return sendProblem(reply, routes.failureOf(error, { route: request.routeOptions.url }));
    }
  };
