// Reads exported files with libraries that are independent of the ones that wrote them.

import { gpx, kml } from '@tmcw/togeojson';
import { DOMParser, onWarningStopParsing, type Document, type Element } from '@xmldom/xmldom';
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

type CellType = 'text' | 'number' | 'date' | 'time';

interface XlsxCell {
  readonly type: CellType;
  /** Text of the cell, or the ISO form of a date or a time. */
  readonly text: string;
}

const EMPTY_CELL: XlsxCell = { type: 'text', text: '' };

/** Returns how a spreadsheet program treats a cell. A cell of numbers is a date or a time by its number format only. */
const cellType = (type: string | null, format: string): CellType => {
  if (type !== null && type !== 'n') return 'text';
  if (format.includes('yy')) return 'date';
  return format.includes('hh') ? 'time' : 'number';
};

/** Returns the cells of the only sheet, by the captions of its first row. Throws for a formula, and for a number that is none. */
export const cellsOfXlsx = (bytes: Buffer): readonly Readonly<Record<string, XlsxCell>>[] => {
  const files = readZip(bytes);
  const xml = (name: string): Document =>
    xmlIn(files.find((file) => file.name === name)?.content.toString('utf8') ?? '');
  const formats = formatsIn(xml('xl/styles.xml'));
  const cellIn = (cell: Element): XlsxCell => {
    const text = cell.textContent ?? '';
    const format = formats[Number(cell.getAttribute('s') ?? 0)] ?? '';
    const type = text === '' ? 'text' : cellType(cell.getAttribute('t'), format);
    if (type !== 'text' && Number.isNaN(Number(text))) throw new Error(`no number: ${text}`);
    return { type, text: type === 'date' || type === 'time' ? asDate(text, format) : text };
  };
  const rows = Array.from(xml('xl/worksheets/sheet1.xml').getElementsByTagName('row'), (row) =>
    Array.from(row.getElementsByTagName('c'), (cell): readonly [column: string, cell: XlsxCell] => {
      if (cell.getElementsByTagName('f').length > 0) throw new Error('a formula');
      return [(cell.getAttribute('r') ?? '').replaceAll(/\d/g, ''), cellIn(cell)];
    }),
  );
  const captions = new Map(rows[0]);
  return rows.slice(1).map((row) => {
    const cells = new Map(row);
    return Object.fromEntries([...captions].map(([column, { text }]) => [text, cells.get(column) ?? EMPTY_CELL]));
  });
};

export const rowsOfXlsx = (bytes: Buffer): Rows =>
  cellsOfXlsx(bytes).map((row) =>
    Object.fromEntries(Object.entries(row).map(([caption, { text }]) => [caption, text])),
  );

interface Feature {
  readonly id?: string | number | undefined;
  readonly geometry: unknown;
  readonly properties: Readonly<Record<string, unknown>> | null;
}

export const featuresOfKml = (bytes: Buffer): readonly Feature[] => kml(xmlIn(bytes.toString('utf8'))).features;
export const featuresOfGpx = (bytes: Buffer): readonly Feature[] => gpx(xmlIn(bytes.toString('utf8'))).features;
export const featuresOfGeoJson = (bytes: Buffer): readonly Feature[] =>
  (JSON.parse(bytes.toString('utf8')) as { readonly features: readonly Feature[] }).features;
