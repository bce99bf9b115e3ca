// Exports as vCard 4.0 (RFC 6350), for address books.

import ICAL from 'ical.js';
import { isRecord } from 'src/base/isRecord.ts';
import type { Json } from 'src/model/item/Item.ts';
import type { VcardMapping } from 'src/model/schema/TypeExports.ts';
import type { ExportFormat } from 'src/server/exchange/ExportFormat.ts';
import type { ExportRow, ExportSource } from 'src/server/exchange/exportSource.ts';
import { mappedRows, pageAddress, valuesOfPath, valuesOfPaths } from 'src/server/exchange/mappedRows.ts';
import { withoutControls } from 'src/server/exchange/xmlText.ts';

type Value = string | readonly string[];

const firstValueText = (row: ExportRow, path: string | undefined): string => valuesOfPath(row, path)[0]?.text ?? '';

const cardPlainText = (text: string): string => withoutControls(text).replaceAll('\r\n', '\n');

/** Writes the commas of an address as the writer of the library would escape them, which a URI does not allow. */
const uriText = (text: string): string => text.replaceAll(',', '%2C');

const memberText = (address: Json, name: string): string => {
  const text = isRecord(address) ? address[name] : undefined;
  return typeof text === 'string' ? text : '';
};

/** Post office box, extended address, street, city, region, postal code, country. */
const cardAddress = (address: Json): readonly string[] => {
  const [line2, line1, city, region, code, country] = [
    ...['line2', 'line1', 'city', 'region', 'postalCode', 'country'],
  ].map((name) => memberText(address, name));
  return ['', line2, line1, city, region, code, country].map((text = '') => text);
};

const createCard = () => {
  const card = new ICAL.Component(['vcard', [], []]);
  return {
    add(name: string, value: Value, parameters: Readonly<Record<string, string>> = {}): void {
      const texts = typeof value === 'string' ? cardPlainText(value) : value.map(cardPlainText);
      if (typeof texts === 'string' ? texts === '' : texts.every((text) => text === '')) return;
      const { defaultType = 'text' } = ICAL.design.vcard.property[name] ?? {};
      card.addProperty(new ICAL.Property([name, { ...parameters }, defaultType, texts]));
    },
    text: (): string => `${card.toString()}\r\n`,
  };
};

const cardText = (source: ExportSource, row: ExportRow, mapping: VcardMapping): string => {
  const { item } = row;
  const { given, additional, family, organization, emails, phones = [], addresses, urls, notes } = mapping;
  const card = createCard();
  card.add('version', '4.0');
  card.add('uid', uriText(pageAddress(source, item.$id)));
  card.add('kind', mapping.kind);
  card.add('fn', item.$label || item.$id);
  const [familyName, givenName, additionalName] = [family, given, additional].map((path) => firstValueText(row, path));
  card.add('n', [familyName ?? '', givenName ?? '', additionalName ?? '', '', '']);
  card.add('org', [firstValueText(row, organization)]);
  for (const { text } of valuesOfPaths(row, emails)) card.add('email', text);
  for (const { path, type } of phones)
    for (const { text } of row.values(path)) card.add('tel', text, type === undefined ? {} : { type });
  for (const { value } of valuesOfPaths(row, addresses)) card.add('adr', cardAddress(value));
  for (const { text } of valuesOfPaths(row, urls)) card.add('url', uriText(text));
  for (const { text } of valuesOfPaths(row, notes)) card.add('note', text);
  // The library drops the zone of a moment with milliseconds.
  card.add('rev', item.updated.replace(/\.\d+/u, ''));
  return card.text();
};

async function* writeVcard(source: ExportSource): AsyncGenerator<string> {
  for await (const rows of source.pages())
    yield mappedRows(source, rows, 'vcard')
      .map(({ row, mapping }) => cardText(source, row, mapping))
      .join('');
}

export const vcardFormat: ExportFormat = { media: 'text/vcard; charset=utf-8', extension: 'vcf', write: writeVcard };
