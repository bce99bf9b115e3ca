// The rows of a consultation log as cells of a table and as pages to print.

import type { ChosenRow, LogChoice } from 'src/domain/consult/logChoice.server.ts';
import { LOG_FIELDS, type Log, type LogRow, type Words } from 'src/domain/consult/logRows.server.ts';
import type { Letters, RecordEntry, RecordField } from 'src/server/extend.ts';

export const LOG_COLUMNS = ['date', 'method', ...LOG_FIELDS, 'record'] as const;

/** Returns a day, with the time where it is known, in the same form for every entry. */
export const momentOf = (at: string, words: Words): string => (at.includes('T') ? words.moment(at) : words.date(at));

export const charactersOf = (row: LogRow): number => LOG_FIELDS.reduce((sum, field) => sum + row[field].length, 0);

export const logCells = (row: ChosenRow, words: Words): string[] => [
  ...[momentOf(row.at, words), row.method],
  ...LOG_FIELDS.map((field) => (row.blackedOut.has(field) ? words.format('consultationLog.blackedOut') : row[field])),
  row.record,
];

/** Returns the fields of an entry that are printed below its heading. */
const recordFields = (row: ChosenRow, words: Words): RecordField[] =>
  LOG_FIELDS.flatMap((field): RecordField[] => {
    const name = words.format(`consultationLog.${field}`);
    if (row.blackedOut.has(field)) return [{ name, text: undefined }];
    return row[field] === '' ? [] : [{ name, text: row[field] }];
  });

/** Numbers of the exhibits of a row, where it is part of a bundle. */
export type ExhibitsOf = (row: ChosenRow) => readonly string[];

const recordEntry = (row: ChosenRow, words: Words, exhibits: readonly string[]): RecordEntry => ({
  heading: `${momentOf(row.at, words)} – ${row.method}`,
  fields: [
    ...recordFields(row, words),
    ...(exhibits.length > 0 ? [{ name: words.format('consultationLog.exhibits'), text: exhibits.join(', ') }] : []),
  ],
});

const periodOf = ({ from, to }: LogChoice, words: Words): string[] => {
  if (from === undefined && to === undefined) return [];
  const day = (value: string | undefined): string => (value === undefined ? '…' : words.date(value));
  return [words.format('consultationLog.period', { from: day(from), to: day(to) })];
};

export const printedLog = (
  log: Log,
  choice: LogChoice,
  rows: readonly ChosenRow[],
  exhibitsOf: ExhibitsOf = () => [],
): Parameters<Letters['writeRecord']>[0] => {
  const { words, consultation, context, zone } = log;
  const title = words.format('consultationLog.of', { name: consultation.$label });
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
