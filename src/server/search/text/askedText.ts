// Reads a typed search as a question to the texts of the tables. All words must match, the last one as the beginning of a word; a text may
// also be a whole exact value (a call number).

import { exactToken, queryWords, searchTokens } from 'src/model/query/searchText.ts';
import type { AskedText } from 'src/server/search/text/textMatches.ts';

export const MAX_QUERY_TOKENS = 16;

/** Returns undefined without a searchable word. */
export const askedText = (text: string): AskedText | undefined => {
  const words = queryWords(text).slice(0, MAX_QUERY_TOKENS);
  if (words.length === 0) return undefined;
  return {
    // A wildcard at the end adds nothing to the beginning of the last word.
    words: words.map((word, at) => ({ word, begins: at === words.length - 1 })),
    exact: exactToken(searchTokens(text).join(' ')),
    without: [],
  };
};
