// Texts of the cells of a table.

import { harmlessText } from 'src/model/text/harmlessText.ts';
import type { SheetCell, SheetValue } from 'src/server/sheets/Sheet.ts';

/** Removes the apostrophe that an export puts before a text that a spreadsheet would run as a formula. */
export const withoutApostrophe = (text: string): string =>
  text.startsWith("'") && harmlessText(text.slice(1)) !== text.slice(1) ? text.slice(1) : text;

const sheetValueText = (value: SheetValue): string => {
  if (value === null) return '';
  if (typeof value === 'object') return value.date;
  return withoutApostrophe(String(value).trim());
};

const isSeveral = (cell: SheetCell): cell is readonly SheetValue[] => Array.isArray(cell);

/** Returns the texts of the values in a cell; several only where the file itself has several, as JSON does. */
export const cellTexts = (cell: SheetCell | undefined): readonly string[] => {
  if (cell === undefined) return [];
  const texts = isSeveral(cell) ? cell.map(sheetValueText) : [sheetValueText(cell)];
  return texts.filter((text) => text !== '');
};

/** Returns the cell as one text. */
export const cellText = (cell: SheetCell | undefined): string => cellTexts(cell).join('; ');
