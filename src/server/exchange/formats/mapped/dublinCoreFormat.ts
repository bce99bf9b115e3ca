// Exports as simple Dublin Core in RDF/XML (DCMI Recommendation of 2002), one description per record.

import { stringIn } from 'src/base/stringsIn.ts';
import type { DublinCoreElement, DublinCoreMapping } from 'src/model/schema/TypeExports.ts';
import type { ExportFormat } from 'src/server/exchange/ExportFormat.ts';
import { TERMS_MEMBER, type ExportRow, type ExportSource } from 'src/server/exchange/exportSource.ts';
import { mappedRows, pageAddress, valuesOfPaths } from 'src/server/exchange/mappedRows.ts';
import { element, XML_HEAD, type XmlElement, xmlOf } from 'src/server/exchange/xmlText.ts';

const RDF_ROOT =
  '<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:dc="http://purl.org/dc/elements/1.1/">\n';

/** Elements in the order of the specification. */
const ELEMENTS: readonly DublinCoreElement[] = [
  ...(['title', 'creator', 'subject', 'description', 'publisher', 'contributor', 'date', 'type'] as const),
  ...(['format', 'identifier', 'source', 'language', 'relation', 'coverage', 'rights'] as const),
];

/** A date is written in its exact form, and left out when no year is known. Equal values of one element are written once. */
const elementTexts = (row: ExportRow, name: DublinCoreElement, mapping: DublinCoreMapping): readonly string[] => {
  const dated = valuesOfPaths(row, mapping[name]).filter(({ undated }) => undated !== true);
  const texts = dated.map(({ text, exact }) => exact ?? text);
  return [...new Set(texts)];
};

/** Returns texts that no property has: the address of the page, and the uses that consents permit. */
const further = ({ item }: ExportRow, name: DublinCoreElement, address: string): readonly string[] => {
  if (name === 'identifier') return [address];
  const terms = stringIn(item[TERMS_MEMBER]);
  return name === 'rights' && terms !== '' ? [terms] : [];
};

const descriptionOf = (source: ExportSource, row: ExportRow, mapping: DublinCoreMapping): XmlElement => {
  const address = pageAddress(source, row.item.$id);
  const elements = ELEMENTS.flatMap((name) =>
    [...elementTexts(row, name, mapping), ...further(row, name, address)].map((text) =>
      element(`dc:${name}`, {}, [text]),
    ),
  );
  return element('rdf:Description', { 'rdf:about': address }, elements);
};

async function* writeDublinCore(source: ExportSource): AsyncGenerator<string> {
  yield XML_HEAD + RDF_ROOT;
  for await (const rows of source.pages())
    yield mappedRows(source, rows, 'dublinCore')
      .map(({ row, mapping }) => `${xmlOf(descriptionOf(source, row, mapping))}\n`)
      .join('');
  yield '</rdf:RDF>\n';
}

export const dublinCoreFormat: ExportFormat = {
  media: 'application/rdf+xml; charset=utf-8',
  extension: 'rdf',
  write: writeDublinCore,
};
