// Public texts: value lists and locale overrides.

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isItemId } from 'src/model/item/itemId.ts';
import { SYSTEM_OWNER, VISITOR } from 'src/model/access/Subject.ts';
import { problem } from 'src/model/problems.ts';
import { createLists, type Lists } from 'src/server/lists/createLists.ts';
import { limitName } from 'src/server/transport/Caller.ts';
import { answering, httpCaller, sessionOf, type Doors } from 'src/server/transport/Doors.ts';
import { localeOverrides } from 'src/server/store/accounts/localeOverrides.ts';

const LANGUAGE = /^[a-z]{2,3}(-[A-Za-z0-9]{2,8}){0,3}$/;

interface ListPath {
  readonly locale: string;
  readonly listName: string;
  readonly ownerId?: string;
}

const lov = async (doors: Doors, lists: Lists, request: FastifyRequest): Promise<object> => {
  const { locale, listName, ownerId } = request.params as ListPath;
  if (!LANGUAGE.test(locale)) throw problem('notFound');
  if (ownerId !== undefined && ownerId !== SYSTEM_OWNER && !isItemId(ownerId)) throw problem('invalidId');
  const session = await sessionOf(doors, request);
  await doors.limiter.take(`other:${limitName(httpCaller(doors, request, session))}`, doors.settings.limits.other);
  const gate = await doors.rooms.gates.gateFor(session?.subject ?? VISITOR);
  const values = await lists.values(gate, { locale, list: listName, owner: ownerId });
  if (!values) throw problem('notFound');
  return values;
};

const overrides = async ({ rooms }: Doors, request: FastifyRequest): Promise<object> => {
  const { language } = request.params as { readonly language: string };
  if (!LANGUAGE.test(language)) throw problem('notFound');
  return await localeOverrides(rooms.database, language);
};

export const listDoors = (server: FastifyInstance, doors: Doors): void => {
  const lists = createLists(doors.rooms);
  const answerLov = answering(doors, async (request, reply: FastifyReply) =>
    reply.send(await lov(doors, lists, request)),
  );
  server.get('/lov/:locale/:listName', answerLov);
  server.get('/lov/:locale/:listName/:ownerId', answerLov);
  server.get(
    '/locale-overrides/:language',
    answering(doors, async (request, reply) => reply.send(await overrides(doors, request))),
  );
};
