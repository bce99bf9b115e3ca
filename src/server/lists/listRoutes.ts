// Public texts: value lists and locale overrides.

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isItemId } from 'src/model/item/itemId.ts';
import { SYSTEM_OWNER, VISITOR } from 'src/model/access/Subject.ts';
import { problem } from 'src/model/problems.ts';
import { LIST_COST } from 'src/server/limits.ts';
import type { Lists } from 'src/server/lists/valueLists.ts';
import { isUnchanged, tagOf } from 'src/server/http/conditional.ts';
import { httpCaller, sessionOf, type RouteContext } from 'src/server/http/routeContext.ts';
import { answeringProblems } from 'src/server/http/errorToHttp.ts';
import { localeOverrides } from 'src/server/store/accounts/localeOverrides.ts';

const LANGUAGE = /^[a-z]{2,3}(-[A-Za-z0-9]{2,8}){0,3}$/;

/** Services that these routes need. */
export interface ListRouteNeeds {
  readonly lists: Lists;
}

interface ListPath {
  readonly locale: string;
  readonly listName: string;
  readonly ownerId?: string;
}

const lov = async (routes: RouteContext<ListRouteNeeds>, request: FastifyRequest): Promise<object> => {
  const { locale, listName, ownerId } = request.params as ListPath;
  if (!LANGUAGE.test(locale)) throw problem('notFound');
  if (ownerId !== undefined && ownerId !== SYSTEM_OWNER && !isItemId(ownerId)) throw problem('invalidId');
  const session = await sessionOf(routes, request);
  await routes.limiter.take('other', httpCaller(routes, request, session), LIST_COST);
  const readFilter = await routes.services.readFilters.readFilterFor(session?.subject ?? VISITOR);
  const values = await routes.services.lists.values(readFilter, { locale, list: listName, owner: ownerId });
  if (!values) throw problem('notFound');
  return values;
};

/** The answer is equal for all callers, so the session is not read and each request counts for its address. */
const overrides = async (routes: RouteContext<ListRouteNeeds>, request: FastifyRequest): Promise<object> => {
  const { language } = request.params as { readonly language: string };
  if (!LANGUAGE.test(language)) throw problem('notFound');
  await routes.limiter.take('other', httpCaller(routes, request, undefined));
  return await localeOverrides(routes.services.database, language);
};

/** Sends the answer with its tag, or 304 without a body when the client has it already. */
const sendTagged = (request: FastifyRequest, reply: FastifyReply, answer: object): FastifyReply => {
  const body = JSON.stringify(answer);
  const tag = tagOf(body);
  reply.header('etag', tag);
  if (isUnchanged(request.headers['if-none-match'], tag)) return reply.code(304).send();
  return reply.type('application/json; charset=utf-8').send(body);
};

export const listRoutes = (server: FastifyInstance, routes: RouteContext<ListRouteNeeds>): void => {
  const answerLov = answeringProblems(routes, async (request, reply: FastifyReply) => {
    const values = await lov(routes, request);
    reply.header('vary', 'authorization');
    // Only public answers stay in a browser's cache, which asks again each time.
    if (request.headers.authorization === undefined) reply.header('cache-control', 'private, no-cache');
    return sendTagged(request, reply, values);
  });
  server.get('/lov/:locale/:listName', answerLov);
  server.get('/lov/:locale/:listName/:ownerId', answerLov);
  server.get(
    '/locale-overrides/:language',
    answeringProblems(routes, async (request, reply) => {
      const texts = await overrides(routes, request);
      // The answer is the same for every caller.
      return sendTagged(request, reply.header('cache-control', 'private, no-cache'), texts);
    }),
  );
};
