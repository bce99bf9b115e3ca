// `act/consultationLog` and its further forms: the log of one consultation as a workbook, as CSV and as pages to print, in the language of
// who asks and by the clocks of the organization that submits.

import { LOG_COLUMNS, logRows, type LogRow } from 'src/domain/consult/consultationLog.server.ts';
import type { Item, ItemId } from 'src/model/item/Item.ts';
import { isItemId } from 'src/model/item/itemId.ts';
import { CALENDAR, calendarFrom } from 'src/model/calendar/calendarFrom.ts';
import { problem } from 'src/model/problems.ts';
import { exportWords, writeRows, type Context, type TaskAction, type TaskResult } from 'src/server/extend.ts';

type Words = Awaited<ReturnType<typeof exportWords>>;

const TYPES = {
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  csv: 'text/csv; charset=utf-8',
  pdf: 'application/pdf',
} as const;
type Format = keyof typeof TYPES;

const MAX_NAME = 80;
const UNSAFE = /[\\/:*?"<>|\p{Cc}]+/gu;

const wordsFor = async ({ services, db, subject }: Context, consultation: Item): Promise<Words> => {
  const user = await services.items.find(db, subject.userId ?? '');
  const owner = consultation['primaryOrg'];
  const stored = isItemId(owner) ? await services.items.find(db, owner) : undefined;
  const language = user?.properties['language'];
  return await exportWords(services, {
    ...(typeof language === 'string' && { language }),
    zone: calendarFrom(stored?.properties[CALENDAR]).timeZone,
  });
};

const dateOf = ({ at }: LogRow, words: Words): string => (at.includes('T') ? words.moment(at) : words.date(at));

const cellsOf = (row: LogRow, words: Words): string[] =>
  LOG_COLUMNS.map((column) => (column === 'date' ? dateOf(row, words) : row[column as keyof LogRow]));

/** What Markdown would read as more than text. */
const SIGNS = /[\\`*_{}[\]()#+\-.!|>~<&]/g;
const plain = (text: string): string => text.replaceAll(SIGNS, String.raw`\$&`).replaceAll(/\s*\n\s*/g, ' ');

const pages = async (
  { services, now }: Context,
  rows: readonly LogRow[],
  { words, title }: { readonly words: Words; readonly title: string },
): Promise<Buffer> => {
  const body = rows.map((row) => {
    const [, ...columns] = LOG_COLUMNS;
    const lines = columns.flatMap((column) => {
      const value = row[column as keyof LogRow];
      return value === '' || column === 'method'
        ? []
        : [`**${plain(words.format(`consultationLog.${column}`))}:** ${plain(value)}`];
    });
    return [`### ${plain(`${dateOf(row, words)} – ${row.method}`)}`, ...lines].join('\n\n');
  });
  const written = await services.letters.write({
    ...{ title, language: words.language, recipient: [], references: [], signature: [], subject: title },
    letterhead: { name: words.format('consultationLog.title'), lines: [], logo: undefined },
    date: words.date(now.toISOString().slice(0, 10)),
    body: body.length > 0 ? body.join('\n\n') : words.format('consultationLog.empty'),
    foot: words.format('letters.page', { page: '{page}', pages: '{pages}' }),
  });
  return written.pdf;
};

const writeLog = async (context: Context, target: ItemId, format: Format): Promise<TaskResult> => {
  const { services, db, readFilter } = context;
  const [consultation] = await services.items.readVisible(db, readFilter, [target], {
    channel: 'consultationLog',
    labels: true,
  });
  if (!consultation || consultation.$labelOnly) throw problem('notFound');
  const words = await wordsFor(context, consultation);
  const rows = await logRows(context, words, consultation);
  const title = words.format('consultationLog.of', { name: consultation.$label });
  const captions = LOG_COLUMNS.map((column) => words.format(`consultationLog.${column}`));
  const content =
    format === 'pdf'
      ? await pages(context, rows, { words, title })
      : await writeRows(format, { title, captions, rows: rows.map((row) => cellsOf(row, words)) });
  const name = [...title.replaceAll(UNSAFE, ' ')].slice(0, MAX_NAME).join('').trim();
  const holds = [...new Set([target, ...rows.map(({ record }) => record)])];
  return { file: { name: `${name}.${format}`, type: TYPES[format], content, holds } };
};

const logTask = (format: Format): TaskAction => ({
  run: async ({ context, target }) => await writeLog(await context(), target, format),
});

export const consultationLog = logTask('xlsx');
export const consultationLogCsv = logTask('csv');
export const consultationLogPages = logTask('pdf');
