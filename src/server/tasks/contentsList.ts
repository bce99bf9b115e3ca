// The list that lies in a zip of attachments: what is in it, and what was left out with the reason.

import { CSV_MARK, csvLine } from 'src/model/text/csvLine.ts';
import type { ExportWords } from 'src/server/exchange/exportWords.ts';

export const CONTENTS = 'contents.csv';

/** The reason for which a file or an item is not in the zip. */
export type LeftOut = 'gone' | 'bytes' | 'tooLarge' | 'full' | 'tooMany';

export interface ContentsRow {
  readonly item: string;
  readonly folder?: string;
  readonly file?: string;
  readonly size?: number;
  readonly leftOut?: LeftOut;
}

const CONTENTS_COLUMNS = ['item', 'folder', 'file', 'size', 'leftOut'] as const;

const csvOf = (lines: readonly (readonly string[])[]): Buffer =>
  Buffer.from(`${CSV_MARK}${lines.map(csvLine).join('')}`);

export const contentsCsv = (rows: readonly ContentsRow[], { format }: Pick<ExportWords, 'format'>): Buffer => {
  const reason = (leftOut: LeftOut | undefined): string =>
    leftOut === undefined ? '' : format(`attachmentsZip.leftOut.${leftOut}`);
  return csvOf([
    CONTENTS_COLUMNS.map((name) => format(`attachmentsZip.${name}`)),
    ...rows.map(({ item, folder = '', file = '', size, leftOut }) => [
      ...[item, folder, file, size === undefined ? '' : String(size)],
      reason(leftOut),
    ]),
  ]);
};
