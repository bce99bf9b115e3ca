// A day, a month or a year: `1987-05-03`, `1987-05` or `1987`.

import { dated, type Kind } from 'src/model/kinds/Kind.ts';

export const partialDateKind: Kind = {
  ...dated('date'),
  time: 'period',
};
