// A value made of members, each of which is a property.

import type { Kind } from 'src/model/kinds/Kind.ts';

export const objectKind: Kind = {
  json: 'object',
  sort: 'text',
  storage: 'document',
  prose: false,
  column: false,
};
