// Checks the cells of a row against what can be stored. A cell with a problem is reported; it does not affect other rows.

import { storableText } from 'src/server/fileReader/storableText.ts';
import {
  SHEET_BOUNDS,
  type SheetCell,
  type SheetProblem,
  type SheetRow,
  type SheetValue,
} from 'src/server/sheets/Sheet.ts';

/** Part of a text that is too long, kept to show it. */
const KEPT_SIGNS = 200;
/** The sign for bytes that could not be decoded, and what the database cannot store. */
const UNREADABLE_SIGNS = /[\uFFFD\u0000]|\p{Surrogate}/u; // oxlint-disable-line no-control-regex -- U+0000 is what it looks for

type Report = (problem: Omit<SheetProblem, 'column'>) => void;

const checkedText = (text: string, max: number, report: Report): string | null => {
  if (text.trim() === '') return null;
  if (text.length > max) {
    report({ message: 'sheet.cell.tooLong', params: { max } });
    return storableText(text, KEPT_SIGNS);
  }
  if (UNREADABLE_SIGNS.test(text)) report({ message: 'sheet.cell.unreadable' });
  return storableText(text, text.length).replaceAll('\r\n', '\n');
};

/** Returns the row without empty cells at its end. `places` is the column with geometries. */
export const checkedRow = ({ row, cells: raw, problems: known = [] }: SheetRow, places?: number): SheetRow => {
  const problems: SheetProblem[] = [...known];
  const checkedValue = (value: SheetValue, column: number): SheetValue =>
    typeof value === 'string'
      ? checkedText(value, column === places ? SHEET_BOUNDS.placeSigns : SHEET_BOUNDS.cellSigns, (problem) =>
          problems.push({ column, ...problem }),
        )
      : value;
  const cells = raw.map((cell, column): SheetCell => {
    if (!Array.isArray(cell)) return checkedValue(cell as SheetValue, column);
    const values = cell.map((value) => checkedValue(value, column)).filter((value) => value !== null);
    return values.length > 0 ? values : null;
  });
  while (cells.length > 0 && cells.at(-1) === null) cells.pop();
  return { row, cells, ...(problems.length > 0 && { problems }) };
};
