// A whole number.

import { measuredKind, type Kind } from 'src/model/kinds/Kind.ts';

export const integerKind: Kind = {
  ...measuredKind('number'),
  json: 'integer',
  facet: 'RANGE',
};
