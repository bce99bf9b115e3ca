// Text in, envelope out, or the problem to answer with. Pure: transport calls it before anything else is known of the caller,
// so it must stay linear in the size of the text and never trust a name in it.

import type { Envelope, InvalidEntry } from 'src/model/generated/wire.ts';
import { invalid, problem } from 'src/model/problems.ts';
import { isText, nestsDeeper } from 'src/model/wire/addressOf.ts';

/** Deeper than this is refused. Source: PROTOCOL 2. */
export const MAX_DEPTH = 64;

const MEMBERS = new Set(['o', 'b', 's', 'v', 'key', 'erred']);
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const LONGEST = { o: 500, s: 64, v: 200 } as const;

const pointerPart = (key: string): string => `/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`;

/** What is wrong somewhere in a value, and the way there, innermost segment first; built only when there is something. */
interface Fault {
  readonly message: string;
  readonly way: string[];
}

const fault = (message: string): Fault => ({ message, way: [] });

const faultInArray = (values: readonly unknown[], depth: number): Fault | undefined => {
  for (let at = 0; at < values.length; at += 1) {
    const found = faultIn(values[at], depth + 1);
    if (found) return { ...found, way: [...found.way, String(at)] };
  }
  return undefined;
};

const faultInObject = (value: object, depth: number): Fault | undefined => {
  for (const key of Object.keys(value)) {
    if (!isText(key) || key === '__proto__') return fault('errors.invalidText');
    const found = faultIn((value as Readonly<Record<string, unknown>>)[key], depth + 1);
    if (found) return { ...found, way: [...found.way, key] };
  }
  return undefined;
};

/** Goes at most MAX_DEPTH levels down, so the recursion is bounded whatever arrives. */
const faultIn = (value: unknown, depth: number): Fault | undefined => {
  if (typeof value === 'string') return isText(value) ? undefined : fault('errors.invalidText');
  if (typeof value === 'number') return Number.isFinite(value) ? undefined : fault('errors.wrongType');
  if (typeof value !== 'object' || value === null) return undefined;
  if (depth > MAX_DEPTH) throw invalid([{ path: '', message: 'errors.tooDeep' }]);
  return Array.isArray(value) ? faultInArray(value, depth) : faultInObject(value, depth);
};

const checkMembers = (members: object): void => {
  const found = faultInObject(members, 0);
  if (found) throw invalid([{ path: found.way.toReversed().map(pointerPart).join(''), message: found.message }]);
};

// A look at the brackets is many times cheaper than building what they would hold.
const parseJson = (text: string): unknown => {
  if (nestsDeeper(text, MAX_DEPTH + 1)) throw invalid([{ path: '', message: 'errors.tooDeep' }]);
  try {
    return JSON.parse(text);
  } catch {
    throw problem('parseRequestFailed');
  }
};

const wrongMembers = (members: Readonly<Record<string, unknown>>): InvalidEntry[] => {
  const { s, v, key, erred } = members;
  const wrong = (name: string, is: boolean): InvalidEntry[] =>
    is ? [] : [{ path: `/${name}`, message: 'errors.wrongType' }];
  return [
    ...Object.keys(members)
      .filter((name) => !MEMBERS.has(name))
      .map((name) => ({ path: pointerPart(name), message: 'errors.unknownProperty' })),
    ...wrong('s', s === undefined || (typeof s === 'string' && s.length <= LONGEST.s)),
    ...wrong('v', v === undefined || (typeof v === 'string' && v.length <= LONGEST.v)),
    ...wrong('key', key === undefined || (typeof key === 'string' && UUID.test(key))),
    ...wrong('erred', erred === undefined || typeof erred === 'boolean'),
  ];
};

/**
 * The envelope in a text. Throws `parseRequestFailed` for what is no envelope at all, `invalid` for one with unknown or
 * wrong members, too deep a body or text that is not text. Example: `{"o":"read/Book-1","s":"7"}`.
 */
export const parseEnvelope = (text: string): Envelope => {
  const value = parseJson(text);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw problem('parseRequestFailed');
  const members = value as Readonly<Record<string, unknown>>;
  const { o } = members;
  if (typeof o !== 'string' || o === '' || o.length > LONGEST.o) throw problem('parseRequestFailed');
  checkMembers(value);
  const errors = wrongMembers(members);
  if (errors.length > 0) throw invalid(errors.slice(0, 20));
  return members as unknown as Envelope;
};

/** `read/Book-1` gives `{name: 'read', args: ['Book-1']}`. */
export const splitOperation = (o: string): { readonly name: string; readonly args: readonly string[] } => {
  const [name = '', ...args] = o.split('/');
  return { name, args };
};
