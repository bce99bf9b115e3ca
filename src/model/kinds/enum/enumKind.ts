// One of the values that the schema lists.

import { worded, type Kind } from 'src/model/kinds/Kind.ts';

export const enumKind: Kind = {
  declared: { keyword: 'enum' },
  ...worded,
  sort: 'value',
  facet: 'SEL',
  form: { widget: 'select', manyWidget: 'multiSelect' },
};
