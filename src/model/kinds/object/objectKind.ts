// A value made of members, each of which is a property.

import type { Kind } from 'src/model/kinds/Kind.ts';

export const objectKind: Kind = {
  declared: { type: 'object' },
  json: 'object',
  sort: 'text',
  sortable: false,
  bucketUnits: [],
  filter: false,
  storage: 'document',
  label: false,
  prose: false,
  folder: false,
  column: false,
  form: {},
};
