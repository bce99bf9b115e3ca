// Values that createHttpServer passes to every route, and the callers of their requests.

import type { LiveSession } from 'src/server/context.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { IncomingMessage } from 'node:http';
import { isProblem, problem } from 'src/model/problems.ts';
import type { TransportNeeds } from 'src/server/transport/TransportNeeds.ts';
import type { SiteSettings } from 'src/server/siteSettings.ts';
import type { Caller } from 'src/server/transport/caller.ts';
import type { ClientAddress } from 'src/server/transport/clientAddress.ts';
import type { Dispatch } from 'src/server/transport/dispatch.ts';
import type { Intake } from 'src/server/transport/tokenBuckets.ts';
import type { Limiter } from 'src/server/transport/rateLimiter.ts';
import type { ProblemOfError } from 'src/server/transport/unexpectedErrors.ts';
import type { TokenVerifier } from 'src/server/transport/tokenVerifier.ts';

export interface RouteContext {
  readonly services: TransportNeeds;
  readonly settings: SiteSettings;
  readonly dispatch: Dispatch;
  readonly limiter: Limiter;
  readonly intake: Intake;
  readonly verifyToken: TokenVerifier;
  readonly clientAddress: ClientAddress;
  readonly failureOf: ProblemOfError;
}

/** Adds routes to the server, or to a part of it whose answers are compressed. */
export type AddRoutes = (server: FastifyInstance, routes: RouteContext) => void;

const BEARER = /^Bearer ([\w-]+\.[\w-]+\.[\w-]+)$/;

const tokenOf = (authorization: string | undefined): string | undefined => {
  if (authorization === undefined) return undefined;
  const token = BEARER.exec(authorization)?.[1];
  if (token === undefined) throw problem('notSignedIn');
  return token;
};

const cookieOf = (header: string | undefined, name: string): string | undefined => {
  const pair = header
    ?.split(';')
    .map((each) => each.trim())
    .find((each) => each.startsWith(`${name}=`));
  const value = pair?.slice(name.length + 1);
  return value === undefined || value === '' ? undefined : value;
};

/** The session of the request's bearer token, or undefined for the visitor. Refuses a token that is no longer good. */
export const sessionOf = async (
  { verifyToken, clientAddress }: RouteContext,
  request: FastifyRequest,
): Promise<LiveSession | undefined> => {
  const token = tokenOf(request.headers.authorization);
  return token === undefined ? undefined : await verifyToken(token, clientAddress(request.raw));
};

/** Same as sessionOf, for GET of bytes: also accepts a cookie; a caller with a stale cookie is a visitor. */
export const sessionForBytes = async (
  routes: RouteContext,
  request: FastifyRequest,
): Promise<LiveSession | undefined> => {
  const session = await sessionOf(routes, request);
  if (session) return session;
  const { cookie } = request.headers;
  const token =
    cookieOf(cookie, 'Access-Token') ?? cookieOf(cookie, routes.settings.site.tokenCookie ?? 'Access-Token');
  if (token === undefined) return undefined;
  return await routes.verifyToken(token, routes.clientAddress(request.raw)).catch((error: unknown) => {
    if (isProblem(error) && error.key === 'rateLimited') throw error;
    return undefined;
  });
};

export const httpCaller = (
  { clientAddress }: RouteContext,
  request: { readonly raw: IncomingMessage },
  session: LiveSession | undefined,
): Caller => ({
  address: clientAddress(request.raw),
  session,
  receiver: undefined,
  connection: undefined,
});
