// Exports as GPX 1.1.

import { partsByShape, type Geometry, type Line, type Position } from 'src/model/geo/geoJson.ts';
import type { ExportFormat } from 'src/server/exchange/ExportFormat.ts';
import type { ExportRow, ExportSource } from 'src/server/exchange/exportSource.ts';
import { facts, uniqueNames } from 'src/server/exchange/placeNames.ts';
import { element, XML_HEAD, type XmlElement, xmlOf } from 'src/server/exchange/xmlText.ts';

const gpxTexts = (names: readonly string[], { item, cells }: ExportRow): XmlElement[] => [
  element('name', {}, [item.$label]),
  element('desc', {}, [
    facts(names, cells)
      .map(([name, text]) => `${name}: ${text}`)
      .join('\n'),
  ]),
];

/** The height of a point must be the first child element. */
const gpxPoint = (
  name: string,
  [longitude, latitude, height]: Position,
  texts: readonly XmlElement[] = [],
): XmlElement =>
  element(name, { lat: latitude, lon: longitude }, [
    ...(height === undefined ? [] : [element('ele', {}, [String(height)])]),
    ...texts,
  ]);

const waypoints = (names: readonly string[], row: ExportRow): string =>
  (row.geometry ? partsByShape(row.geometry).points : [])
    .map((point) => `${xmlOf(gpxPoint('wpt', point, gpxTexts(names, row)))}\n`)
    .join('');

/** A boundary is written as a closed track. */
const geometryTracks = (geometry: Geometry | undefined): readonly Line[] => {
  if (!geometry) return [];
  const { lines, polygons } = partsByShape(geometry);
  return [...lines, ...polygons.flat()];
};

const track = (names: readonly string[], row: ExportRow): string => {
  const segments = geometryTracks(row.geometry).map((way) =>
    element(
      'trkseg',
      {},
      way.map((position) => gpxPoint('trkpt', position)),
    ),
  );
  return segments.length === 0 ? '' : `${xmlOf(element('trk', {}, [...gpxTexts(names, row), ...segments]))}\n`;
};

/** In a GPX file all points come before all tracks, so items with tracks are read a second time. Items without geometry are omitted. */
async function* writeGpx(source: ExportSource): AsyncGenerator<string> {
  const names = uniqueNames(source);
  const metadata = element('metadata', {}, [element('name', {}, [source.title])]);
  yield `${XML_HEAD}<gpx version="1.1" creator="Knowledge Keeper" xmlns="http://www.topografix.com/GPX/1/1">${xmlOf(metadata)}\n`;
  const withWays: number[] = [];
  for await (const rows of source.pages()) {
    for (const row of rows) if (geometryTracks(row.geometry).length > 0) withWays.push(row.at);
    yield rows.map((row) => waypoints(names, row)).join('');
  }
  for await (const rows of source.pages(withWays)) yield rows.map((row) => track(names, row)).join('');
  yield '</gpx>\n';
}

export const gpxFormat: ExportFormat = { media: 'application/gpx+xml', write: writeGpx };
