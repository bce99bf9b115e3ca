// A whole number.

import { measured, type Kind } from 'src/model/kinds/Kind.ts';

export const integerKind: Kind = {
  declared: { type: 'integer' },
  ...measured('number'),
  json: 'integer',
  facet: 'RANGE',
  bucketUnits: ['year', 'number'],
  rangeUnit: 'number',
  folder: true,
};
