// Any number.

import { measuredKind, type Kind } from 'src/model/kinds/Kind.ts';

export const numberKind: Kind = {
  ...measuredKind('number'),
  json: 'number',
  facet: 'RANGE',
};
