// The rows of a consultation log as cells of a table and as pages to print.

import type {
  ExportWords,
  Letters,
  RecordEntry,
  RecordField,
  ReportChoice,
  ReportRow,
  ReportRun,
} from 'src/server/extend.ts';

/** Name of the report. */
export const LOG = 'consultationLog';

/** Returns the captions of the cells of a row. */
export const logCaptions = (words: ExportWords, columns: readonly string[]): string[] =>
  ['date', 'method', ...columns, 'record'].map((column) => words.format(`${LOG}.${column}`));

/** Returns a day, with the time where it is known, in the same form for every entry. */
export const momentOf = (at: string, words: ExportWords): string =>
  at.includes('T') ? words.moment(at) : words.date(at);

export const charactersOf = ({ texts }: ReportRow): number =>
  Object.values(texts).reduce((sum, text) => sum + text.length, 0);

export const logCells = (row: ReportRow, words: ExportWords): string[] => [
  ...[momentOf(row.at, words), row.method],
  ...Object.entries(row.texts).map(([column, text]) =>
    row.blackedOut.has(column) ? words.format('consultationLog.blackedOut') : text,
  ),
  row.record,
];

/** Returns the fields of an entry that are printed below its heading. */
const recordFields = (row: ReportRow, words: ExportWords): RecordField[] =>
  Object.entries(row.texts).flatMap(([column, text]): RecordField[] => {
    const name = words.format(`${LOG}.${column}`);
    if (row.blackedOut.has(column)) return [{ name, text: undefined }];
    return text === '' ? [] : [{ name, text }];
  });

/** Numbers of the exhibits of a row, where it is part of a bundle. */
export type ExhibitsOf = (row: ReportRow) => readonly string[];

const recordEntry = (row: ReportRow, words: ExportWords, exhibits: readonly string[]): RecordEntry => ({
  heading: `${momentOf(row.at, words)} – ${row.method}`,
  fields: [
    ...recordFields(row, words),
    ...(exhibits.length > 0 ? [{ name: words.format('consultationLog.exhibits'), text: exhibits.join(', ') }] : []),
  ],
});

const periodOf = ({ from, to }: ReportChoice, words: ExportWords): string[] => {
  if (from === undefined && to === undefined) return [];
  const day = (value: string | undefined): string => (value === undefined ? '…' : words.date(value));
  return [words.format('consultationLog.period', { from: day(from), to: day(to) })];
};

export const printedLog = (
  log: ReportRun,
  choice: ReportChoice,
  rows: readonly ReportRow[],
  exhibitsOf: ExhibitsOf = () => [],
): Parameters<Letters['writeRecord']>[0] => {
  const { words, about, context, zone } = log;
  const title = words.format('consultationLog.of', { name: about.item.$label });
  return {
    ...{ title, author: words.format('consultationLog.title'), language: words.language },
    lines: [
      ...periodOf(choice, words),
      words.format('consultationLog.made', { moment: words.moment(context.now.toISOString()), zone }),
      words.format(rows.length === 0 ? 'consultationLog.empty' : 'consultationLog.count', { count: rows.length }),
    ],
    entries: rows.map((row) => recordEntry(row, words, exhibitsOf(row))),
    blackedOut: words.format('consultationLog.blackedOut'),
    foot: words.format('letters.page', { page: '{page}', pages: '{pages}' }),
  };
};
