// Parses the text of an envelope or throws the problem to answer with. Pure. Transport calls it before the caller is known, so it is linear
// in the size of the text and trusts no name in it.

import type { Envelope, InvalidEntry } from 'src/model/generated/wire.ts';
import { invalid, problem } from 'src/model/problems.ts';
import { pointerStep } from 'src/model/text/jsonPointer.ts';
import { exceeds, isAddressText, type Size } from 'src/model/wire/addressOf.ts';

/** Deeper values are refused. */
export const MAX_DEPTH = 64;
/**
 * Parsing blocks the event loop: 20,000 keys take about 10 ms, 200,000 numbers about 20 ms. An area of 100,000 points with heights has
 * 400,000 values, because a list of three numbers counts as four.
 */
const MAX_SIZE: Size = { depth: MAX_DEPTH + 1, members: 20_000, values: 450_000 };

const ENVELOPE_MEMBERS = new Set(['o', 'b', 's', 'v', 'key', 'help', 'erred']);
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const MAX_MEMBER_LENGTHS = { o: 500, s: 64, v: 200, help: 200 } as const;

/** Fault in a value and the path to it, innermost segment first; built only for faults. */
interface Fault {
  readonly message: string;
  readonly way: string[];
}

/**
 * Tests whether a string is valid text. Only an escape can make an invalid one: the bytes were UTF-8, and JSON allows no unescaped control
 * characters.
 */
type Check = (text: string) => boolean;

const faultWith = (message: string): Fault => ({ message, way: [] });

const faultInArray = (values: readonly unknown[], check: Check): Fault | undefined => {
  for (let at = 0; at < values.length; at += 1) {
    const found = valueFault(values[at], check);
    if (found) return { ...found, way: [...found.way, String(at)] };
  }
  return undefined;
};

const faultInObject = (value: object, check: Check): Fault | undefined => {
  for (const key of Object.keys(value)) {
    if (key === '__proto__' || !check(key)) return faultWith('errors.invalidText');
    const found = valueFault((value as Readonly<Record<string, unknown>>)[key], check);
    if (found) return { ...found, way: [...found.way, key] };
  }
  return undefined;
};

/** Recurses at most MAX_DEPTH levels: deeper texts are refused before they are parsed. */
const valueFault = (value: unknown, check: Check): Fault | undefined => {
  if (typeof value === 'string') return check(value) ? undefined : faultWith('errors.invalidText');
  if (typeof value === 'number') return Number.isFinite(value) ? undefined : faultWith('errors.wrongType');
  if (typeof value !== 'object' || value === null) return undefined;
  return Array.isArray(value) ? faultInArray(value, check) : faultInObject(value, check);
};

const checkMembers = (members: object, text: string): void => {
  const found = faultInObject(members, text.includes(String.raw`\u`) ? isAddressText : () => true);
  if (found) throw invalid([{ path: found.way.toReversed().map(pointerStep).join(''), message: found.message }]);
};

// Counting is many times cheaper than building the value.
const parseJson = (text: string): unknown => {
  const beyond = exceeds(text, MAX_SIZE);
  if (beyond === 'depth') throw invalid([{ path: '', message: 'errors.tooDeep' }]);
  if (beyond !== undefined) throw problem('tooLarge');
  try {
    return JSON.parse(text);
  } catch {
    throw problem('parseRequestFailed');
  }
};

const wrongMembers = (members: Readonly<Record<string, unknown>>): InvalidEntry[] => {
  const { s, v, key, help, erred } = members;
  const wrong = (name: string, is: boolean): InvalidEntry[] =>
    is ? [] : [{ path: `/${name}`, message: 'errors.wrongType' }];
  return [
    ...Object.keys(members)
      .filter((name) => !ENVELOPE_MEMBERS.has(name))
      .map((name) => ({ path: pointerStep(name), message: 'errors.unknownProperty' })),
    ...wrong('s', s === undefined || (typeof s === 'string' && s.length <= MAX_MEMBER_LENGTHS.s)),
    ...wrong('v', v === undefined || (typeof v === 'string' && v.length <= MAX_MEMBER_LENGTHS.v)),
    ...wrong('help', help === undefined || (typeof help === 'string' && help.length <= MAX_MEMBER_LENGTHS.help)),
    ...wrong('key', key === undefined || (typeof key === 'string' && UUID.test(key))),
    ...wrong('erred', erred === undefined || typeof erred === 'boolean'),
  ];
};

/**
 * Returns the envelope in a text. Throws `parseRequestFailed` for other values, `invalid` for unknown or wrong members, a body that is too
 * deep, or invalid text. Example: `{"o":"read/Book-1","s":"7"}`.
 */
export const parseEnvelope = (text: string): Envelope => {
  const value = parseJson(text);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw problem('parseRequestFailed');
  const members = value as Readonly<Record<string, unknown>>;
  const { o } = members;
  if (typeof o !== 'string' || o === '' || o.length > MAX_MEMBER_LENGTHS.o) throw problem('parseRequestFailed');
  checkMembers(value, text);
  const errors = wrongMembers(members);
  if (errors.length > 0) throw invalid(errors.slice(0, 20));
  return members as Envelope;
};

/** Splits `read/Book-1` into `{name: 'read', args: ['Book-1']}`. */
export const splitOperation = (o: string): { readonly name: string; readonly args: readonly string[] } => {
  const [name = '', ...args] = o.split('/');
  return { name, args };
};
