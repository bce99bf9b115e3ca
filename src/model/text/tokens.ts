// Words of a text, for the search index and for queries alike: letters, marks and digits of any script, folded.
// The application makes them, not the database, so that both sides split alike on every server and locale.

import { foldText } from 'src/model/text/foldText.ts';

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
