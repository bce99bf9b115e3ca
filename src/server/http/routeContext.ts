// Values that createHttpServer passes to every route, and the callers of their requests. Each folder that has routes passes what they need
// in addition as `Needs`.

import type { LiveSession } from 'src/server/context.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { IncomingMessage } from 'node:http';
import { isProblem, problem } from 'src/model/problems.ts';
import type { Clock } from 'src/base/clock.ts';
import type { SiteSettings } from 'src/server/siteSettings.ts';
import type { Caller } from 'src/server/http/caller.ts';
import type { ClientAddress } from 'src/server/http/clientAddress.ts';
import type { Database } from 'src/server/store/database.ts';
import type { ReadFilters } from 'src/server/store/readers/readFilters.ts';
import type { Intake } from 'src/server/http/tokenBuckets.ts';
import type { Limiter } from 'src/server/http/rateLimiter.ts';
import type { ProblemOfError } from 'src/server/http/problemOfError.ts';

/** Verifies the token of a request. Throws `rateLimited`, `tokenExpired` or `notSignedIn`. */
export type TokenVerifier = (token: string, address: string) => Promise<LiveSession>;

/** Services that routes of every folder may use. */
export interface HttpNeeds {
  readonly database: Database;
  readonly clock: Clock;
  readonly readFilters: ReadFilters;
}

export interface RouteContext<Needs = unknown> {
  readonly services: Needs & HttpNeeds;
  readonly settings: SiteSettings;
  readonly limiter: Limiter;
  readonly intake: Intake;
  readonly verifyToken: TokenVerifier;
  readonly clientAddress: ClientAddress;
  readonly failureOf: ProblemOfError;
}

/** Adds routes to the server, or to a part of it whose answers are compressed. */
export type AddRoutes<Needs = unknown> = (server: FastifyInstance, routes: RouteContext<Needs>) => void;

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
