// The words with which people type approximate dates. The words of each language are messages (`dates.typed.*`): alternatives separated by
// `|`, and `#` is the number.

import type { Reader } from 'src/model/calendar/typedDate.ts';
import type { YearsPart } from 'src/model/kinds/approximateDate/yearsParts.ts';

export interface DateReader extends Pick<Reader, 'language'> {
  /** Returns a message of the reader's language. */
  readonly format: (id: string) => string;
}

export type Word =
  | 'about'
  | 'probably'
  | 'before'
  | 'orBefore'
  | 'after'
  | 'orAfter'
  | 'from'
  | 'to'
  | 'or'
  | 'undated'
  | 'century'
  | 'centuryByName'
  | 'decade'
  | 'firstDecade'
  | 'spring'
  | 'summer'
  | 'autumn'
  | 'winter'
  | 'ce'
  | 'bce'
  | YearsPart;

export interface TypedWords {
  /** Returns the alternatives of a word as a pattern, the longest first. */
  readonly pattern: (word: Word) => string;
  /** Returns the number in a text that has the form of the word; undefined for any other text. */
  readonly numberIn: (text: string, word: Word) => number | undefined;
  /** Returns the text that follows the word; undefined where the text does not begin with it. */
  readonly afterWord: (text: string, word: Word) => string | undefined;
  /** Returns the text before the word; undefined where the text does not end with it. */
  readonly beforeWord: (text: string, word: Word) => string | undefined;
}

const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);

/** Compiled once for each language. */
const wordsByFormat = new WeakMap<DateReader['format'], TypedWords>();

const compileWords = (format: DateReader['format']): TypedWords => {
  const known = new Map<string, RegExp>();
  const textsOf = (word: Word | 'ordinals'): readonly string[] =>
    format(`dates.typed.${word}`).toLowerCase().split('|');
  const anyOf = (texts: readonly string[], number = String.raw`\d+`): string =>
    texts
      .toSorted((one, other) => other.length - one.length)
      .map((text) => escaped(text).replace('#', `(${number})`))
      .join('|');
  const compiled = (key: string, source: () => string): RegExp => {
    const pattern = known.get(key) ?? new RegExp(source());
    known.set(key, pattern);
    return pattern;
  };
  /** The eras are messages with a number, which is left out before and after other dates. */
  const wordsOnly = (word: Word): string => anyOf(textsOf(word).map((text) => text.replace('#', '').trim()));
  const capturedIn = (text: string, pattern: RegExp): string | undefined =>
    pattern
      .exec(text)
      ?.slice(1)
      .find((each) => each !== undefined);
  return {
    pattern: (word) => anyOf(textsOf(word)),
    numberIn: (text, word) => {
      if (word !== 'centuryByName') {
        const digits = capturedIn(
          text,
          compiled(`#${word}`, () => `^(?:${anyOf(textsOf(word))})$`),
        );
        return digits === undefined ? undefined : Number(digits);
      }
      const names = textsOf('ordinals');
      const name = capturedIn(
        text,
        compiled('#name', () => `^(?:${anyOf(textsOf(word), anyOf(names))})$`),
      );
      return name === undefined ? undefined : names.indexOf(name) + 1;
    },
    afterWord: (text, word) =>
      compiled(`>${word}`, () => String.raw`^(?:${wordsOnly(word)})(?:\.?(?=\d)|[.-]? ?(?<=[ -]))(.+)$`).exec(
        text,
      )?.[1],
    beforeWord: (text, word) =>
      compiled(`<${word}`, () => String.raw`^(.*[^\s,])(?:,? |(?<=\d))(?:${wordsOnly(word)})\.?$`).exec(text)?.[1],
  };
};

export const typedWords = ({ format }: DateReader): TypedWords => {
  const words = wordsByFormat.get(format) ?? compileWords(format);
  wordsByFormat.set(format, words);
  return words;
};
