// A telephone number, kept as it was typed.

import { worded, type Kind } from 'src/model/kinds/Kind.ts';

export const phoneKind: Kind = {
  ...worded,
  text: 'formed',
};
