// The address of a page, http or https.

import { worded, type Kind } from 'src/model/kinds/Kind.ts';

export const urlKind: Kind = {
  declared: {},
  ...worded,
  facet: 'TERM',
  text: 'formed',
  form: { widget: 'url' },
};
