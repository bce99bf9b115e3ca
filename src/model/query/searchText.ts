// Splits a typed search into words. Used by the search box, the server and saved searches.

import { foldText } from 'src/model/text/foldText.ts';

// Words of a text, for the index and for queries: folded letters, marks and digits of any script. The application splits them, not the
// database, so that results are the same on every server and locale.
const WORD = /[\p{L}\p{M}\p{N}]+/gu;
// PostgreSQL accepts lexemes below 2,048 bytes; people do not type such words.
const MAX_LEXEME_LENGTH = 100;

const cutToken = (token: string): string =>
  token.length > MAX_LEXEME_LENGTH ? [...token].slice(0, MAX_LEXEME_LENGTH).join('') : token;

/** Returns folded words in order, with repetitions. `Tłı̨chǫ, the Dene` gives `['tlicho', 'the', 'dene']`. */
export const foldedTokens = (text: string): string[] => (foldText(text).match(WORD) ?? []).map(cutToken);

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

/** Returns the folded words of a typed text. All must match, the last one as a prefix. */
export const queryWords = (text: string): string[] => searchTokens(text).flatMap(foldedTokens);
