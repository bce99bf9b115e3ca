// Exports as tables: CSV, and one sheet of a workbook.

import { writeXlsxStream } from 'hucre/xlsx';
import type { Cell } from 'src/server/exchange/exportCells.ts';
import { CSV_MARK, csvLine } from 'src/model/text/csvLine.ts';
import type { ExportSource } from 'src/server/exchange/exportSource.ts';
import { withoutControls } from 'src/server/exchange/xmlText.ts';

const captionsOf = ({ columns }: ExportSource): string[] => columns.flatMap(({ captions }) => captions);

export async function* writeCsv(source: ExportSource): AsyncGenerator<string> {
  yield CSV_MARK + csvLine(captionsOf(source));
  for await (const rows of source.pages()) yield rows.map(({ cells }) => csvLine(cells)).join('');
}

/** Characters of one cell that spreadsheets read. */
const MAX_CELL = 32_767;
const CUT = ' …';
/** Of the name of a sheet, and what it may not hold. */
const MAX_NAME = 31;
const NOT_IN_NAME = /[\\/?*[\]:]/gu;
const COLUMN_WIDTHS = { least: 10, most: 40 };

const fitting = (cell: Cell): Cell => {
  if (typeof cell !== 'string') return cell;
  const text = withoutControls(cell);
  return text.length > MAX_CELL ? `${text.slice(0, MAX_CELL - CUT.length)}${CUT}` : text;
};

const sheetName = (title: string): string => {
  const name = withoutControls(title).replaceAll(NOT_IN_NAME, ' ').replaceAll(/\s+/gu, ' ');
  const signs = [...name.trim().replaceAll(/^'+|'+$/gu, '')];
  while (signs.join('').length > MAX_NAME) signs.pop();
  return signs.join('').trim() || '1';
};

async function* cellRows(source: ExportSource): AsyncGenerator<Cell[]> {
  for await (const rows of source.pages()) for (const { cells } of rows) yield cells.map(fitting);
}

const widthOf = (caption: string): number =>
  Math.min(COLUMN_WIDTHS.most, Math.max(COLUMN_WIDTHS.least, caption.length + 2));

/** Texts are cells of text, which no spreadsheet runs. */
export const writeXlsx = (source: ExportSource): AsyncIterable<Uint8Array> =>
  writeXlsxStream(cellRows(source), {
    name: sheetName(source.title),
    columns: captionsOf(source).map((caption) => ({ header: withoutControls(caption), width: widthOf(caption) })),
    freezePane: { rows: 1 },
  });
