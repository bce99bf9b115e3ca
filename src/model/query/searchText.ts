// Splits a typed search into words. Used by the search box, the server and saved searches.

import { foldAscii, foldText, isAscii } from 'src/model/text/foldText.ts';

// Words of a text, for the index and for queries: folded letters, marks and digits of any script. The application splits them, not the
// database, so that results are the same on every server and locale.
const WORD = /[\p{L}\p{M}\p{N}]+/gu;
/** The same for folded ASCII text, which most texts are. */
const ASCII_WORD = /[a-z0-9]+/g;
// PostgreSQL accepts lexemes below 2,048 bytes; people do not type such words.
const MAX_LEXEME_LENGTH = 100;

const cutToken = (token: string): string =>
  token.length > MAX_LEXEME_LENGTH ? [...token].slice(0, MAX_LEXEME_LENGTH).join('') : token;

/** Returns folded words in order, with repetitions. `Tłı̨chǫ, the Dene` gives `['tlicho', 'the', 'dene']`. */
export const foldedTokens = (text: string): string[] => {
  const folded = foldAscii(text) ?? foldText(text);
  return (folded.match(isAscii(folded) ? ASCII_WORD : WORD) ?? []).map(cutToken);
};

/**
 * Returns the lexeme of a whole value of an `exact` path (call numbers, codes), which is indexed with its words. `PB 12.3` gives `=pb
 * 12.3`; a query that may be a code searches for it as well.
 */
export const exactToken = (text: string): string => `=${cutToken(foldText(text))}`;

const WILDCARDS_ONLY = /^[*?%_]+$/u;
const EDGES = /^[^\p{L}\p{N}\p{M}]+|[^\p{L}\p{N}\p{M}]+$/gu;

const counts = (token: string): boolean =>
  !WILDCARDS_ONLY.test(token) && !token.endsWith(':') && [...token.replace(EDGES, '')].length >= 2;

/**
 * Returns the typed tokens that a search uses. Wildcards, tokens that end in ':' and tokens under two characters are ignored.
 * `searchTokens('* title: a red fox')` is `['red', 'fox']`.
 */
export const searchTokens = (text: string): string[] =>
  text
    .normalize('NFC')
    .split(/\s+/u)
    .filter((token) => token !== '' && counts(token));

/** Maximum number of characters of a search. */
const SEARCH_MAXIMUM = 1_000;

/** Shortens a typed text for an address, which has limited space. The rest is enough for a search to report that it is too long. */
export const addressText = (text: string): string =>
  text.length <= SEARCH_MAXIMUM
    ? text
    : [...text.slice(0, 2 * (SEARCH_MAXIMUM + 1))].slice(0, SEARCH_MAXIMUM + 1).join('');

/** Suggestions start at this number of characters. */
export const SUGGEST_MINIMUM = 3;

/** A typed text as a search reads it. */
export interface TypedText {
  /** Folded words that must match, with those of the phrases. */
  readonly words: readonly string[];
  /** True when the last word may continue. */
  readonly continues: boolean;
  /** Folded words in quotation marks, which must follow each other. */
  readonly phrases: readonly (readonly string[])[];
  /** Folded words after a minus sign, which must not match. */
  readonly without: readonly string[];
  /** The tokens without quotation marks and excluded words, which may be a whole exact value. */
  readonly value: string;
}

const QUOTED_OR_TOKEN = /"([^"]+)"|“([^”]+)”|«([^»]+)»|(\S+)/gu;
const EXCLUDED = /^-(?=[\p{L}\p{N}])/u;

/** Without any other word, a minus sign is ignored. */
export const typedText = (text: string): TypedText => {
  const words: string[] = [];
  const value: string[] = [];
  const without: string[] = [];
  const excluded: string[] = [];
  const phrases: string[][] = [];
  let continues = true;
  for (const [, straight, curved, pointed, token = ''] of text.normalize('NFC').matchAll(QUOTED_OR_TOKEN)) {
    const quoted = straight ?? curved ?? pointed;
    if (quoted === undefined && !counts(token)) continue;
    const isExcluded = EXCLUDED.test(token);
    const folded = foldedTokens(quoted ?? token);
    (isExcluded ? excluded : value).push((quoted ?? token).trim());
    (isExcluded ? without : words).push(...folded);
    if (quoted !== undefined && folded.length > 1) phrases.push(folded);
    if (!isExcluded) continues = quoted === undefined;
  }
  if (words.length === 0) return { words: without, continues, phrases, without: [], value: excluded.join(' ') };
  return { words, continues, phrases, without, value: value.join(' ') };
};

/** Returns the folded words of a typed text that must match. The last one matches the beginning of a word. */
export const queryWords = (text: string): readonly string[] => typedText(text).words;
