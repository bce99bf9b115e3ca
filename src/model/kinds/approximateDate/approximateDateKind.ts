// A day, a month or a year: `1987-05-03`, `1987-05` or `1987`.

import { datedKind, type Kind } from 'src/model/kinds/Kind.ts';

export const partialDateKind: Kind = {
  ...datedKind('date'),
  time: 'period',
};
