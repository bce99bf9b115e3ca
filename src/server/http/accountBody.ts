// Bodies of the account routes: JSON with exactly the members that the route names, each a text of a bounded length.

import type { FastifyRequest } from 'fastify';
import type { Json } from 'src/model/item/Item.ts';
import { invalid, problem } from 'src/model/problems.ts';
import { isAddressText } from 'src/model/wire/addressOf.ts';
import { bodyText } from 'src/server/http/requestText.ts';

type Values = Readonly<Record<string, Json>>;

const MAX_LENGTHS = {
  email: 254,
  password: 1024,
  name: 200,
  token: 100,
  key: 100,
  code: 100,
} as const;

export type TextMember = keyof typeof MAX_LENGTHS;

interface Members<T extends TextMember> {
  readonly texts: readonly T[];
  /** Further members, which the route looks at itself. */
  readonly others?: readonly string[];
}

const parsedBody = (request: FastifyRequest): Values => {
  const text = bodyText(request);
  let body: Json;
  try {
    body = JSON.parse(text) as Json;
  } catch {
    throw problem('parseRequestFailed');
  }
  if (typeof body !== 'object' || body === null || Array.isArray(body)) throw problem('parseRequestFailed');
  return body as Values;
};

/** Throws `invalid` for a member that is missing, too long or unknown. */
export const accountBody = <T extends TextMember>(
  request: FastifyRequest,
  { texts, others = [] }: Members<T>,
): Readonly<Record<T, string>> & Values => {
  const parsed = parsedBody(request);
  const known: readonly string[] = [...texts, ...others];
  const unknown = Object.keys(parsed).filter((name) => !known.includes(name));
  const wrong = texts.flatMap((name) => {
    const value = parsed[name];
    if (typeof value !== 'string' || value.trim() === '' || value.length > MAX_LENGTHS[name])
      return [{ path: `/${name}`, message: 'errors.required' }];
    return isAddressText(value) ? [] : [{ path: `/${name}`, message: 'errors.invalidText' }];
  });
  const errors = [...unknown.map((name) => ({ path: `/${name}`, message: 'errors.unknownProperty' })), ...wrong];
  if (errors.length > 0) throw invalid(errors);
  return parsed as Readonly<Record<T, string>> & Values;
};
