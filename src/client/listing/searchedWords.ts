// Words of a search as its results contain them, to mark them there.

import type { SearchAnswer } from 'src/model/generated/wire.ts';
import { queryWords } from 'src/model/query/searchText.ts';
import type { SearchedWord } from 'src/model/text/markedText.ts';

export type ReplacedWords = NonNullable<SearchAnswer['replaced']>;

/** Returns the folded words of a typed text, and for those that no record contains the similar words that replace them. */
export const searchedWords = (text: string, replaced: ReplacedWords): readonly SearchedWord[] =>
  queryWords(text).map((typed) => replaced.find(({ word }) => word === typed)?.by ?? typed);
