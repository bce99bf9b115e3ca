// A text in a community's language.

import { worded, type Kind } from 'src/model/kinds/Kind.ts';

export const languageKind: Kind = {
  ...worded,
  facet: 'TERM',
  text: 'free',
};
