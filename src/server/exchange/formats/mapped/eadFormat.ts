// Exports as a finding aid in EAD3: the records as components, in a series for each group that the mapping names.

import type { EadMapping } from 'src/model/schema/TypeExports.ts';
import type { ExportFormat } from 'src/server/exchange/ExportFormat.ts';
import type { ExportRow, ExportSource } from 'src/server/exchange/exportSource.ts';
import type { ExportedValue } from 'src/server/exchange/exportValues.ts';
import { mappedRows, valuesOfPath, valuesOfPaths } from 'src/server/exchange/mappedRows.ts';
import { element, XML_HEAD, type XmlElement, xmlOf } from 'src/server/exchange/xmlText.ts';

/** Dates that the attribute `normal` accepts. Others are written as words only. */
const NORMAL_DATE = /^\d{4}(?:-\d\d){0,2}(?:\/\d{4}(?:-\d\d){0,2})?$/u;

const textElements = (name: string, values: readonly ExportedValue[]): XmlElement[] =>
  values.map(({ text }) => element(name, {}, [text]));

const partElements = (name: string, values: readonly ExportedValue[]): XmlElement[] =>
  values.map(({ text }) => element(name, {}, [element('part', {}, [text])]));

/** Returns one element with the paragraphs of all values, or none. */
const prose = (name: string, values: readonly ExportedValue[]): XmlElement[] => {
  const paragraphs = values.flatMap(({ text }) => text.split(/\n+/u)).filter((text) => text.trim() !== '');
  return paragraphs.length === 0
    ? []
    : [
        element(
          name,
          {},
          paragraphs.map((text) => element('p', {}, [text])),
        ),
      ];
};

const wrappedElements = (name: string, children: readonly XmlElement[]): XmlElement[] =>
  children.length === 0 ? [] : [element(name, {}, children)];

const dateElement = ({ text, exact = '' }: ExportedValue): XmlElement =>
  element('unitdate', NORMAL_DATE.test(exact) ? { normal: exact } : {}, [text]);

const identification = ({ origin }: ExportSource, row: ExportRow, mapping: EadMapping): XmlElement =>
  element('did', {}, [
    element('unittitle', {}, [row.item.$label]),
    ...textElements('unitid', valuesOfPaths(row, mapping.identifiers)),
    ...valuesOfPaths(row, mapping.dates).map(dateElement),
    ...wrappedElements('origination', partElements('name', valuesOfPaths(row, mapping.creators))),
    ...wrappedElements('repository', partElements('corpname', valuesOfPath(row, mapping.repository))),
    ...wrappedElements('langmaterial', textElements('language', valuesOfPaths(row, mapping.languages))),
    ...textElements('physdesc', valuesOfPaths(row, mapping.extents)),
    ...valuesOfPath(row, mapping.files).flatMap(({ id, text }) =>
      id === undefined
        ? []
        : [element('dao', { daotype: 'derived', href: `${origin}/attachment/${id}`, linktitle: text })],
    ),
  ]);

const component = (source: ExportSource, row: ExportRow, mapping: EadMapping): XmlElement => {
  const [, ...otherGroups] = valuesOfPath(row, mapping.group);
  const controlled = [
    ...partElements('genreform', valuesOfPaths(row, mapping.genres)),
    ...partElements('subject', valuesOfPaths(row, mapping.subjects)),
    ...partElements('geogname', valuesOfPaths(row, mapping.places)),
    ...partElements('persname', valuesOfPaths(row, mapping.people)),
  ];
  return element('c', { level: 'item', id: row.item.$id }, [
    identification(source, row, mapping),
    ...prose('scopecontent', valuesOfPaths(row, mapping.scope)),
    ...prose('accessrestrict', valuesOfPath(row, mapping.access)),
    ...prose('acqinfo', valuesOfPaths(row, mapping.acquisition)),
    ...wrappedElements('bibliography', textElements('bibref', valuesOfPaths(row, mapping.bibliography))),
    ...prose('relatedmaterial', [...otherGroups, ...valuesOfPaths(row, mapping.related)]),
    ...wrappedElements('controlaccess', controlled),
  ]);
};

const controlElement = ({ title, origin, now }: ExportSource): XmlElement => {
  const { host } = new URL(origin);
  const moment = now.toISOString();
  return element('control', {}, [
    element('recordid', {}, [`${host} ${moment}`]),
    element('filedesc', {}, [element('titlestmt', {}, [element('titleproper', {}, [title])])]),
    element('maintenancestatus', { value: 'derived' }),
    element('maintenanceagency', {}, [element('agencyname', {}, [host])]),
    element('maintenancehistory', {}, [
      element('maintenanceevent', {}, [
        element('eventtype', { value: 'created' }),
        element('eventdatetime', { standarddatetime: moment }, [moment]),
        element('agenttype', { value: 'machine' }),
        element('agent', {}, ['Knowledge Keeper']),
      ]),
    ]),
  ]);
};

interface Series {
  readonly title: string;
  /** Indices of its records in the result. */
  readonly places: number[];
}

/** The records without a group come first. */
const NO_GROUP = '';

const readSeries = async (source: ExportSource): Promise<Map<string, Series>> => {
  const series = new Map<string, Series>([[NO_GROUP, { title: '', places: [] }]]);
  for await (const rows of source.pages())
    for (const { row, mapping } of mappedRows(source, rows, 'ead')) {
      const [{ id = NO_GROUP, text } = { text: '' }] = valuesOfPath(row, mapping.group);
      const known = series.get(id) ?? { title: text, places: [] };
      series.set(id, known);
      known.places.push(row.at);
    }
  return series;
};

async function* writeComponents(source: ExportSource, places: readonly number[]): AsyncGenerator<string> {
  for await (const rows of source.pages(places))
    yield mappedRows(source, rows, 'ead')
      .map(({ row, mapping }) => `${xmlOf(component(source, row, mapping))}\n`)
      .join('');
}

/** The records of a series stand together, so each record is read twice. */
async function* writeEad(source: ExportSource): AsyncGenerator<string> {
  const identified = element('did', {}, [element('unittitle', {}, [source.title])]);
  yield `${XML_HEAD}<ead xmlns="http://ead3.archivists.org/schema/">${xmlOf(controlElement(source))}\n`;
  yield `<archdesc level="collection">${xmlOf(identified)}\n`;
  const series = [...(await readSeries(source))].filter(([, { places }]) => places.length > 0);
  if (series.length > 0) yield '<dsc>\n';
  for (const [id, { title, places }] of series) {
    if (id !== NO_GROUP) yield `<c level="series">${xmlOf(element('did', {}, [element('unittitle', {}, [title])]))}\n`;
    yield* writeComponents(source, places);
    if (id !== NO_GROUP) yield '</c>\n';
  }
  if (series.length > 0) yield '</dsc>\n';
  yield '</archdesc></ead>\n';
}

export const eadFormat: ExportFormat = {
  media: 'application/xml; charset=utf-8',
  extension: 'ead.xml',
  write: writeEad,
};
