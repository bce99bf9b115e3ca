// Reads a typed search as a question to the texts of the tables. All words must match, the last one as the beginning of a word; a text may
// also be a whole exact value (a call number).

import { exactToken, typedText } from 'src/model/query/searchText.ts';
import type { AskedText } from 'src/server/search/text/textMatches.ts';

const MAX_QUERY_TOKENS = 16;

/** Returns undefined without a searchable word. */
export const askedText = (text: string): AskedText | undefined => {
  const { words, continues, phrases, without, value } = typedText(text);
  const used = words.slice(0, MAX_QUERY_TOKENS);
  if (used.length === 0) return undefined;
  return {
    // A wildcard at the end adds nothing to the beginning of the last word.
    words: used.map((word, at) => ({ word, begins: continues && at === used.length - 1 })),
    exact: exactToken(value),
    phrases: phrases.slice(0, MAX_QUERY_TOKENS).map((phrase) => phrase.slice(0, MAX_QUERY_TOKENS)),
    without: without.slice(0, MAX_QUERY_TOKENS),
  };
};
