// Files of places in the form that map programs read: elevations in GPX, typed columns in KML, and names that conflict with those of a
// format.

import { expect, it } from 'vitest';
import { COLLECTION, SIMPLE_KINDS, type Geometry } from 'src/model/geo/geoJson.ts';
import { geometryFrom } from 'src/model/geo/geometryFrom.ts';
import type { Item, Json } from 'src/model/item/Item.ts';
import { wktOf } from 'src/model/geo/wktOf.ts';
import type { Cell } from 'src/model/kinds/KindCodec.ts';
import type { ExportSource } from 'src/server/exchange/exportSource.ts';
import { geojsonFormat } from 'src/server/exchange/formats/places/geojsonFormat.ts';
import { gpxFormat } from 'src/server/exchange/formats/places/gpxFormat.ts';
import { kmlFormat } from 'src/server/exchange/formats/places/kmlFormat.ts';
import { exampleSource, wholeFile } from 'tests/server/exchange/exampleSource.ts';
import { featuresOfGpx, featuresOfKml } from 'tests/server/exchange/readExports.ts';

const sourceOf = (captions: readonly string[], cells: readonly Cell[], geometry: Geometry): ExportSource =>
  exampleSource({
    columns: [{ captions, write: () => undefined }],
    rows: [{ item: { $id: 'Place-1', $label: 'Camp' } as Item, cells, geometry }],
  });

const CAPTIONS = ['End', 'Name', 'Who can see it', 'end'];
const CELLS = ['14-Mar-2025', 'Ulla', 'Community', null];
const point: Geometry = { type: 'Point', coordinates: [-139.2, 50.3, 12.5] };

it('[EXCHANGE] GPX keeps heights of points and of ways', async () => {
  const way: Geometry = {
    type: 'LineString',
    coordinates: [
      [-139.2, 50.3, 12.5],
      [-139.1, 50.4, 0],
    ],
  };
  for (const geometry of [point, way]) {
    const [feature] = featuresOfGpx(await wholeFile(gpxFormat.write(sourceOf(CAPTIONS, CELLS, geometry))));
    expect(feature?.geometry).toEqual(geometry);
  }
});

const mixed: Geometry = {
  type: 'GeometryCollection',
  geometries: [
    {
      type: 'Polygon',
      coordinates: [
        [
          [-139.2, 50.3],
          [-139.1, 50.3],
          [-139.1, 50.4],
          [-139.2, 50.3],
        ],
      ],
    },
    {
      type: 'LineString',
      coordinates: [
        [-139.2, 50.3],
        [-139, 50.2],
      ],
    },
    { type: 'Point', coordinates: [-139, 50.2] },
  ],
};

it('[EXCHANGE] areas, lines and points of one place are all in KML, GeoJSON, GPX and well-known text', async () => {
  const source = sourceOf(CAPTIONS, CELLS, mixed);
  const [feature] = featuresOfKml(await wholeFile(kmlFormat.write(source)));
  expect(geometryFrom(feature?.geometry as unknown as Json, [...SIMPLE_KINDS, COLLECTION])).toEqual(mixed);
  const json = JSON.parse((await wholeFile(geojsonFormat.write(source))).toString()) as {
    features: readonly unknown[];
  };
  expect(json.features).toMatchObject([{ geometry: mixed }]);
  const gpx = featuresOfGpx(await wholeFile(gpxFormat.write(source))).map(({ geometry }) => geometry);
  expect(gpx).toMatchObject([{ type: 'MultiLineString' }, { type: 'Point' }]);
  expect(wktOf(mixed)).toBe(
    'GEOMETRYCOLLECTION (POLYGON ((-139.2 50.3, -139.1 50.3, -139.1 50.4, -139.2 50.3)), LINESTRING (-139.2 50.3, -139 50.2), POINT (-139 50.2))',
  );
});

it('[EXCHANGE] KML declares its columns, and none of them has the name of one that every program adds', async () => {
  const kml = await wholeFile(kmlFormat.write(sourceOf(CAPTIONS, CELLS, point)));
  const names = [...kml.toString().matchAll(/<SimpleField type="string" name="([^"]+)">/g)].map(([, name]) => name);
  expect(names).toEqual(['End (2)', 'Name (2)', 'Who can see it', 'end (3)']);
  const [feature] = featuresOfKml(kml);
  expect(feature).toMatchObject({
    geometry: point,
    properties: { name: 'Camp', 'End (2)': '14-Mar-2025', 'Name (2)': 'Ulla', 'Who can see it': 'Community' },
  });
  const json = JSON.parse((await wholeFile(geojsonFormat.write(sourceOf(CAPTIONS, CELLS, point)))).toString()) as {
    features: readonly { properties: unknown }[];
  };
  expect(json.features[0]?.properties).toEqual({
    ...{ End: '14-Mar-2025', Name: 'Ulla', 'Who can see it': 'Community', 'end (2)': null },
  });
});
