// A level of visibility.

import { worded, type Kind } from 'src/model/kinds/Kind.ts';

export const levelKind: Kind = {
  declared: { definition: 'Level' },
  ...worded,
  sort: 'value',
  facet: 'LEVEL',
  prose: false,
  column: false,
  form: { widget: 'level' },
};
