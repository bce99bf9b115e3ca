// What of a typed search counts: the words. Used by the search box, by the server and by saved searches.
// Source: spec platform 5.

import { foldText } from 'src/model/text/foldText.ts';

// Words of a text, for the search index and for queries alike: letters, marks and digits of any script, folded.
// The application makes them, not the database, so that both sides split alike on every server and locale.
const WORD = /[\p{L}\p{M}\p{N}]+/gu;
// PostgreSQL takes lexemes below 2,048 bytes; nobody types a word this long.
const MAX_TOKEN_LENGTH = 100;

const cut = (token: string): string =>
  token.length > MAX_TOKEN_LENGTH ? [...token].slice(0, MAX_TOKEN_LENGTH).join('') : token;

/** Folded words in order, with repetitions. `Tłı̨chǫ, the Dene` gives `['tlicho', 'the', 'dene']`. */
export const foldedTokens = (text: string): string[] => (foldText(text).match(WORD) ?? []).map(cut);

/**
 * The one lexeme that stands for a whole value of an `exact` path (call numbers, codes), beside its words.
 * `PB 12.3` gives `=pb 12.3`; a query that may be a code asks for `exactToken(text)` as well.
 */
export const exactToken = (text: string): string => `=${cut(foldText(text))}`;

const WILDCARDS_ONLY = /^[*?%_]+$/u;
const EDGES = /^[^\p{L}\p{N}\p{M}]+|[^\p{L}\p{N}\p{M}]+$/gu;

const counts = (token: string): boolean =>
  !WILDCARDS_ONLY.test(token) && !token.endsWith(':') && [...token.replace(EDGES, '')].length >= 2;

/**
 * The tokens that a search uses, as typed: tokens of wildcards alone and tokens ending in ':' are dropped, those under
 * two characters ignored. `searchTokens('* title: a red fox')` is `['red', 'fox']`.
 */
export const searchTokens = (text: string): string[] =>
  text
    .normalize('NFC')
    .split(/\s+/u)
    .filter((token) => token !== '' && counts(token));

/** Characters of a typed text that a search takes. */
const SEARCH_MAXIMUM = 1_000;

/** What of a typed text stands in an address, which has little space: enough for a search to say that it is too long. */
export const addressText = (text: string): string =>
  text.length <= SEARCH_MAXIMUM
    ? text
    : [...text.slice(0, 2 * (SEARCH_MAXIMUM + 1))].slice(0, SEARCH_MAXIMUM + 1).join('');

/** Suggestions start at this many characters. Source: spec platform 5. */
export const SUGGEST_MINIMUM = 3;

/** The folded words of a typed text. All must be found, the last one as a beginning. */
export const queryWords = (text: string): string[] => searchTokens(text).flatMap(foldedTokens);
