// Functions of expressions over texts.

import { md5, sha1 } from '@noble/hashes/legacy.js';
import { sha256, sha384, sha512 } from '@noble/hashes/sha2.js';
import { bytesToHex, randomBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { RE2JS } from 're2js';
import { limitedText, type ValueFunctions } from 'src/domain/geokeeper/forms/evaluateExpression.ts';
import { ExpressionError } from 'src/domain/geokeeper/forms/expressionTokens.ts';
import {
  flattened,
  integerOf,
  numberOf,
  formTextOf,
  type FormValue,
} from 'src/domain/geokeeper/forms/expressionValues.ts';

const FUNCTIONS_OF_TEXTS_MANY = Number.POSITIVE_INFINITY;
const MAX_PATTERN = 1000;

const formAt = (values: readonly FormValue[], index: number): string => formTextOf(values[index] ?? '');

const patterns = new Map<string, RE2JS>();

/** Compiles a pattern for a time that is linear in the text. Throws for look-around and back references, which such a pattern cannot have. */
export const compiledPattern = (pattern: string): RE2JS => {
  const known = patterns.get(pattern);
  if (known) return known;
  if (pattern.length > MAX_PATTERN) throw new ExpressionError('pattern', 'The pattern is too long.');
  try {
    const compiled = RE2JS.compile(pattern);
    if (patterns.size > 500) patterns.clear();
    patterns.set(pattern, compiled);
    return compiled;
  } catch {
    throw new ExpressionError('pattern', 'The pattern is not valid.');
  }
};

const substr = (values: readonly FormValue[]): string => {
  const text = formAt(values, 0);
  const limit = (index: number): number => Math.min(Math.max(0, index < 0 ? text.length + index : index), text.length);
  const start = limit(integerOf(values[1] ?? ''));
  const end = values[2] === undefined ? text.length : limit(integerOf(values[2]));
  return start <= end ? text.slice(start, end) : '';
};

/** Returns the part of a text from a position, counted from 1, as XPath 1.0 defines `substring()`. */
const substring = (values: readonly FormValue[]): string => {
  const text = formAt(values, 0);
  const start = Math.round(numberOf(values[1] ?? ''));
  const end = values[2] === undefined ? Number.POSITIVE_INFINITY : start + Math.round(numberOf(values[2]));
  // A comparison with NaN is false, so a limit that is not a number selects nothing.
  return start <= text.length && end > 1 ? text.slice(Math.max(0, start - 1), Math.min(text.length, end - 1)) : '';
};

const translate = (text: string, from: string, to: string): string =>
  [...text]
    .map((letter) => {
      const index = [...from].indexOf(letter);
      return index < 0 ? letter : ([...to][index] ?? '');
    })
    .join('');

const join = (separator: string, values: readonly FormValue[]): string => {
  const parts = flattened(values).map(formTextOf);
  limitedText(
    ''.padEnd(
      Math.min(
        parts.reduce((sum, part) => sum + part.length, 0),
        200_000,
      ),
    ),
  );
  return parts.join(separator);
};

const HASHES = { MD5: md5, 'SHA-1': sha1, 'SHA-256': sha256, 'SHA-384': sha384, 'SHA-512': sha512 };

const BASE64 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

const base64 = (bytes: Uint8Array): string => {
  let text = '';
  for (let index = 0; index < bytes.length; index += 3) {
    const [first = 0, second = 0, third = 0] = bytes.subarray(index, index + 3);
    const bits = (first << 16) | (second << 8) | third;
    const letters = [18, 12, 6, 0].map((shift) => BASE64[(bits >> shift) & 63]);
    const count = Math.min(3, bytes.length - index) + 1;
    text += letters.slice(0, count).join('').padEnd(4, '=');
  }
  return text;
};

const base64Text = (text: string): string => {
  const values = [...text.replace(/[=\s]/g, '')].map((letter) => BASE64.indexOf(letter));
  if (values.includes(-1)) return '';
  const bytes: string[] = [];
  for (let index = 0; index + 1 < values.length; index += 4) {
    const bits = [0, 1, 2, 3].reduce((sum, offset) => (sum << 6) | (values[index + offset] ?? 0), 0);
    const count = Math.min(values.length - index, 4) - 1;
    for (const shift of [16, 8, 0].slice(0, count)) bytes.push(((bits >> shift) & 255).toString(16).padStart(2, '0'));
  }
  try {
    return decodeURIComponent(bytes.map((byte) => `%${byte}`).join(''));
  } catch {
    return '';
  }
};

/** Throws for an algorithm or an encoding that `digest()` does not have. */
export const checkDigest = (algorithm: string, encoding: string): void => {
  if (!Object.hasOwn(HASHES, algorithm.toUpperCase()) || !['base64', 'hex'].includes(encoding.toLowerCase()))
    throw new ExpressionError('type', 'The digest has an unknown algorithm or encoding.');
};

const formDigest = (values: readonly FormValue[]): string => {
  const algorithm = formAt(values, 1);
  const encoding = values[2] === undefined ? 'base64' : formAt(values, 2);
  checkDigest(algorithm, encoding);
  const bytes = HASHES[algorithm.toUpperCase() as keyof typeof HASHES](utf8ToBytes(formAt(values, 0)));
  return encoding.toLowerCase() === 'hex' ? bytesToHex(bytes) : base64(bytes);
};

const FORM_LETTERS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ';

const formUuid = ([length]: readonly FormValue[]): string => {
  if (length !== undefined) {
    const count = Math.min(Math.max(0, integerOf(length)), 1000);
    return [...randomBytes(count)].map((byte) => FORM_LETTERS[byte % FORM_LETTERS.length]).join('');
  }
  const bytes = randomBytes(16);
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = bytesToHex(bytes);
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
};

export const textFunctions: ValueFunctions = {
  string: { least: 0, most: 1, compute: ([text], { here }) => formTextOf(text ?? here.content()) },
  concat: { least: 0, most: FUNCTIONS_OF_TEXTS_MANY, compute: (values) => join('', values) },
  join: {
    least: 1,
    most: FUNCTIONS_OF_TEXTS_MANY,
    compute: ([separator, ...values]) => join(formTextOf(separator ?? ''), values),
  },
  substr: { least: 2, most: 3, compute: substr },
  substring: { least: 2, most: 3, compute: substring },
  'substring-before': {
    least: 2,
    most: 2,
    compute(values) {
      const index = formAt(values, 0).indexOf(formAt(values, 1));
      return index < 0 ? '' : formAt(values, 0).slice(0, index);
    },
  },
  'substring-after': {
    least: 2,
    most: 2,
    compute(values) {
      const index = formAt(values, 0).indexOf(formAt(values, 1));
      return index < 0 ? '' : formAt(values, 0).slice(index + formAt(values, 1).length);
    },
  },
  translate: {
    least: 3,
    most: 3,
    compute: (values) => translate(formAt(values, 0), formAt(values, 1), formAt(values, 2)),
  },
  contains: { least: 2, most: 2, compute: (values) => formAt(values, 0).includes(formAt(values, 1)) },
  'starts-with': { least: 2, most: 2, compute: (values) => formAt(values, 0).startsWith(formAt(values, 1)) },
  'ends-with': { least: 2, most: 2, compute: (values) => formAt(values, 0).endsWith(formAt(values, 1)) },
  'string-length': { least: 0, most: 1, compute: ([text], { here }) => formTextOf(text ?? here.content()).length },
  'normalize-space': {
    least: 0,
    most: 1,
    compute: ([text], { here }) =>
      formTextOf(text ?? here.content())
        .replaceAll(/[ \t\r\n]+/g, ' ')
        .replaceAll(/^ | $/g, ''),
  },
  regex: { least: 2, most: 2, compute: (values) => compiledPattern(formAt(values, 1)).matches(formAt(values, 0)) },
  digest: { least: 2, most: 3, compute: formDigest },
  'base64-decode': { least: 1, most: 1, compute: (values) => base64Text(formAt(values, 0)) },
  uuid: { least: 0, most: 1, compute: formUuid },
};
