// `POST /api/sign-in`. Registration and forgotten passwords need mail, which this server does not send yet, so they have no route.

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Json } from 'src/model/item/Item.ts';
import { invalid, problem } from 'src/model/problems.ts';
import { isText } from 'src/model/wire/addressOf.ts';
import { answering, type RouteContext } from 'src/server/transport/routeContext.ts';
import { decodeUtf8 } from 'src/server/transport/openFrame.ts';

const MAX_LENGTHS = { email: 254, password: 1024 } as const;
const MAX_BODY_BYTES = 16_384;

interface Credentials {
  readonly email: string;
  readonly password: string;
}

const parsed = (text: string): Json => {
  try {
    return JSON.parse(text) as Json;
  } catch {
    throw problem('parseRequestFailed');
  }
};

const credentialsOf = (body: Json): Credentials => {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) throw problem('parseRequestFailed');
  const given = body as Readonly<Record<string, Json>>;
  const unknown = Object.keys(given).filter((name) => name !== 'email' && name !== 'password');
  const wrong = (['email', 'password'] as const).flatMap((name) => {
    const value = given[name];
    if (typeof value !== 'string' || value === '' || value.length > MAX_LENGTHS[name])
      return [{ path: `/${name}`, message: 'errors.required' }];
    return isText(value) ? [] : [{ path: `/${name}`, message: 'errors.invalidText' }];
  });
  const errors = [...unknown.map((name) => ({ path: `/${name}`, message: 'errors.unknownProperty' })), ...wrong];
  if (errors.length > 0) throw invalid(errors);
  return { email: given['email'] as string, password: given['password'] as string };
};

const signIn = async (
  { services, clientAddress }: RouteContext,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> => {
  const { email, password } = credentialsOf(
    parsed(decodeUtf8((request.body as Buffer | undefined) ?? Buffer.alloc(0))),
  );
  const token = await services.sessions.signIn(email, password, clientAddress(request.raw));
  return reply.header('access-token', token).send({});
};

export const accountRoutes = (server: FastifyInstance, routes: RouteContext): void => {
  server.post(
    '/api/sign-in',
    { bodyLimit: MAX_BODY_BYTES },
    answering(routes, (request, reply) => signIn(routes, request, reply)),
  );
};
