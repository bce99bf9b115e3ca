// `POST /api/item`: one envelope in, one out; the same operations as over the socket. Answers of unusual length can be streamed:
// `GET /api/stream/{key}` gives the parts, `GET /ws-lrg/{key}` what was too large for the socket.

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Json } from 'src/model/item/Item.ts';
import { isProblem, problem } from 'src/model/problems.ts';
import { replyTo } from 'src/model/wire/replyTo.ts';
import type { Reply } from 'src/server/transport/createDispatch.ts';
import type { LiveSession } from 'src/server/sessions/Sessions.ts';
import { answering, httpCaller, sendProblem, sessionOf, type Doors } from 'src/server/transport/Doors.ts';
import { framesOf } from 'src/server/transport/framesOf.ts';
import { newKey } from 'src/server/transport/newKey.ts';
import { openFrame } from 'src/server/transport/openFrame.ts';
import { readText } from 'src/server/transport/readText.ts';
import { partsOf } from 'src/server/transport/partsOf.ts';
import { holdParts, takePart } from 'src/server/store/accounts/heldPart.ts';

const KEY = /^[\w-]{22}$/;

const retryAfterOf = ({ envelope }: Reply): Json | undefined =>
  (envelope.b as { readonly params?: Readonly<Record<string, Json>> } | undefined)?.params?.['retryAfter'];

const sendReply = (reply: FastifyReply, answered: Reply): FastifyReply => {
  const wait = answered.status === 429 ? retryAfterOf(answered) : undefined;
  if (typeof wait === 'number') reply.header('retry-after', String(wait));
  const [envelope] = answered.name === 'ping' ? framesOf(answered) : [answered.envelope];
  return reply.code(answered.status).send(envelope);
};

/** Settled before the body is read, so that a stranger's body is small and a bad token's is not read at all. */
const sessions = new WeakMap<FastifyRequest, LiveSession>();

const admit = async (doors: Doors, request: FastifyRequest): Promise<void> => {
  const { headers } = request;
  if (headers['content-encoding'] !== undefined) throw problem('parseRequestFailed');
  const session = await sessionOf(doors, request);
  if (session) sessions.set(request, session);
  else if (!(Number(headers['content-length']) <= doors.settings.site.wsMaxMsgSize)) throw problem('tooLarge');
};

const item = async (doors: Doors, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
  const session = sessions.get(request);
  const frame = openFrame(readText((request.body as Buffer | undefined) ?? Buffer.alloc(0)));
  const answered = await doors.dispatch(httpCaller(doors, request, session), frame);
  const parts = request.headers['stream-reply'] === 'accept' ? partsOf(answered) : undefined;
  if (!parts || parts.length === 1) return sendReply(reply, answered);
  const { o, s } = answered.envelope;
  const key = newKey();
  const rest = parts.slice(1).map((part) => JSON.stringify(replyTo({ o, s }, part)));
  await holdParts(doors.rooms.database, key, session?.id, rest);
  return reply.header('stream-key', key).send(replyTo({ o, s }, parts[0] ?? null));
};

const held = async (doors: Doors, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
  const { key } = request.params as { readonly key: string };
  const session = await sessionOf(doors, request);
  const part = KEY.test(key) ? await takePart(doors.rooms.database, key, session?.id) : undefined;
  // An unknown, used or foreign key: one answer.
  if (!part) throw problem('notFound');
  if (request.routeOptions.url?.startsWith('/api/stream') === true && part.last) reply.header('stream-done', 'true');
  return reply.type('application/json; charset=utf-8').send(part.body);
};

export const itemDoor = (server: FastifyInstance, doors: Doors): void => {
  const onRequest = async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    try {
      await admit(doors, request);
    } catch (error) {
      if (!isProblem(error)) throw error;
      // The rest of the request is not worth reading.
      await sendProblem(reply.header('connection', 'close'), error);
    }
  };
  server.post('/api/item', { onRequest }, async (request, reply) => {
    try {
      return await item(doors, request, reply);
    } catch (error) {
      if (isProblem(error)) return sendProblem(reply, error);
      throw error;
    }
  });
  server.get(
    '/api/stream/:key',
    answering(doors, (request, reply) => held(doors, request, reply)),
  );
  server.get(
    '/ws-lrg/:key',
    answering(doors, (request, reply) => held(doors, request, reply)),
  );
};
