// The person behind a secret address of ODK Collect, with the rights that the person has now.

import type { FastifyRequest } from 'fastify';
import { problem } from 'src/model/problems.ts';
import {
  httpCaller,
  limitName,
  noteAddressUsed,
  personAtSecret,
  type AreaRouteContext,
  type Context,
} from 'src/server/extend.ts';

/** Purpose of the secret addresses that ODK Collect and other OpenRosa clients use. */
export const COLLECT_PURPOSE = 'openRosa';

const OPEN_ROSA = '/openrosa';

const FIELD_CAPABILITY = 'GeoKeeper';

/** Returns false on a dedicated installation whose key capabilities do not include field data. */
export const usesFieldData = ({ registry }: Pick<Context['services'], 'registry'>): boolean =>
  registry.unused?.includes(FIELD_CAPABILITY) !== true;

/** Paths below the address of a person, as routes declare them. */
export const OPEN_ROSA_PATH = `${OPEN_ROSA}/:secret`;

export const openRosaPath = (secret: string): string => `${OPEN_ROSA}/${secret}`;

export type OpenRosaContext = Context & { readonly tx: undefined };

export interface OpenRosaCaller {
  readonly context: OpenRosaContext;
  /** Address of the person on this site, without a slash at its end. */
  readonly base: string;
}

/**
 * Returns the context of a request. Throws `notFound` for an address that is unknown or ended, for one of a person who may not sign in, and on
 * an installation without field data, all alike, and `rateLimited`.
 */
export const openRosaCaller = async (
  routes: AreaRouteContext,
  request: FastifyRequest,
  rate: 'other' | 'write',
): Promise<OpenRosaCaller> => {
  const { services, limiter } = routes;
  if (!usesFieldData(services)) throw problem('notFound');
  await limiter.take('other', `collect ${limitName(httpCaller(routes, request, undefined))}`);
  const { secret } = request.params as { readonly secret: string };
  const found = await personAtSecret(services, { secret, purpose: COLLECT_PURPOSE });
  if (!found) throw problem('notFound');
  const { address, person, subject } = found;
  await limiter.take(rate, person);
  await noteAddressUsed(services.database, address);
  const readFilter = await services.readFilters.readFilterFor(subject);
  const now = services.clock.now();
  return {
    context: { ...{ subject, readFilter, services, now }, db: services.database, tx: undefined },
    base: `${services.origin}${openRosaPath(secret)}`,
  };
};
