// Reads exported files with libraries that are independent of the ones that wrote them.

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

const DAY_MS = 86_400_000;
/** Day 0 of spreadsheets. */
const FIRST_DAY = Date.UTC(1899, 11, 30);

/** Number formats of a workbook by the index that a cell gives. */
const formatsIn = (styles: Document): readonly string[] => {
  const formats = new Map(
    Array.from(styles.getElementsByTagName('numFmt'), (each) => [
      each.getAttribute('numFmtId'),
      each.getAttribute('formatCode') ?? '',
    ]),
  );
  const [cells] = Array.from(styles.getElementsByTagName('cellXfs'));
  return Array.from(cells?.getElementsByTagName('xf') ?? [], (xf) => formats.get(xf.getAttribute('numFmtId')) ?? '');
};

/** Characters of `2024-08-05T16:30`. */
const ISO_MINUTES = 16;

/** Returns a date cell as `2024-08-05` or `2024-08-05T16:30`, and a time cell as `16:30:00`. */
const asDate = (serial: string, format: string): string => {
  const moment = new Date(FIRST_DAY + Math.round((Number(serial) * DAY_MS) / 1000) * 1000).toISOString();
  if (!format.includes('yy')) return moment.slice(11, 19);
  return moment.slice(0, format.includes('hh') ? ISO_MINUTES : 10);
};

/** Returns the cells of the only sheet, by the captions of its first row. Throws for a cell that is not plain text, a number or a date. */
export const rowsOfXlsx = (bytes: Buffer): Rows => {
  const files = readZip(bytes);
  const xml = (name: string): Document =>
    xmlIn(files.find((file) => file.name === name)?.content.toString('utf8') ?? '');
  const formats = formatsIn(xml('xl/styles.xml'));
  const rows = Array.from(xml('xl/worksheets/sheet1.xml').getElementsByTagName('row'), (row) =>
    Array.from(row.getElementsByTagName('c'), (cell): readonly [column: string, text: string] => {
      if (cell.getElementsByTagName('f').length > 0) throw new Error('a formula');
      const text = cell.textContent ?? '';
      const format = formats[Number(cell.getAttribute('s') ?? 0)] ?? '';
      const isDate = !cell.getAttribute('t') && text !== '' && (format.includes('yy') || format.includes('hh'));
      return [(cell.getAttribute('r') ?? '').replaceAll(/\d/g, ''), isDate ? asDate(text, format) : text];
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
