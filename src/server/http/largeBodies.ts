// Determines the sender and the length of a large request before its body is read: visitors may send only small bodies, and the body of a
// request with a bad token is not read. A body without a declared length (`Transfer-Encoding: chunked`) is counted while it arrives. Used
// by routes that take long bodies.

import type { LiveSession } from 'src/server/context.ts';
import { Transform, type Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { isProblem, problem } from 'src/model/problems.ts';
import { httpCaller, sessionOf, type RouteContext } from 'src/server/http/routeContext.ts';
import { sendProblem } from 'src/server/http/errorToHttp.ts';

const sessions = new WeakMap<FastifyRequest, LiveSession>();

/** Returns the session of an admitted request; undefined for the visitor. */
export const admittedSession = (request: FastifyRequest): LiveSession | undefined => sessions.get(request);

const maxBytes = ({ settings }: RouteContext, session: LiveSession | undefined): number =>
  session ? settings.limits.httpMaxBytes : settings.limits.visitorMaxBytes;

const isChunked = ({ headers }: FastifyRequest): boolean => headers['transfer-encoding'] !== undefined;

const admitRequest = async (routes: RouteContext, request: FastifyRequest): Promise<void> => {
  const { headers } = request;
  if (headers['content-encoding'] !== undefined) throw problem('parseRequestFailed');
  const session = await sessionOf(routes, request);
  if (session) sessions.set(request, session);
  const length = isChunked(request) ? 0 : Number(headers['content-length'] ?? 0);
  if (!(length <= maxBytes(routes, session))) throw problem('tooLarge');
  const retryAfter = routes.intake(httpCaller(routes, request, session), length);
  if (retryAfter > 0) throw problem('rateLimited', { retryAfter });
};

/** Passes the body through and counts it. Fails with `tooLarge` or `rateLimited` as soon as it is too long or comes too fast. */
const countedBody = (routes: RouteContext, request: FastifyRequest, body: Readable): Readable => {
  const session = admittedSession(request);
  const caller = httpCaller(routes, request, session);
  let left = maxBytes(routes, session);
  const counted = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      left -= chunk.length;
      if (left < 0) return done(problem('tooLarge'));
      const retryAfter = routes.intake(caller, chunk.length, 0);
      done(retryAfter > 0 ? problem('rateLimited', { retryAfter }) : null, chunk);
    },
  });
  body.once('error', (error) => counted.destroy(error));
  return body.pipe(counted);
};

type Parsed = (error: Error | null, body?: Readable) => void;

/** Returns the hooks of such a route. */
export const admitting = (routes: RouteContext) => ({
  onRequest: async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    try {
      await admitRequest(routes, request);
    } catch (error) {
      if (!isProblem(error)) throw error;
      // The rest of the request is not worth reading.
      await sendProblem(reply.header('connection', 'close'), error);
    }
  },
  preParsing: (request: FastifyRequest, _reply: FastifyReply, body: Readable, done: Parsed): void =>
    done(null, isChunked(request) ? countedBody(routes, request, body) : body),
});
