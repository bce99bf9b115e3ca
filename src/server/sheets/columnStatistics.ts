// Statistics of the columns of a table: how many rows have a value, and the first distinct values.

import { storableText } from 'src/server/fileReader/storableText.ts';
import { sheetCellText } from 'src/server/sheets/sheetCellText.ts';
import type { SheetColumn, SheetRow } from 'src/server/sheets/Sheet.ts';

const EXAMPLE_VALUES = 5;
const EXAMPLE_SIGNS = 80;
const ALPHABET = 26;
const LETTER_A = 65;

/** Returns the name of a column in spreadsheet programs. */
export const columnLetter = (at: number): string =>
  (at >= ALPHABET ? columnLetter(Math.floor(at / ALPHABET) - 1) : '') +
  String.fromCodePoint(LETTER_A + (at % ALPHABET));

interface Statistics {
  filled: number;
  readonly values: Set<string>;
}

export const createColumnStatistics = () => {
  const all: Statistics[] = [];
  return {
    add({ cells }: SheetRow): void {
      for (const [at, cell] of cells.entries()) {
        const column = (all[at] ??= { filled: 0, values: new Set() });
        if (cell === null) continue;
        column.filled += 1;
        if (column.values.size < EXAMPLE_VALUES) column.values.add(storableText(sheetCellText(cell), EXAMPLE_SIGNS));
      }
    },
    /** Returns the columns that have a caption or a value. */
    result: (names: readonly string[]): SheetColumn[] =>
      Array.from({ length: Math.max(all.length, names.length) }, (_, at) => ({
        ...{ at, letter: columnLetter(at), name: names[at] ?? '' },
        ...{ filled: all[at]?.filled ?? 0, values: [...(all[at]?.values ?? [])] },
      })).filter(({ name, filled }) => name !== '' || filled > 0),
  };
};
