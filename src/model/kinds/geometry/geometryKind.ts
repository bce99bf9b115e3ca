// A GeoJSON geometry, stored in a table of its own.

import type { Kind } from 'src/model/kinds/Kind.ts';

export const geometryKind: Kind = {
  declared: { keyword: 'x-geo', definition: 'Geometry' },
  json: 'object',
  sort: 'text',
  sortable: false,
  bucketUnits: [],
  filter: false,
  storage: 'geometry',
  label: false,
  prose: false,
  folder: false,
  column: false,
  form: { field: 'single' },
};
