// Sort keys of text: compared code unit by code unit (collation "C" in SQL), so that the database and the processes agree.
// Stored beside the item when it is written. Source: EXPERIENCE, language text 3.

import { foldText } from 'src/model/text/foldText.ts';

/** The ordered letters of a language; a letter may be several code points long, and have variants that sort with it. */
export interface Alphabet {
  readonly letters: readonly (string | readonly string[])[];
  /** Characters that do not count when sorting. */
  readonly ignored?: readonly string[];
}

const FIRST_LETTER = 0x3000;
const OUTSIDE = '\uE000';
const MAX_KEY_LENGTH = 200;

const ranksOf = ({ letters, ignored = [] }: Alphabet): Map<string, string> => {
  const ranks = new Map<string, string>(ignored.map((each) => [each.normalize('NFC').toLowerCase(), '']));
  letters.forEach((letter, index) => {
    for (const variant of typeof letter === 'string' ? [letter] : letter) {
      ranks.set(variant.normalize('NFC').toLowerCase(), String.fromCharCode(FIRST_LETTER + index));
    }
  });
  return ranks;
};

/** Longest letter first, no feeding; what is outside the alphabet sorts after it. */
const keyByAlphabet = (text: string, alphabet: Alphabet): string => {
  const ranks = ranksOf(alphabet);
  const longest = Math.max(1, ...[...ranks.keys()].map((letter) => letter.length));
  const source = text.normalize('NFC').toLowerCase();
  let key = '';
  for (let at = 0; at < source.length;) {
    let length = Math.min(longest, source.length - at);
    while (length > 0 && !ranks.has(source.slice(at, at + length))) length -= 1;
    const point = String.fromCodePoint(source.codePointAt(at) ?? 0);
    if (length > 0) key += ranks.get(source.slice(at, at + length)) ?? '';
    else key += /\s/u.test(point) ? ' ' : OUTSIDE + point;
    at += length > 0 ? length : point.length;
  }
  return key;
};

/** The sort key of a text. Without an alphabet: the folded form, with the text itself to tell equal ones apart. */
export const sortKey = (text: string, alphabet?: Alphabet): string => {
  const key = alphabet ? keyByAlphabet(text, alphabet) : foldText(text);
  return `${key}\u0001${text.normalize('NFC').trim()}`.slice(0, MAX_KEY_LENGTH);
};
