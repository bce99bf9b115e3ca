// A telephone number, kept as it was typed.

import { wordedKind, type Kind } from 'src/model/kinds/Kind.ts';

export const phoneKind: Kind = {
  ...wordedKind,
  text: 'formed',
};
