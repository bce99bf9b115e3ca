// Any number.

import { measured, type Kind } from 'src/model/kinds/Kind.ts';

export const numberKind: Kind = {
  ...measured('number'),
  json: 'number',
  facet: 'RANGE',
};
