// `/api/invitation/{key}`: the link of an invitation, for people without an account. GET shows and changes nothing, because programs that scan
// emails open every address in them; POST records the answer.

import { DEFAULT_LANGUAGE } from 'src/model/text/translated.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { invalidAt } from 'src/model/problems.ts';
import { INVITATION_ANSWERS } from 'src/model/schema/invitationNames.ts';
import { answerByLink, linkedInvitation } from 'src/server/invitations/answers.ts';
import { accountBody } from 'src/server/http/accountBody.ts';
import type { InvitationNeeds } from 'src/server/invitations/InvitationNeeds.ts';
import { httpCaller, type RouteContext } from 'src/server/http/routeContext.ts';
import { answeringProblems } from 'src/server/http/errorToHttp.ts';

const INVITATION_PATH = '/api/invitation/:key';
const MAX_ANSWER_BODY_BYTES = 1_024;

const keyIn = async (routes: RouteContext<InvitationNeeds>, request: FastifyRequest): Promise<string> => {
  await routes.limiter.take('other', httpCaller(routes, request, undefined));
  return (request.params as { readonly key: string }).key;
};

const show = async (
  routes: RouteContext<InvitationNeeds>,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> => {
  const key = await keyIn(routes, request);
  const { language = DEFAULT_LANGUAGE } = request.query as { readonly language?: string };
  const invitation = await linkedInvitation(routes.services, key, String(language));
  return reply.header('cache-control', 'private, no-store').send(invitation);
};

const record = async (
  routes: RouteContext<InvitationNeeds>,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> => {
  const key = await keyIn(routes, request);
  const { answer } = accountBody(request, { texts: [], others: ['answer'] });
  const chosenAnswer = INVITATION_ANSWERS.find((each) => each === answer);
  if (chosenAnswer === undefined) throw invalidAt('/answer', 'errors.required');
  await answerByLink(routes.services, key, chosenAnswer);
  return reply.send({});
};

export const invitationRoutes = (server: FastifyInstance, routes: RouteContext<InvitationNeeds>): void => {
  server.get(
    INVITATION_PATH,
    answeringProblems(routes, (request, reply) => show(routes, request, reply)),
  );
  server.post(
    INVITATION_PATH,
    { bodyLimit: MAX_ANSWER_BODY_BYTES },
    answeringProblems(routes, (request, reply) => record(routes, request, reply)),
  );
};
