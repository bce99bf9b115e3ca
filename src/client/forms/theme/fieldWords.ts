// Names and explanations of fields: message ids from the form schema made into words.

import { plainReading, useWords, type Words } from 'src/client/ui/words.ts';

/** `types.Book.props.title` in words; the bare name where no message is given. */
export const labelWords = (words: Words, id: string): string => words.find(id) ?? plainReading(id);

/** Explanation of a field, at the id of its title with `.help.` for `.props.`; most have none. */
export const helpWords = (words: Words, titleId: string): string | undefined =>
  titleId.includes('.props.') ? words.find(titleId.replace('.props.', '.help.')) : undefined;

export const useLabel = (id: string): string => labelWords(useWords(), id);
