// Exports as one sheet of a workbook.

import { writeXlsxStream } from 'hucre/xlsx';
import type { Cell } from 'src/model/kinds/KindCodec.ts';
import type { ExportFormat } from 'src/server/exchange/ExportFormat.ts';
import { captionsOf, type ExportSource } from 'src/server/exchange/exportSource.ts';
import { withoutControls } from 'src/server/exchange/xmlText.ts';

/** Maximum characters of a cell in spreadsheets. */
const MAX_CELL = 32_767;
const CUT = ' …';
/** Limits of the name of a sheet. */
const MAX_SHEET_NAME = 31;
const NOT_IN_NAME = /[\\/?*[\]:]/gu;
const COLUMN_WIDTHS = { least: 10, most: 40 };

const fittingCell = (cell: Cell): Cell => {
  if (typeof cell !== 'string') return cell;
  const text = withoutControls(cell);
  return text.length > MAX_CELL ? `${text.slice(0, MAX_CELL - CUT.length)}${CUT}` : text;
};

const sheetName = (title: string): string => {
  const name = withoutControls(title).replaceAll(NOT_IN_NAME, ' ').replaceAll(/\s+/gu, ' ');
  const signs = [...name.trim().replaceAll(/^'+|'+$/gu, '')];
  while (signs.join('').length > MAX_SHEET_NAME) signs.pop();
  return signs.join('').trim() || '1';
};

/** Spreadsheets count days from 1900, and treat it as a leap year. */
const FIRST_YEAR = 1901;
const ISO_DAY = /^\d{4}-\d{2}-\d{2}$/u;
const NUMBER_FORMATS = { day: 'dd-mmm-yyyy', moment: 'dd-mmm-yyyy hh:mm' } as const;

type Dated = keyof typeof NUMBER_FORMATS;

/** Returns for each cell of a row whether it is a date as text, followed by its exact form. */
const datedCells = ({ columns }: ExportSource): (Dated | undefined)[] =>
  columns.flatMap(({ captions, dated }) => captions.map((_, index) => (index === 0 ? dated : undefined)));

/** Returns the date of the exact form; undefined for several dates, and for a month or a year. */
const dateIn = (exact: Cell | undefined, dated: Dated, { localTime }: ExportSource): Date | undefined => {
  if (typeof exact !== 'string') return undefined;
  const asDay = ISO_DAY.test(exact) ? new Date(`${exact}T00:00:00Z`) : undefined;
  const date = dated === 'day' ? asDay : localTime?.(exact);
  return date && !Number.isNaN(date.getTime()) && date.getUTCFullYear() >= FIRST_YEAR ? date : undefined;
};

async function* cellRows(source: ExportSource): AsyncGenerator<(Cell | Date)[]> {
  const dated = datedCells(source);
  const valueAt = (cells: readonly Cell[], at: number): Cell | Date => {
    const kind = dated[at];
    return (kind && dateIn(cells[at + 1], kind, source)) ?? fittingCell(cells[at] ?? null);
  };
  for await (const rows of source.pages()) for (const { cells } of rows) yield cells.map((_, at) => valueAt(cells, at));
}

const columnWidth = (caption: string, dated: Dated | undefined): number => {
  const least = dated ? NUMBER_FORMATS[dated].length + 2 : COLUMN_WIDTHS.least;
  return Math.min(COLUMN_WIDTHS.most, Math.max(least, caption.length + 2));
};

/** Texts are text cells, which no spreadsheet runs. Dates are date cells, so that people can filter, sort and compute with them. */
const writeXlsx = (source: ExportSource): AsyncIterable<Uint8Array> => {
  const dated = datedCells(source);
  return writeXlsxStream(cellRows(source), {
    name: sheetName(source.title),
    columns: captionsOf(source).map((caption, at) => {
      const kind = dated[at];
      const column = { header: withoutControls(caption), width: columnWidth(caption, kind) };
      return kind ? { ...column, numFmt: NUMBER_FORMATS[kind] } : column;
    }),
    freezePane: { rows: 1 },
  });
};

export const xlsxFormat: ExportFormat = {
  media: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  write: writeXlsx,
};
