// A text in one or several languages of the interface, by locale.

import { worded, type Kind } from 'src/model/kinds/Kind.ts';

export const translatedKind: Kind = {
  declared: { definition: 'TranslatedText', keyword: 'x-text', value: 'translated' },
  ...worded,
  json: 'object',
  text: 'byLocale',
  folder: true,
  column: false,
  form: { field: 'single' },
};
