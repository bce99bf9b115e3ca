// Any number.

import { measured, type Kind } from 'src/model/kinds/Kind.ts';

export const numberKind: Kind = {
  declared: { type: 'number' },
  ...measured('number'),
  json: 'number',
  facet: 'RANGE',
  bucketUnits: ['number'],
  folder: false,
};
