// A text in a community's language.

import { wordedKind, type Kind } from 'src/model/kinds/Kind.ts';

export const languageKind: Kind = {
  ...wordedKind,
  facet: 'TERM',
  text: 'free',
};
