// Reads texts of a form in the language that a person chose.

import type { FieldForm, FormText } from 'src/domain/geokeeper/forms/FieldFormModel.ts';

/** Key of texts in a form without languages. */
const NO_LANGUAGE = 'default';

/** Returns the text in the language, or in the language of the form, or in any language. A form can lack translations. */
export const textIn = (
  text: FormText | undefined,
  language: string,
  form?: Pick<FieldForm, 'defaultLanguage'>,
): string | undefined => {
  if (!text) return undefined;
  return text[language] ?? text[form?.defaultLanguage ?? NO_LANGUAGE] ?? text[NO_LANGUAGE] ?? Object.values(text)[0];
};

/** Returns true where the appearance of a question contains the word. */
export const looksLike = (appearance: string | undefined, word: string): boolean =>
  appearance !== undefined && appearance.split(/\s+/u).includes(word);
