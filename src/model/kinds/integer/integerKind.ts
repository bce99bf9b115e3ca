// A whole number.

import { measured, type Kind } from 'src/model/kinds/Kind.ts';

export const integerKind: Kind = {
  ...measured('number'),
  json: 'integer',
  facet: 'RANGE',
  rangeUnit: 'number',
};
