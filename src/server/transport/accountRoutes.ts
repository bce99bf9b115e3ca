// The routes of people who are not signed in: signing in, in one step or two, registering, and what the links in letters lead to. Every one is
// limited per network address, and answers known and unknown addresses alike.

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ItemId } from 'src/model/item/Item.ts';
import { isEmail } from 'src/model/schema/formats.ts';
import { invalid, problem } from 'src/model/problems.ts';
import { accountEmail } from 'src/server/sessions/accounts.ts';
import type { Origin } from 'src/server/sessions/sessions.ts';
import { digest, takeOrRefuse } from 'src/server/sessions/signIn.ts';
import type { TokenPurpose } from 'src/server/store/accounts/tokenRows.ts';
import { refundTokens, type Bucket } from 'src/server/store/requests/rateLimits.ts';
import { accountBody } from 'src/server/transport/accountBody.ts';
import { answering, type RouteContext } from 'src/server/transport/routeContext.ts';

const MAX_BODY_BYTES = 16_384;
/** Questions and puzzles of one network address: each is kept until it is over, also where nobody answers it. */
const QUESTIONS = { perSecond: 1, burst: 300 } as const;
const MAX_DEVICE_LENGTH = 200;
/** In a domain: letters that fold into others would name a domain that is not the one shown. */
const NOT_ASCII = /[^!-~]/;

/** A session begins with the token; the body is empty unless said. */
interface Answer {
  readonly token?: string;
  readonly body?: object;
}

type Handler = (routes: RouteContext, request: FastifyRequest) => Promise<Answer>;

const originOf = ({ clientAddress }: RouteContext, request: FastifyRequest): Origin => ({
  address: clientAddress(request.raw),
  device: request.headers['user-agent']?.slice(0, MAX_DEVICE_LENGTH),
});

/** As sign-in: so many tries per network address; a success gives its try back. */
const limited = async <T>(routes: RouteContext, request: FastifyRequest, work: () => Promise<T>): Promise<T> => {
  const { services, settings } = routes;
  const { address } = originOf(routes, request);
  const place: Bucket = { name: `links:address:${digest(address)}`, ...settings.limits.signInPerAddress };
  await takeOrRefuse(services.database, place);
  const answer = await work();
  await refundTokens(services.database, place.name, 1);
  return answer;
};

const takeQuestion = async (routes: RouteContext, request: FastifyRequest): Promise<void> =>
  takeOrRefuse(routes.services.database, {
    name: `questions:address:${digest(originOf(routes, request).address)}`,
    ...QUESTIONS,
  });

const signIn: Handler = async (routes, request) => {
  const { email, password } = accountBody(request, { texts: ['email', 'password'] });
  return { token: await routes.services.sessions.signIn(email, password, originOf(routes, request)) };
};

const begun = async (
  routes: RouteContext,
  request: FastifyRequest,
  { userId, second }: { readonly userId: ItemId; readonly second: boolean },
): Promise<Answer> => {
  const { sessions } = routes.services;
  // Blocked since the first step.
  if (!(await sessions.subjectOf(userId))) throw problem('signInFailed');
  return { token: await sessions.begin(userId, { second, device: originOf(routes, request).device }) };
};

const secondFactor: Handler = (routes, request) =>
  limited(routes, request, async () => {
    const { key, code } = accountBody(request, { texts: ['key', 'code'] });
    return await begun(routes, request, { userId: await routes.services.secondFactors.pass(key, code), second: true });
  });

const passkeyQuestion: Handler = (routes, request) =>
  limited(routes, request, async () => {
    const { key } = accountBody(request, { texts: [], others: ['key'] });
    if (key !== undefined && typeof key !== 'string') throw invalid([{ path: '/key', message: 'errors.wrongType' }]);
    await takeQuestion(routes, request);
    return { body: await routes.services.passkeys.ask(key) };
  });

const passkey: Handler = (routes, request) =>
  limited(routes, request, async () => {
    const { key, response = null } = accountBody(request, { texts: ['key'], others: ['response'] });
    return await begun(routes, request, { userId: await routes.services.passkeys.pass(key, response), second: true });
  });

/** Letters to one address, and from one network address, are as rare as tries to sign in; both whether or not they are sent. */
const mayAskForLetter = async (routes: RouteContext, request: FastifyRequest, email: string): Promise<void> => {
  const { services, settings } = routes;
  const { signInPerAccount, signInPerAddress } = settings.limits;
  const place = digest(originOf(routes, request).address);
  await takeOrRefuse(services.database, { name: `letters:address:${place}`, ...signInPerAddress });
  await takeOrRefuse(services.database, { name: `letters:to:${digest(accountEmail(email))}`, ...signInPerAccount });
  if (!isEmail(accountEmail(email)) || NOT_ASCII.test(email.trim().split('@').at(-1) ?? ''))
    throw invalid([{ path: '/email', message: 'errors.invalidEmail' }]);
};

const register: Handler = async (routes, request) => {
  const { services, settings } = routes;
  const { name, email, proof } = accountBody(request, { texts: ['name', 'email'], others: ['proof'] });
  if (services.registration !== 'open') throw problem('notAllowed');
  await mayAskForLetter(routes, request, email);
  if (!settings.site.disableRecaptcha) await services.proofOfWork.check(proof);
  await services.accountLinks.register(name.trim(), email);
  return {};
};

const forgotPassword: Handler = async (routes, request) => {
  const { services, settings } = routes;
  const { email, proof } = accountBody(request, { texts: ['email'], others: ['proof'] });
  await mayAskForLetter(routes, request, email);
  if (!settings.site.disableRecaptcha) await services.proofOfWork.check(proof);
  await services.accountLinks.forgot(email);
  return {};
};

const useLink =
  (purposes: readonly TokenPurpose[]): Handler =>
  (routes, request) =>
    limited(routes, request, async () => {
      const { services } = routes;
      const { token, password } = accountBody(request, { texts: ['token', 'password'] });
      const userId = await services.accountLinks.use(token, password, purposes);
      // The link stands for the password, not for the second factor.
      await services.secondFactors.demand(userId);
      return await begun(routes, request, { userId, second: false });
    });

const puzzle: Handler = async (routes, request) => {
  await takeQuestion(routes, request);
  return { body: await routes.services.proofOfWork.puzzle() };
};

const POSTS: Readonly<Record<string, Handler>> = {
  '/api/sign-in': signIn,
  '/api/second-factor': secondFactor,
  '/api/passkey-question': passkeyQuestion,
  '/api/passkey': passkey,
  '/api/register': register,
  '/api/forgot-password': forgotPassword,
  '/api/confirm-email': useLink(['register', 'invite']),
  '/api/set-pass': useLink(['password']),
};

const answer = async (
  handler: Handler,
  routes: RouteContext,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
): Promise<FastifyReply> => {
  const { token, body = {} } = await handler(routes, request);
  if (token !== undefined) reply.header('access-token', token);
  return reply.send(body);
};

export const accountRoutes = (server: FastifyInstance, routes: RouteContext): void => {
  for (const [path, handler] of Object.entries(POSTS))
    server.post(
      path,
      { bodyLimit: MAX_BODY_BYTES },
      answering(routes, (request, reply) => answer(handler, routes, { request, reply })),
    );
  server.get(
    '/api/puzzle',
    answering(routes, (request, reply) => answer(puzzle, routes, { request, reply })),
  );
};
