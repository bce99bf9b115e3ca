// Table of the rows that an import refused: the columns of the file with the reason, so that it can be corrected and imported.

import type { Json, Values } from 'src/model/item/Item.ts';
import { CSV_MARK, csvLine } from 'src/model/text/csvLine.ts';
import type { ExportWords } from 'src/server/exchange/exportWords.ts';
import type { RefusedCell } from 'src/server/imports/refusedCells.ts';
import type { MailValues } from 'src/server/store/mail/mailRows.ts';

interface Refused {
  readonly row: number;
  readonly detail: Values;
}

const reasonText = (
  { message, params, column }: RefusedCell,
  columns: readonly string[],
  words: ExportWords,
): string => {
  const text = words.find(message, params as MailValues | undefined) ?? message;
  const name = column === undefined ? '' : (columns[column] ?? '');
  return name === '' ? text : `${name}: ${text}`;
};

export const refusedSheetTable = (
  rows: readonly Refused[],
  { columns, words }: { readonly columns: readonly string[]; readonly words: ExportWords },
): Buffer => {
  const lines = rows.map(({ row, detail }) => {
    const cells = (detail['cells'] ?? []) as readonly RefusedCell[];
    const source = (detail['source'] ?? []) as readonly Json[];
    const texts = columns.map((_, at) => String(source[at] ?? ''));
    return csvLine([...texts, row, cells.map((cell) => reasonText(cell, columns, words)).join('\n')]);
  });
  const captions = [...columns, words.format('import.refusedRow'), words.format('import.refusedReason')];
  return Buffer.from(CSV_MARK + csvLine(captions) + lines.join(''));
};
