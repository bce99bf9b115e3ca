// Exports as KML 2.2, which writes longitude before latitude.

import { partsByShape, type Geometry, type Line, type Rings } from 'src/model/geo/geoJson.ts';
import type { CellType } from 'src/model/kinds/KindCodec.ts';
import type { ExportFormat } from 'src/server/exchange/ExportFormat.ts';
import { cellTypesOf, type ExportRow, type ExportSource } from 'src/server/exchange/exportSource.ts';
import { contentFacts, facts, uniqueNames } from 'src/server/exchange/placeNames.ts';
import { element, XML_HEAD, type XmlElement, xmlOf } from 'src/server/exchange/xmlText.ts';

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

/** KML has no types for dates and times. */
const FIELD_TYPES: Readonly<Partial<Record<CellType, string>>> = { integer: 'int', number: 'double' };

const kmlSchema = (names: readonly string[], types: readonly CellType[]): XmlElement =>
  element(
    'Schema',
    { id: SCHEMA, name: SCHEMA },
    names.map((name, at) => {
      const type = FIELD_TYPES[types[at] ?? 'text'] ?? 'string';
      return element('SimpleField', { type, name }, [element('displayName', {}, [name])]);
    }),
  );

const placemark = (source: ExportSource, names: readonly string[], row: ExportRow): string => {
  const { item, cells, geometry } = row;
  const content = contentFacts(row, source, [...names, ...KML_COLUMNS]).map(([name, cell]) =>
    element('Data', { name }, [element('value', {}, [String(cell)])]),
  );
  const data = facts(names, cells).map(([name, text]) => element('SimpleData', { name }, [text]));
  return xmlOf(
    element('Placemark', { id: item.$id }, [
      element('name', {}, [item.$label]),
      element('ExtendedData', {}, [...content, element('SchemaData', { schemaUrl: `#${SCHEMA}` }, data)]),
      ...(geometry ? [kmlGeometry(geometry)] : []),
    ]),
  );
};

async function* writeKml(source: ExportSource): AsyncGenerator<string> {
  const names = uniqueNames(source, KML_COLUMNS);
  const head = [element('name', {}, [source.title]), kmlSchema(names, cellTypesOf(source))].map(xmlOf).join('\n');
  yield `${XML_HEAD}<kml xmlns="http://www.opengis.net/kml/2.2"><Document>${head}\n`;
  for await (const rows of source.pages()) yield rows.map((row) => `${placemark(source, names, row)}\n`).join('');
  yield '</Document></kml>\n';
}

export const kmlFormat: ExportFormat = { media: 'application/vnd.google-earth.kml+xml', write: writeKml };
