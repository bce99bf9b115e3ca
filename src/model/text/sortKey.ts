// Sort keys of text, compared by code unit (collation "C" in SQL), so that database and processes agree. Stored with the item when it is
// written.

import { foldText } from 'src/model/text/foldText.ts';

/** Ordered letters of a language. A letter may have several code points, and variants that sort with it. */
export interface Alphabet {
  readonly letters: readonly (string | readonly string[])[];
  /** Characters that are ignored when sorting. */
  readonly ignored?: readonly string[];
}

const FIRST_LETTER = 0x3000;
const AFTER_ALPHABET = '\uE000';
const MAX_SORT_KEY_LENGTH = 200;

const letterRanks = ({ letters, ignored = [] }: Alphabet): Map<string, string> => {
  const ranks = new Map<string, string>(ignored.map((each) => [each.normalize('NFC').toLowerCase(), '']));
  letters.forEach((letter, index) => {
    for (const variant of typeof letter === 'string' ? [letter] : letter) {
      ranks.set(variant.normalize('NFC').toLowerCase(), String.fromCharCode(FIRST_LETTER + index));
    }
  });
  return ranks;
};

/** Replaces the longest letters first. Characters outside the alphabet sort after it. */
const keyByAlphabet = (text: string, alphabet: Alphabet): string => {
  const ranks = letterRanks(alphabet);
  const longest = Math.max(1, ...[...ranks.keys()].map((letter) => letter.length));
  const source = text.normalize('NFC').toLowerCase();
  let key = '';
  for (let at = 0; at < source.length;) {
    let length = Math.min(longest, source.length - at);
    while (length > 0 && !ranks.has(source.slice(at, at + length))) length -= 1;
    const point = String.fromCodePoint(source.codePointAt(at) ?? 0);
    if (length > 0) key += ranks.get(source.slice(at, at + length)) ?? '';
    else key += /\s/u.test(point) ? ' ' : AFTER_ALPHABET + point;
    at += length > 0 ? length : point.length;
  }
  return key;
};

/** Returns the sort key of a text. Without an alphabet it is the folded form, followed by the text to order equal ones. */
export const sortKey = (text: string, alphabet?: Alphabet): string => {
  const key = alphabet ? keyByAlphabet(text, alphabet) : foldText(text);
  return `${key}\u0001${text.normalize('NFC').trim()}`.slice(0, MAX_SORT_KEY_LENGTH);
};
