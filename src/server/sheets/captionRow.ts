// Finds the row of a table that contains its captions. Titles and empty rows may come before it.

import { SheetError, type SheetCell, type SheetRow } from 'src/server/sheets/Sheet.ts';
import { sheetCellText } from 'src/server/sheets/sheetCellText.ts';

/** Rows in which captions are looked for. */
export const HEADER_ROWS = 25;
/** Captions fill this share of the cells that the middle one of the first rows fills; a title fills fewer. */
const FILLED_SHARE = 0.6;
const MAX_CAPTION = 200;

interface CaptionRow {
  readonly row: number;
  readonly names: readonly string[];
}

const isFilled = (cell: SheetCell): boolean => cell !== null;

const filledCells = ({ cells }: SheetRow): number => cells.filter(isFilled).length;

const captionText = (cell: SheetCell): string =>
  sheetCellText(cell).replaceAll(/\s+/gu, ' ').trim().slice(0, MAX_CAPTION);

/** Returns the captions. A repeated one gets a number, so that each is different. */
const namesOf = ({ cells }: SheetRow): string[] => {
  const used = new Map<string, number>();
  return cells.map((cell) => {
    const caption = captionText(cell);
    if (caption === '') return '';
    const times = (used.get(caption) ?? 0) + 1;
    used.set(caption, times);
    return times === 1 ? caption : `${caption} (${times})`;
  });
};

const findRow = (rows: readonly SheetRow[], chosen: number | undefined): SheetRow | undefined => {
  if (chosen !== undefined) return rows.find(({ row }) => row === chosen);
  const counts = rows.map(filledCells).toSorted((one, other) => one - other);
  const middle = counts[Math.floor((counts.length - 1) / 2)] ?? 0;
  return rows.find((row) => filledCells(row) >= middle * FILLED_SHARE);
};

export const captionRow = (rows: readonly SheetRow[], chosen: number | undefined): CaptionRow => {
  const found = findRow(rows, chosen);
  if (!found) throw new SheetError('noCaptions', { path: '/headerRow', params: { row: chosen ?? 1 } });
  return { row: found.row, names: namesOf(found) };
};
