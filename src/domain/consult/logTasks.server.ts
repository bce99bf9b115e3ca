// `act/consultationLog` and its further forms: the log of one consultation as a workbook, as CSV and as pages to print, in the language of
// who asks and by the clocks of the organization that submits; and the logs of many in one table.

import { LOG_COLUMNS, logPages, openLog } from 'src/domain/consult/consultationLog.server.ts';
import { LOG_CHANNEL, type Log, type LogRow, type Words } from 'src/domain/consult/logKinds.server.ts';
import type { Item, ItemId } from 'src/model/item/Item.ts';
import { isItemId } from 'src/model/item/itemId.ts';
import { dayIn } from 'src/model/calendar/localDay.ts';
import { problem } from 'src/model/problems.ts';
import {
  calendarOfOwner,
  countOfTask,
  exportWords,
  tableStream,
  taskPages,
  type Context,
  type TaskAction,
  type TaskResult,
  type TaskRun,
} from 'src/server/extend.ts';

const TYPES = {
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  csv: 'text/csv; charset=utf-8',
  pdf: 'application/pdf',
} as const;
type Format = keyof typeof TYPES;

const MAX_NAME = 80;
const UNSAFE = /[\\/:*?"<>|\p{Cc}]+/gu;

/** Returns the time zone of the organization that submits. */
const zoneFor = async ({ services, db }: Context, consultation: Item | undefined): Promise<string> => {
  const owner = consultation?.['primaryOrg'];
  return (await calendarOfOwner(services, db, isItemId(owner) ? owner : undefined)).timeZone;
};

const wordsFor = async (context: Context, consultation: Item | undefined): Promise<Words> => {
  const { services, db, subject } = context;
  const user = await services.items.find(db, subject.userId ?? '');
  const language = user?.properties['language'];
  return await exportWords(services, {
    ...(typeof language === 'string' && { language }),
    zone: await zoneFor(context, consultation),
  });
};

const dateOf = ({ at }: LogRow, words: Words): string => (at.includes('T') ? words.moment(at) : words.date(at));

const cellsOf = (row: LogRow, words: Words): string[] =>
  LOG_COLUMNS.map((column) => (column === 'date' ? dateOf(row, words) : row[column as keyof LogRow]));

/** What Markdown would read as more than text. */
const SIGNS = /[\\`*_{}[\]()#+\-.!|>~<&]/g;
const plain = (text: string): string => text.replaceAll(SIGNS, String.raw`\$&`).replaceAll(/\s+/g, ' ');

const pages = async (
  { services, now }: Context,
  rows: readonly LogRow[],
  { words, title, zone }: { readonly words: Words; readonly title: string; readonly zone: string },
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
    ...{ title, language: words.language, recipient: [], references: [], signature: [] },
    ...{ subject: title, lists: [], annexes: [] },
    letterhead: { name: words.format('consultationLog.title'), lines: [], logo: undefined },
    date: words.date(dayIn(now, zone)),
    body: body.length > 0 ? body.join('\n\n') : words.format('consultationLog.empty'),
    foot: words.format('letters.page', { page: '{page}', pages: '{pages}' }),
  });
  return written.pdf;
};

/** Rows and characters of one consultation, in one piece: more is not laid out in time, and is read as a table. */
const MOST_PRINTED = 5_000;
const MOST_CHARACTERS = 4_000_000;

const charactersOf = (row: LogRow): number => Object.values(row).reduce((sum, { length }: string) => sum + length, 0);

const opened = async (
  context: Context,
  target: ItemId,
): Promise<{ readonly log: Log; readonly words: Words; readonly consultation: Item } | undefined> => {
  const { services, db, readFilter } = context;
  const [consultation] = await services.items.readVisible(db, readFilter, [target], {
    channel: LOG_CHANNEL,
    labels: true,
  });
  if (!consultation || consultation.$labelOnly) return undefined;
  const words = await wordsFor(context, consultation);
  return { log: await openLog(context, words, consultation), words, consultation };
};

const printed = async (
  log: Log,
  { words, title, consultation }: { readonly words: Words; readonly title: string; readonly consultation: Item },
): Promise<{ readonly content: Buffer; readonly rows: readonly LogRow[] }> => {
  const rows: LogRow[] = [];
  let characters = 0;
  for await (const page of logPages(log)) {
    rows.push(...page);
    for (const row of page) characters += charactersOf(row);
    if (rows.length > MOST_PRINTED || characters > MOST_CHARACTERS) throw problem('tooLarge');
  }
  const zone = await zoneFor(log.context, consultation);
  return { content: await pages(log.context, rows, { words, title, zone }), rows };
};

const fileNameOf = (title: string): string => [...title.replaceAll(UNSAFE, ' ')].slice(0, MAX_NAME).join('').trim();

const writeLog = async (run: TaskRun, format: Format): Promise<TaskResult> => {
  const { target, key } = run;
  const context = await run.context();
  const found = await opened(context, target);
  if (!found) throw problem('notFound');
  const { log, words, consultation } = found;
  const title = words.format('consultationLog.of', { name: consultation.$label });
  const file = { name: `${fileNameOf(title)}.${format}`, type: TYPES[format] };
  if (format === 'pdf') {
    const { content, rows } = await printed(log, { words, title, consultation });
    return { file: { ...file, content, holds: [...new Set([target, ...rows.map(({ record }) => record)])] } };
  }
  const holds = new Set<ItemId>([target]);
  const captions = LOG_COLUMNS.map((column) => words.format(`consultationLog.${column}`));
  async function* written() {
    for await (const rows of logPages(log)) {
      run.signal.throwIfAborted();
      for (const { record } of rows) holds.add(record);
      yield rows.map((row) => cellsOf(row, words));
    }
  }
  await context.services.taskResults.put(key, tableStream(format, { title, captions, pages: written() }));
  return { file: { ...file, holds: [...holds] } };
};

/** Of many consultations one after the other, each as its own log has it, by the rights of the moment when its turn comes. */
async function* writtenLogs(run: TaskRun, holds: Set<ItemId>): AsyncGenerator<readonly (readonly string[])[]> {
  const total = await countOfTask(run);
  let done = 0;
  for await (const ids of taskPages(run))
    for (const id of ids) {
      const found = await opened(await run.context(), id);
      if (found) {
        holds.add(id);
        for await (const rows of logPages(found.log)) {
          run.signal.throwIfAborted();
          for (const { record } of rows) holds.add(record);
          yield rows.map((row) => [found.consultation.$label, ...cellsOf(row, found.words)]);
        }
      }
      run.progress({ done: (done += 1), total });
    }
}

const writeLogs = async (run: TaskRun, format: 'csv' | 'xlsx'): Promise<TaskResult> => {
  const context = await run.context();
  const words = await wordsFor(context, undefined);
  const holds = new Set<ItemId>();
  const title = words.format('consultationLog.many');
  const captions = ['project', ...LOG_COLUMNS].map((column) => words.format(`consultationLog.${column}`));
  const content = tableStream(format, { title, captions, pages: writtenLogs(run, holds) });
  await context.services.taskResults.put(run.key, content);
  return { file: { name: `${fileNameOf(title)}.${format}`, type: TYPES[format], holds: [...holds] } };
};

const logTask = (format: Format): TaskAction => ({ run: (run) => writeLog(run, format) });

export const consultationLog = logTask('xlsx');
export const consultationLogCsv = logTask('csv');
export const consultationLogPages = logTask('pdf');
export const consultationLogs: TaskAction = { run: (run) => writeLogs(run, 'xlsx') };
export const consultationLogsCsv: TaskAction = { run: (run) => writeLogs(run, 'csv') };
