// A text in a community's language.

import { worded, type Kind } from 'src/model/kinds/Kind.ts';

export const languageKind: Kind = {
  declared: { definition: 'LanguageText', keyword: 'x-text', value: 'language' },
  ...worded,
  facet: 'TERM',
  text: 'free',
  folder: true,
  form: { field: 'single' },
};
