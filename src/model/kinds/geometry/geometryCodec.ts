// Declaration, formats, limits, examples and export cells of the kind `geometry`.

import { asGeometry } from 'src/model/geo/geoJson.ts';
import { wktOf } from 'src/model/geo/wktOf.ts';
import type { Json } from 'src/model/item/Item.ts';
import { plainCodec, type KindCodec } from 'src/model/kinds/KindCodec.ts';

const exampleGeometry: KindCodec['example'] = ({ geo }, { seed }) => {
  const [west, south] = [-120 + (seed % 10), 50 + (seed % 5)];
  const ring = [
    [west, south],
    [west + 1, south],
    [west + 1, south + 1],
    [west, south],
  ];
  const shapes: Record<string, Json> = {
    Point: [west, south],
    LineString: ring.slice(0, 2),
    Polygon: [ring],
    MultiPoint: [[west, south]],
    MultiLineString: [ring.slice(0, 2)],
    MultiPolygon: [[ring]],
  };
  const kind = geo?.kinds.find((each) => Object.hasOwn(shapes, each)) ?? 'Point';
  return { type: kind, coordinates: shapes[kind] ?? [] };
};

export const geometryCodec: KindCodec = {
  ...plainCodec,
  declared: { keyword: 'x-geo', definition: 'Geometry' },
  sortable: false,
  filter: false,
  label: false,
  form: { field: 'single' },
  cell: (value) => {
    const geometry = asGeometry(value);
    return geometry ? wktOf(geometry) : null;
  },
  example: exampleGeometry,
  broken: ['here', 'errors.wrongType'],
};
