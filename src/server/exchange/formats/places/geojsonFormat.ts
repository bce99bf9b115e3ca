// Exports as GeoJSON (RFC 7946), which writes longitude before latitude.

import type { ExportFormat } from 'src/server/exchange/ExportFormat.ts';
import type { ExportRow, ExportSource } from 'src/server/exchange/exportSource.ts';
import { contentFacts, uniqueNames } from 'src/server/exchange/placeNames.ts';

const geoJsonFeature = (source: ExportSource, names: readonly string[], row: ExportRow): string => {
  const { item, cells, geometry } = row;
  return JSON.stringify({
    type: 'Feature',
    id: item.$id,
    geometry: geometry ?? null,
    properties: Object.fromEntries([
      ...names.map((name, at) => [name, cells[at] ?? null] as const),
      ...contentFacts(row, source, names),
    ]),
  });
};

async function* writeGeoJson(source: ExportSource): AsyncGenerator<string> {
  const names = uniqueNames(source);
  yield `{"type":"FeatureCollection","name":${JSON.stringify(source.title)},"features":[`;
  let separator = '\n';
  for await (const rows of source.pages()) {
    if (rows.length === 0) continue;
    yield separator + rows.map((row) => geoJsonFeature(source, names, row)).join(',\n');
    separator = ',\n';
  }
  yield '\n]}\n';
}

export const geojsonFormat: ExportFormat = { media: 'application/geo+json', write: writeGeoJson };
