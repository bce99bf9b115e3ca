// Writes tables of texts as the sheets of a workbook.

import { workbookText } from 'src/server/exchange/exportCells.ts';

interface WrittenTable {
  readonly name: string;
  readonly rows: readonly { readonly cells: readonly string[] }[];
}

/** Returns an XLSX workbook. The first row of each table has the headings. Every cell is a text, which no spreadsheet computes. */
export const writeTables = async (tables: readonly WrittenTable[]): Promise<Buffer> => {
  const { writeXlsx } = await import('hucre/xlsx');
  const sheets = tables.map(({ name, rows }) => ({
    name,
    rows: rows.map(({ cells }) => cells.map((cell) => (cell === '' ? null : workbookText(cell)))),
    freezePane: { rows: 1 },
  }));
  return Buffer.from(await writeXlsx({ sheets }));
};
