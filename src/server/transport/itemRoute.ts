// `POST /api/item`: one envelope in, one out; the same operations as over the socket. Answers of unusual length can be streamed:
// `GET /api/stream/{key}` gives the parts, `GET /ws-lrg/{key}` what was too large for the socket.

import type { LiveSession } from 'src/server/context.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Json } from 'src/model/item/Item.ts';
import { isProblem, problem } from 'src/model/problems.ts';
import { replyTo } from 'src/model/wire/replies.ts';
import { admitting, admittedSession } from 'src/server/http/largeBodies.ts';
import type { Caller } from 'src/server/http/caller.ts';
import type { Dispatch, Reply, StreamPlace } from 'src/server/transport/dispatch.ts';
import { httpCaller, sessionOf, type RouteContext } from 'src/server/http/routeContext.ts';
import { answeringProblems, sendProblem } from 'src/server/http/errorToHttp.ts';
import { replyFrames, replyParts } from 'src/server/transport/replyFrames.ts';
import { newKey } from 'src/server/transport/outbox.ts';
import { bodyText } from 'src/server/http/requestText.ts';
import { parseFrame } from 'src/server/transport/parseFrame.ts';
import { holdReply, takeReplyPart } from 'src/server/store/requests/heldReplies.ts';

/** Values that this route needs in addition to those of every route. */
export interface ItemRouteContext<Needs = unknown> extends RouteContext<Needs> {
  readonly dispatch: Dispatch;
}

const LARGE_BODY = 1_048_576;
const IDEMPOTENCY_KEY = /^[\w-]{22}$/;

const retryAfterOf = ({ envelope }: Reply): Json | undefined =>
  (envelope.b as { readonly params?: Readonly<Record<string, Json>> } | undefined)?.params?.['retryAfter'];

const sendReply = (reply: FastifyReply, answered: Reply): FastifyReply => {
  const wait = answered.status === 429 ? retryAfterOf(answered) : undefined;
  if (typeof wait === 'number') reply.header('retry-after', String(wait));
  const [envelope] = answered.name === 'ping' ? replyFrames(answered) : [answered.envelope];
  return reply.code(answered.status).send(envelope);
};

/** Parts that are put together for who does not take them one by one. */
const MOST_JOINED = 20;

/** Stores the position at which the answer continues; its parts are made when they are fetched. */
const holdStream = async (
  routes: ItemRouteContext,
  { envelope: { o, s }, stream }: Reply,
  held: { readonly key: string; readonly session: LiveSession | undefined },
): Promise<void> => {
  const body = JSON.stringify({ o, s, rest: stream?.rest } satisfies Partial<StreamPlace>);
  await holdReply(routes.services.database, held.key, held.session?.id, [body], true);
};

/** The whole answer at once, as far as it is not too long. */
const joinedReply = async (routes: ItemRouteContext, caller: Caller, first: Reply): Promise<Reply> => {
  const { o, s } = first.envelope;
  const parts = [first.envelope.b ?? null];
  let reply = first;
  while (reply.stream?.rest !== undefined) {
    if (parts.length >= MOST_JOINED) throw problem('tooLarge');
    reply = await routes.dispatch.next(caller, { o, s, rest: reply.stream.rest });
    if (reply.envelope.erred === true) return reply;
    parts.push(reply.envelope.b ?? null);
  }
  return { ...first, envelope: replyTo({ o, s }, first.stream?.parts.join(parts) ?? null) };
};

const item = async (routes: ItemRouteContext, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
  const session = admittedSession(request);
  const arrived = routes.services.clock.now().getTime();
  const text = bodyText(request);
  // Reading and parsing a large body are two turns of the event loop.
  if (text.length > LARGE_BODY) await new Promise((resolve) => setImmediate(resolve));
  const frame = parseFrame(text, arrived);
  const gone = new AbortController();
  reply.raw.once('close', () => gone.abort(problem('timeout')));
  const caller = { ...httpCaller(routes, request, session), gone: gone.signal };
  const answered = await routes.dispatch(caller, frame);
  const inParts = request.headers['stream-reply'] === 'accept';
  if (answered.stream?.rest !== undefined) {
    if (!inParts) return sendReply(reply, await joinedReply(routes, caller, answered));
    const key = newKey();
    await holdStream(routes, answered, { key, session });
    return reply.header('stream-key', key).send(answered.envelope);
  }
  const parts = inParts ? replyParts(answered) : undefined;
  if (!parts || parts.length === 1) return sendReply(reply, answered);
  const { o, s } = answered.envelope;
  const key = newKey();
  const followingParts = parts.slice(1).map((part) => JSON.stringify(replyTo({ o, s }, part)));
  await holdReply(routes.services.database, key, session?.id, followingParts);
  return reply.header('stream-key', key).send(replyTo({ o, s }, parts[0] ?? null));
};

interface Fetching {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly session: LiveSession | undefined;
  readonly key: string;
}

const nextOfStream = async (
  routes: ItemRouteContext,
  { request, reply, session, key }: Fetching,
  place: string,
): Promise<FastifyReply> => {
  const gone = new AbortController();
  reply.raw.once('close', () => gone.abort(problem('timeout')));
  const caller = { ...httpCaller(routes, request, session), gone: gone.signal };
  const answered = await routes.dispatch.next(caller, JSON.parse(place) as StreamPlace);
  if (answered.stream?.rest === undefined) reply.header('stream-done', 'true');
  else await holdStream(routes, answered, { key, session });
  return sendReply(reply, answered);
};

const held = async (routes: ItemRouteContext, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
  const { key } = request.params as { readonly key: string };
  const session = await sessionOf(routes, request);
  const part = IDEMPOTENCY_KEY.test(key) ? await takeReplyPart(routes.services.database, key, session?.id) : undefined;
  // An unknown, used or foreign key: one answer.
  if (!part) throw problem('notFound');
  if (part.continues) return await nextOfStream(routes, { request, reply, session, key }, part.body);
  if (request.routeOptions.url?.startsWith('/api/stream') === true && part.last) reply.header('stream-done', 'true');
  return reply.type('application/json; charset=utf-8').send(part.body);
};

export const itemRoute = (server: FastifyInstance, routes: ItemRouteContext): void => {
  server.post(
    '/api/item',
    { ...admitting(routes), bodyLimit: routes.settings.limits.httpMaxBytes },
    async (request, reply) => {
      try {
        return await item(routes, request, reply);
      } catch (error) {
        if (isProblem(error)) return sendProblem(reply, error);
        throw error;
      }
    },
  );
  server.get(
    '/api/stream/:key',
    answeringProblems(routes, (request, reply) => held(routes, request, reply)),
  );
  server.get(
    '/ws-lrg/:key',
    answeringProblems(routes, (request, reply) => held(routes, request, reply)),
  );
};
