// A GeoJSON geometry, stored in a table of its own.

import type { Kind } from 'src/model/kinds/Kind.ts';

export const geometryKind: Kind = {
  json: 'object',
  sort: 'text',
  storage: 'geometry',
  prose: false,
  column: false,
};
