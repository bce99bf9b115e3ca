// The routes of people who are not signed in: signing in, in one step or two, registering, and the links in emails. Each route limits its
// callers per network address and gives the same answer for email addresses with and without an account.

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ItemId, Json } from 'src/model/item/Item.ts';
import { isEmail } from 'src/model/kinds/email/emailCodec.ts';
import { invalidAt, isProblem, problem } from 'src/model/problems.ts';
import type { AccountServices } from 'src/server/accounts/accountServices.ts';
import { accountEmail } from 'src/server/sessions/accounts.ts';
import type { Origin, Sessions } from 'src/server/sessions/sessions.ts';
import { digest, takeOrRefuse } from 'src/server/sessions/signIn.ts';
import type { TokenPurpose } from 'src/server/store/accounts/tokenRows.ts';
import { accountBody } from 'src/server/http/accountBody.ts';
import type { RouteContext } from 'src/server/http/routeContext.ts';
import { answeringProblems } from 'src/server/http/errorToHttp.ts';
import { createTokenBuckets } from 'src/server/http/tokenBuckets.ts';

const MAX_ACCOUNT_BODY_BYTES = 16_384;
/** Challenges for one network address. Each is stored until it expires, even if it is never answered. */
const QUESTIONS = { perSecond: 1, burst: 300 } as const;
/** Requests of one network address, counted in memory before any work: most of them ask the database. Per process. */
const REQUESTS = { perSecond: 50, burst: 1_000 } as const;
const MAX_DEVICE_LENGTH = 200;
/** Matches characters outside ASCII. In a domain, they can fold into others, so the real domain would differ from the displayed one. */
const NOT_ASCII = /[^!-~]/;
const CONTROL_CHARACTER = /\p{Cc}/u;

/** A session begins with the token; the body is empty by default. */
interface Answer {
  readonly token?: string;
  readonly body?: object;
}

/** Services that these routes need. */
export interface AccountRouteNeeds extends AccountServices {
  readonly sessions: Pick<Sessions, 'signIn' | 'begin' | 'subjectOf'>;
}

type AccountRoutes = RouteContext<AccountRouteNeeds>;

type Handler = (routes: AccountRoutes, request: FastifyRequest) => Promise<Answer>;

const signInOrigin = ({ clientAddress }: RouteContext, request: FastifyRequest): Origin => ({
  address: clientAddress(request.raw),
  device: request.headers['user-agent']?.slice(0, MAX_DEVICE_LENGTH),
});

/** Problems that are no failed attempt: the attempt was right, or a limit has refused it already. */
const NOT_A_FAILURE = new Set(['secondFactor', 'rateLimited']);

/**
 * Runs the work and counts its failure against the network address of the asker. The work runs first, so that wrong attempts of others behind
 * the same address never refuse a right one. Throws `rateLimited` instead of the failure when the address has failed too often.
 */
const countingFailures = async <T>(
  routes: AccountRoutes,
  request: FastifyRequest,
  work: () => Promise<T>,
): Promise<T> => {
  const { services, settings } = routes;
  try {
    return await work();
  } catch (error) {
    if (isProblem(error) && !NOT_A_FAILURE.has(error.key)) {
      const name = `failures:address:${digest(signInOrigin(routes, request).address)}`;
      await takeOrRefuse(services.database, { name, ...settings.limits.signInPerAddress });
    }
    throw error;
  }
};

const takeQuestion = async (routes: AccountRoutes, request: FastifyRequest): Promise<void> =>
  takeOrRefuse(routes.services.database, {
    name: `questions:address:${digest(signInOrigin(routes, request).address)}`,
    ...QUESTIONS,
  });

const signIn: Handler = async (routes, request) => {
  const { email, password } = accountBody(request, { texts: ['email', 'password'] });
  return { token: await routes.services.sessions.signIn(email, password, signInOrigin(routes, request)) };
};

const begun = async (
  routes: AccountRoutes,
  request: FastifyRequest,
  { userId, second }: { readonly userId: ItemId; readonly second: boolean },
): Promise<Answer> => {
  const { sessions } = routes.services;
  // Blocked since the first step.
  if (!(await sessions.subjectOf(userId))) throw problem('signInFailed');
  return { token: await sessions.begin(userId, { second, ...signInOrigin(routes, request) }) };
};

const secondFactor: Handler = (routes, request) =>
  countingFailures(routes, request, async () => {
    const { key, code } = accountBody(request, { texts: ['key', 'code'] });
    return await begun(routes, request, { userId: await routes.services.secondFactors.pass(key, code), second: true });
  });

const passkeyQuestion: Handler = (routes, request) =>
  countingFailures(routes, request, async () => {
    const { key } = accountBody(request, { texts: [], others: ['key'] });
    if (key !== undefined && typeof key !== 'string') throw invalidAt('/key', 'errors.wrongType');
    await takeQuestion(routes, request);
    return { body: await routes.services.passkeys.ask(key) };
  });

const passkey: Handler = (routes, request) =>
  countingFailures(routes, request, async () => {
    const { key, response = null } = accountBody(request, { texts: ['key'], others: ['response'] });
    return await begun(routes, request, { userId: await routes.services.passkeys.pass(key, response), second: true });
  });

/**
 * Checks everything that can be wrong with a request for an email before it spends any budget, so that only requests that queue an email count
 * for its recipient. A wrong request counts against the network address that sent it.
 */
const checkEmailRequest = (
  routes: AccountRoutes,
  request: FastifyRequest,
  { email, proof }: { readonly email: string; readonly proof: Json | undefined },
): Promise<void> =>
  countingFailures(routes, request, async () => {
    if (!isEmail(accountEmail(email)) || NOT_ASCII.test(email.trim().split('@').at(-1) ?? ''))
      throw invalidAt('/email', 'errors.invalidEmail');
    if (!routes.settings.site.disableRecaptcha) await routes.services.proofOfWork.check(proof);
  });

/** Spends the budgets of an email that is about to be queued: per asking network address and per recipient, whether or not it has an account. */
const takeEmailBudget = async (routes: AccountRoutes, request: FastifyRequest, email: string): Promise<void> => {
  const { services, settings } = routes;
  const { signInPerAccount, signInPerAddress } = settings.limits;
  const asker = digest(signInOrigin(routes, request).address);
  await takeOrRefuse(services.database, { name: `emails:address:${asker}`, ...signInPerAddress });
  await takeOrRefuse(services.database, { name: `emails:to:${digest(accountEmail(email))}`, ...signInPerAccount });
};

const register: Handler = async (routes, request) => {
  const { services } = routes;
  const { name, email, proof } = accountBody(request, { texts: ['name', 'email'], others: ['proof'] });
  if (services.registration !== 'open') throw problem('notAllowed');
  if (CONTROL_CHARACTER.test(name)) throw invalidAt('/name', 'errors.invalidText');
  await checkEmailRequest(routes, request, { email, proof });
  await takeEmailBudget(routes, request, email);
  await services.accountLinks.register(name.trim(), email);
  return {};
};

const forgotPassword: Handler = async (routes, request) => {
  const { email, proof } = accountBody(request, { texts: ['email'], others: ['proof'] });
  await checkEmailRequest(routes, request, { email, proof });
  await takeEmailBudget(routes, request, email);
  await routes.services.accountLinks.forgot(email);
  return {};
};

const useLink =
  (purposes: readonly TokenPurpose[]): Handler =>
  (routes, request) =>
    countingFailures(routes, request, async () => {
      const { services } = routes;
      const { token, password } = accountBody(request, { texts: ['token', 'password'] });
      const userId = await services.accountLinks.use(token, password, purposes);
      // The link replaces the password, not the second factor.
      await services.secondFactors.demand(userId);
      return await begun(routes, request, { userId, second: false });
    });

const addressOfLink: Handler = async (routes, request) => {
  const { token } = accountBody(request, { texts: ['token'] });
  return { body: { email: await routes.services.accountLinks.addressOf(token) } };
};

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
  '/api/link-address': addressOfLink,
  '/api/confirm-email': useLink(['register', 'invite']),
  '/api/set-pass': useLink(['password']),
};

const answerAccountRequest = async (
  handler: Handler,
  routes: AccountRoutes,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
): Promise<FastifyReply> => {
  const { token, body = {} } = await handler(routes, request);
  if (token !== undefined) reply.header('access-token', token);
  return reply.send(body);
};

export const accountRoutes = (server: FastifyInstance, routes: AccountRoutes): void => {
  const requests = createTokenBuckets(REQUESTS, routes.services.clock);
  const admit = (request: FastifyRequest): void => {
    const retryAfter = requests.take(signInOrigin(routes, request).address, 1);
    if (retryAfter > 0) throw problem('rateLimited', { retryAfter });
  };
  for (const [path, handler] of Object.entries(POSTS))
    server.post(
      path,
      { bodyLimit: MAX_ACCOUNT_BODY_BYTES },
      answeringProblems(routes, (request, reply) => {
        admit(request);
        return answerAccountRequest(handler, routes, { request, reply });
      }),
    );
  server.get(
    '/api/puzzle',
    answeringProblems(routes, (request, reply) => answerAccountRequest(puzzle, routes, { request, reply })),
  );
};
