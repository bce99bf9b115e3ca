// A text in one or several languages of the interface, by locale.

import { wordedKind, type Kind } from 'src/model/kinds/Kind.ts';

export const translatedKind: Kind = {
  ...wordedKind,
  json: 'object',
  text: 'byLocale',
  column: false,
};
