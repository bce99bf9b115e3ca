// A text in one or several languages of the interface, by locale.

import { worded, type Kind } from 'src/model/kinds/Kind.ts';

export const translatedKind: Kind = {
  ...worded,
  json: 'object',
  text: 'byLocale',
  column: false,
};
