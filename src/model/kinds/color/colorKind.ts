// A colour, `#` and 3 or 6 hexadecimal digits.

import { worded, type Kind } from 'src/model/kinds/Kind.ts';

export const colorKind: Kind = {
  ...worded,
  prose: false,
};
