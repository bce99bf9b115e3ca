// What of a typed search counts: the words. Used by the search box, by the server and by saved searches.
// Source: spec platform 5.

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

/** Suggestions start at this many characters. Source: spec platform 5. */
export const SUGGEST_MINIMUM = 3;
