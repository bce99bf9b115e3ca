// Exported files read back by libraries that had no part in writing them.

import { gpx, kml } from '@tmcw/togeojson';
import { DOMParser, onWarningStopParsing, type Document } from '@xmldom/xmldom';
import { parse } from 'csv-parse/sync';
import { readZip } from 'tests/server/harness/readZip.ts';

const xmlIn = (text: string): Document =>
  new DOMParser({ onError: onWarningStopParsing }).parseFromString(text, 'application/xml');

export type Rows = readonly Readonly<Record<string, string>>[];

export const rowsOfCsv = (bytes: Buffer): Rows => {
  if (bytes.subarray(0, 3).toString('hex') !== 'efbbbf') throw new Error('no mark of UTF-8');
  return parse(bytes, { bom: true, columns: true });
};

/** Cells of the only sheet, by the captions of its first row; whatever is no plain text or number fails. */
export const rowsOfXlsx = (bytes: Buffer): Rows => {
  const part = readZip(bytes).find(({ name }) => name === 'xl/worksheets/sheet1.xml');
  const rows = Array.from(xmlIn(part?.content.toString('utf8') ?? '').getElementsByTagName('row'), (row) =>
    Array.from(row.getElementsByTagName('c'), (cell): readonly [column: string, text: string] => {
      if (cell.getElementsByTagName('f').length > 0) throw new Error('a formula');
      return [(cell.getAttribute('r') ?? '').replaceAll(/\d/g, ''), cell.textContent ?? ''];
    }),
  );
  const captions = new Map(rows[0]);
  return rows.slice(1).map((row) => {
    const cells = new Map(row);
    return Object.fromEntries([...captions].map(([column, caption]) => [caption, cells.get(column) ?? '']));
  });
};

interface Feature {
  readonly id?: string | number | undefined;
  readonly geometry: unknown;
  readonly properties: Readonly<Record<string, unknown>> | null;
}

export const featuresOfKml = (bytes: Buffer): readonly Feature[] => kml(xmlIn(bytes.toString('utf8'))).features;
export const featuresOfGpx = (bytes: Buffer): readonly Feature[] => gpx(xmlIn(bytes.toString('utf8'))).features;
export const featuresOfGeoJson = (bytes: Buffer): readonly Feature[] =>
  (JSON.parse(bytes.toString('utf8')) as { readonly features: readonly Feature[] }).features;
