// Exports as one sheet of a workbook.

import { DAY_MS } from 'src/base/dayMs.ts';
import type { Cell } from 'src/model/kinds/KindCodec.ts';
import type { TableFormat } from 'src/server/exchange/ExportFormat.ts';
import { workbookText } from 'src/server/exchange/exportCells.ts';
import { captionsOf, type TableRow, type TableSource } from 'src/server/exchange/exportSource.ts';
import { withoutControls } from 'src/server/exchange/xmlText.ts';

type Page = readonly TableRow[];

/** Limits of the name of a sheet. */
const MAX_SHEET_NAME = 31;
const NOT_IN_NAME = /[\\/?*[\]:]/gu;
const COLUMN_WIDTHS = { least: 8, most: 60 };
/** Space that the button of a filter needs next to a caption. */
const CAPTION_MARGIN = 3;

const fittingCell = (cell: Cell): Cell => (typeof cell === 'string' ? workbookText(cell) : cell);

const sheetName = (title: string): string => {
  const name = withoutControls(title).replaceAll(NOT_IN_NAME, ' ').replaceAll(/\s+/gu, ' ');
  const signs = [...name.trim().replaceAll(/^'+|'+$/gu, '')];
  while (signs.join('').length > MAX_SHEET_NAME) signs.pop();
  return signs.join('').trim() || '1';
};

interface Peeked {
  readonly first: Page | undefined;
  /** All pages, including the first. */
  readonly all: AsyncIterable<Page>;
}

const peekFirstPage = async (pages: AsyncGenerator<Page>): Promise<Peeked> => {
  const { value, done } = await pages.next();
  const first = done === true ? undefined : value;
  const all = async function* (): AsyncGenerator<Page> {
    if (first) yield first;
    yield* pages;
  };
  return { first, all: all() };
};

/** Spreadsheets count days from 1900, and treat it as a leap year. */
const FIRST_YEAR = 1901;
const ISO_DAY = /^\d{4}-\d{2}-\d{2}$/u;
const NUMBER_FORMATS = { day: 'dd-mmm-yyyy', moment: 'dd-mmm-yyyy hh:mm', time: 'hh:mm' } as const;

type Formatted = keyof typeof NUMBER_FORMATS;

/** Returns for each cell of a row whether it is a time, or a date as text that its exact form follows. */
const formattedCells = ({ columns }: TableSource): (Formatted | undefined)[] =>
  columns.flatMap(({ captions, dated, types }) =>
    captions.map((_, index) => (index === 0 ? (dated ?? (types?.[0] === 'time' ? 'time' : undefined)) : undefined)),
  );

/** Returns the date of the exact form; undefined for several dates, and for a month or a year. */
const dateIn = (exact: Cell | undefined, dated: 'day' | 'moment', { localTime }: TableSource): Date | undefined => {
  if (typeof exact !== 'string') return undefined;
  const asDay = ISO_DAY.test(exact) ? new Date(`${exact}T00:00:00Z`) : undefined;
  const date = dated === 'day' ? asDay : localTime?.(exact);
  return date && !Number.isNaN(date.getTime()) && date.getUTCFullYear() >= FIRST_YEAR ? date : undefined;
};

/** Returns a time as a part of a day. */
const timeIn = (cell: Cell | undefined): number | undefined => {
  const at = typeof cell === 'string' ? Date.parse(`1970-01-01T${cell}Z`) : Number.NaN;
  return Number.isNaN(at) ? undefined : at / DAY_MS;
};

const sheetCell = (
  cells: readonly Cell[],
  at: number,
  [format, source]: readonly [format: Formatted | undefined, source: TableSource],
): Cell | Date => {
  const plain = fittingCell(cells[at] ?? null);
  if (format === 'time') return timeIn(plain) ?? plain;
  return (format && dateIn(cells[at + 1], format, source)) ?? plain;
};

async function* sheetRows(source: TableSource, pages: AsyncIterable<Page>): AsyncGenerator<(Cell | Date)[]> {
  const formats = formattedCells(source);
  for await (const rows of pages)
    for (const { cells } of rows) yield cells.map((_, at) => sheetCell(cells, at, [formats[at], source]));
}

const longestLine = (text: string): number => Math.max(...text.split('\n').map((line) => line.length));

/** Width of a column in characters, by its caption and the cells of the first page. */
const columnWidth = (caption: string, format: Formatted | undefined, cells: readonly Cell[]): number => {
  const lengths = cells.map((cell) => (cell === null ? 0 : longestLine(String(cell))));
  const longest = Math.max(caption.length + CAPTION_MARGIN, ...(format ? [NUMBER_FORMATS[format].length] : lengths));
  return Math.min(COLUMN_WIDTHS.most, Math.max(COLUMN_WIDTHS.least, longest + 1));
};

const sheetColumns = (source: TableSource, first: Page) => {
  const formats = formattedCells(source);
  return captionsOf(source).map((caption, at) => {
    const format = formats[at];
    const cells = first.map((row) => row.cells[at] ?? null);
    const column = { header: withoutControls(caption), width: columnWidth(caption, format, cells) };
    return format ? { ...column, numFmt: NUMBER_FORMATS[format] } : column;
  });
};

/** Texts are text cells, which no spreadsheet runs. Dates, times and numbers are cells with which spreadsheets compute. */
async function* writeXlsx(source: TableSource): AsyncGenerator<Uint8Array> {
  const { writeXlsxStream } = await import('hucre/xlsx');
  const { first, all } = await peekFirstPage(source.pages());
  yield* writeXlsxStream(sheetRows(source, all), {
    name: sheetName(source.title),
    columns: sheetColumns(source, first ?? []),
    freezePane: { rows: 1 },
  });
}

export const xlsxFormat: TableFormat = {
  media: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  write: writeXlsx,
};
