// Exports of geometries: GeoJSON (RFC 7946), KML 2.2 and GPX 1.1. The first two write longitude before latitude.

import { partsByShape, type Geometry, type Line, type Position, type Rings } from 'src/model/geo/geoJson.ts';
import type { Cell } from 'src/model/kinds/KindCodec.ts';
import type { ExportRow, ExportSource } from 'src/server/exchange/exportSource.ts';
import { element, XML_HEAD, type XmlElement, xmlOf } from 'src/server/exchange/xmlText.ts';

/** Returns captions as unique member names: repeated ones, and those that the format uses itself, get a number. */
const uniqueNames = ({ columns }: ExportSource, used: readonly string[] = []): string[] => {
  const seen = new Map(used.map((name) => [name, 1]));
  return columns
    .flatMap(({ captions }) => captions)
    .map((caption) => {
      // Mapping programs ignore case.
      const key = caption.toLowerCase();
      const count = (seen.get(key) ?? 0) + 1;
      seen.set(key, count);
      return count === 1 ? caption : `${caption} (${count})`;
    });
};

const geoJsonFeature = (names: readonly string[], { item, cells, geometry }: ExportRow): string =>
  JSON.stringify({
    type: 'Feature',
    id: item.$id,
    geometry: geometry ?? null,
    properties: Object.fromEntries(names.map((name, at) => [name, cells[at] ?? null])),
  });

export async function* writeGeoJson(source: ExportSource): AsyncGenerator<string> {
  const names = uniqueNames(source);
  yield `{"type":"FeatureCollection","name":${JSON.stringify(source.title)},"features":[`;
  let separator = '\n';
  for await (const rows of source.pages()) {
    if (rows.length === 0) continue;
    yield separator + rows.map((row) => geoJsonFeature(names, row)).join(',\n');
    separator = ',\n';
  }
  yield '\n]}\n';
}

/** Returns captions with their cells, without empty ones. */
const facts = (names: readonly string[], cells: readonly Cell[]): (readonly [name: string, text: string])[] =>
  names.flatMap((name, at) => {
    const cell = cells[at] ?? null;
    return cell === null ? [] : [[name, String(cell)] as const];
  });

const coordinates = (positions: Line): XmlElement =>
  element('coordinates', {}, [positions.map((position) => position.join(',')).join(' ')]);

const kmlRing = (name: string, positions: Line): XmlElement =>
  element(name, {}, [element('LinearRing', {}, [coordinates(positions)])]);

const kmlPolygon = ([outer = [], ...holes]: Rings): XmlElement =>
  element('Polygon', {}, [kmlRing('outerBoundaryIs', outer), ...holes.map((hole) => kmlRing('innerBoundaryIs', hole))]);

const kmlGeometry = (geometry: Geometry): XmlElement => {
  const { points, lines, polygons } = partsByShape(geometry);
  const parts = [
    ...points.map((point) => element('Point', {}, [coordinates([point])])),
    ...lines.map((line) => element('LineString', {}, [coordinates(line)])),
    ...polygons.map(kmlPolygon),
  ];
  const [only] = parts;
  return only && parts.length === 1 && !geometry.type.startsWith('Multi') ? only : element('MultiGeometry', {}, parts);
};

/** Columns that programs read from every KML, such as the `end` of a time span, and that would hide one of ours with the same name. */
const KML_COLUMNS = [
  ...['id', 'name', 'description', 'timestamp', 'begin', 'end', 'altitudemode', 'tessellate', 'extrude', 'visibility'],
  ...['draworder', 'icon', 'snippet'],
];
const SCHEMA = 'columns';

const kmlSchema = (names: readonly string[]): XmlElement =>
  element(
    'Schema',
    { id: SCHEMA, name: SCHEMA },
    names.map((name) => element('SimpleField', { type: 'string', name }, [element('displayName', {}, [name])])),
  );

const placemark = (names: readonly string[], { item, cells, geometry }: ExportRow): string => {
  const data = facts(names, cells).map(([name, text]) => element('SimpleData', { name }, [text]));
  return xmlOf(
    element('Placemark', { id: item.$id }, [
      element('name', {}, [item.$label]),
      element('ExtendedData', {}, [element('SchemaData', { schemaUrl: `#${SCHEMA}` }, data)]),
      ...(geometry ? [kmlGeometry(geometry)] : []),
    ]),
  );
};

export async function* writeKml(source: ExportSource): AsyncGenerator<string> {
  const names = uniqueNames(source, KML_COLUMNS);
  const head = [element('name', {}, [source.title]), kmlSchema(names)].map(xmlOf).join('\n');
  yield `${XML_HEAD}<kml xmlns="http://www.opengis.net/kml/2.2"><Document>${head}\n`;
  for await (const rows of source.pages()) yield rows.map((row) => `${placemark(names, row)}\n`).join('');
  yield '</Document></kml>\n';
}

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
export async function* writeGpx(source: ExportSource): AsyncGenerator<string> {
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
