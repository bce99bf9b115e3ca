// Text of a cell, for captions and examples.

import type { SheetCell } from 'src/server/sheets/Sheet.ts';

export const sheetCellText = (cell: SheetCell): string => {
  if (cell === null) return '';
  if (typeof cell !== 'object') return String(cell);
  return 'date' in cell ? cell.date : cell.map(sheetCellText).join('; ');
};
