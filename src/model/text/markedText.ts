// Finds the words of a search in a text, for the rows of a listing. It compares folded text, as the search does, and splits between
// graphemes only.

import { foldText } from 'src/model/text/foldText.ts';

export interface TextPart {
  readonly text: string;
  readonly marked: boolean;
}

/** A folded word of a search, or similar words that replace it. */
export type SearchedWord = string | readonly string[];

const WORD_CHARACTERS = /[\p{L}\p{M}\p{N}]+/gu;
const GRAPHEMES = new Intl.Segmenter('und', { granularity: 'grapheme' });

/** Returns how many letters of a folded word a search for the words matches; the last word is a prefix. */
const foundLength = (word: string, words: readonly SearchedWord[]): number => {
  if (words.flat().includes(word)) return word.length;
  return Math.max(...[words.at(-1) ?? ''].flat().map((last) => (word.startsWith(last) ? last.length : 0)));
};

interface Grapheme {
  readonly from: number;
  readonly to: number;
}

/** Returns the folded text and the grapheme of each of its letters. */
const foldedWithPlaces = (text: string): { readonly folded: string; readonly places: readonly Grapheme[] } => {
  let folded = '';
  const places: Grapheme[] = [];
  // Letters that fold to nothing (a glottal stop) belong to the letter after them.
  let from: number | undefined;
  for (const { segment, index } of GRAPHEMES.segment(text)) {
    const piece = /^\s/u.test(segment) ? ' ' : foldText(segment);
    folded += piece;
    from = piece === ' ' ? index : (from ?? index);
    if (piece === '') continue;
    for (let at = 0; at < piece.length; at++) places.push({ from, to: index + segment.length });
    from = undefined;
  }
  return { folded, places };
};

/** Returns `[from, to)` of each match of a folded word in the text, in order. */
const foundPlaces = (text: string, words: readonly SearchedWord[]): readonly Grapheme[] => {
  if (words.length === 0) return [];
  const { folded, places } = foldedWithPlaces(text);
  return [...folded.matchAll(WORD_CHARACTERS)].flatMap(({ 0: word, index }) => {
    const length = foundLength(word, words);
    const [first, last] = [places[index], places[index + length - 1]];
    return length > 0 && first && last ? [{ from: first.from, to: last.to }] : [];
  });
};

/**
 * Splits a text into parts and marks the matches. `words` are folded (queryWords). `markedText('Tłı̨chǫ songs', ['tli'])` gives `[{text:
 * 'Tłı̨', marked: true}, {text: 'chǫ songs', marked: false}]`.
 */
export const markedText = (text: string, words: readonly SearchedWord[]): readonly TextPart[] => {
  let end = 0;
  const parts: TextPart[] = [];
  for (const { from, to } of foundPlaces(text, words)) {
    if (from > end) parts.push({ text: text.slice(end, from), marked: false });
    parts.push({ text: text.slice(Math.max(from, end), to), marked: true });
    end = to;
  }
  if (end < text.length) parts.push({ text: text.slice(end), marked: false });
  return parts;
};

/** Returns the words that do not match. */
export const wordsMissing = (text: string, words: readonly SearchedWord[]): readonly SearchedWord[] => {
  const found: readonly string[] = foldText(text).match(WORD_CHARACTERS) ?? [];
  const isFound = (word: string, last: boolean): boolean =>
    last ? found.some((each) => each.startsWith(word)) : found.includes(word);
  return words.filter((any, at) => ![any].flat().some((word) => isFound(word, at === words.length - 1)));
};

const EXCERPT_BEFORE = 40;
const AFTER = 110;

/** Returns the text around the first match, cut between words, or undefined without a match. */
export const excerptOf = (text: string, words: readonly SearchedWord[]): string | undefined => {
  const [first] = foundPlaces(text, words);
  if (!first) return undefined;
  const from = first.from <= EXCERPT_BEFORE ? 0 : text.lastIndexOf(' ', first.from - EXCERPT_BEFORE) + 1;
  const space = text.indexOf(' ', first.from + AFTER);
  const to = space < 0 ? text.length : space;
  return `${from > 0 ? '… ' : ''}${text.slice(from, to)}${to < text.length ? ' …' : ''}`;
};
