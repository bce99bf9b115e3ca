// A colour, `#` and 3 or 6 hexadecimal digits.

import { wordedKind, type Kind } from 'src/model/kinds/Kind.ts';

export const colorKind: Kind = {
  ...wordedKind,
  prose: false,
};
