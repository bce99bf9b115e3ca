// `act/consultationLog`: the log of one consultation as a workbook, as CSV, as pages to print or as a bundle of exhibits, with what a person
// chose of it, in the language of who asks and by the clocks of the organization that submits; `act/previewConsultationLog`: the same rows on
// the screen; and the logs of many in one table.

import type { Endpoints } from 'src/model/generated/endpoints.ts';
import {
  chosenEntries,
  logDigest,
  logEntries,
  logPages,
  openLog,
  refuseChanged,
  rowsOf,
  type LogEntry,
} from 'src/domain/consult/consultationLog.server.ts';
import { logChoice, type ChosenRow, type LogChoice } from 'src/domain/consult/logChoice.server.ts';
import { writeBundle } from 'src/domain/consult/logBundle.server.ts';
import { LOG_COLUMNS, logCells, charactersOf, momentOf, printedLog } from 'src/domain/consult/logFiles.server.ts';
import { LOG_CHANNEL, LOG_FIELDS, type Log, type Words } from 'src/domain/consult/logRows.server.ts';
import type { ItemId } from 'src/model/item/Item.ts';
import { invalidAt, problem } from 'src/model/problems.ts';
import { titleAsFileName } from 'src/model/text/titleAsFileName.ts';
import {
  countOfTask,
  exportWords,
  tableStream,
  taskPages,
  type Context,
  endpoint,
  type TaskResult,
  type TaskRun,
} from 'src/server/extend.ts';

const LOG_MEDIA_TYPES = {
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  csv: 'text/csv; charset=utf-8',
  pdf: 'application/pdf',
  zip: 'application/zip',
} as const;
type Format = keyof typeof LOG_MEDIA_TYPES;
type LogRun = TaskRun<Endpoints['consultationLog']['input']>;
type LogsRun = TaskRun<Endpoints['consultationLogs']['input']>;

const wordsFor = async ({ services, db, subject }: Context): Promise<Words> => {
  const user = await services.items.find(db, subject.userId ?? '');
  const language = user?.properties['language'];
  return await exportWords(services, {
    ...(typeof language === 'string' && { language }),
    zone: await services.zoneOf(subject),
  });
};

/** Undefined for a consultation that the reader may not read. */
const opened = async (context: Context, target: ItemId, { hasMinutes }: LogChoice): Promise<Log | undefined> => {
  const { services, db, readFilter } = context;
  const [consultation] = await services.items.readVisible(db, readFilter, [target], {
    channel: LOG_CHANNEL,
    labels: true,
  });
  if (!consultation || consultation.$labelOnly) return undefined;
  const words = await wordsFor(context);
  return await openLog(context, { words, consultation, hasMinutes });
};

const openedOf = async (context: Context, target: ItemId, choice: LogChoice): Promise<Log> => {
  const log = await opened(context, target, choice);
  if (!log) throw problem('notFound');
  return log;
};

/** Bounds of what is laid out in one piece; a longer log is read as a table. */
const MOST_PRINTED = 5_000;
const MOST_CHARACTERS = 4_000_000;
const tooLong = (): Error => invalidAt('/format', 'errors.consultationLog.tooLong');

const refuseLong = (format: Format, entries: readonly LogEntry[]): void => {
  if ((format === 'pdf' || format === 'zip') && entries.length > MOST_PRINTED) throw tooLong();
};

const printableRows = async (log: Log, choice: LogChoice, entries: readonly LogEntry[]): Promise<ChosenRow[]> => {
  const rows: ChosenRow[] = [];
  let characters = 0;
  for await (const page of logPages(log, choice, entries)) {
    rows.push(...page);
    for (const row of page) characters += charactersOf(row);
    if (characters > MOST_CHARACTERS) throw tooLong();
  }
  return rows;
};

const idsInLog = (target: ItemId, rows: readonly ChosenRow[]): ItemId[] => [
  ...new Set([target, ...rows.map(({ record }) => record)]),
];

const writeLog = async (run: LogRun): Promise<TaskResult> => {
  const { target, key, input } = run;
  const { format = 'xlsx' } = input;
  const choice = logChoice(input);
  const context = await run.context();
  const log = await openedOf(context, target, choice);
  const { words, consultation } = log;
  const entries = await chosenEntries(log, choice);
  refuseLong(format, entries);
  const title = words.format('consultationLog.of', { name: consultation.$label });
  const file = { name: `${titleAsFileName(title)}.${format}`, type: LOG_MEDIA_TYPES[format] };
  if (format === 'pdf' || format === 'zip') {
    const rows = await printableRows(log, choice, entries);
    const holds = idsInLog(target, rows);
    if (format === 'zip')
      return { file: { ...file, holds: [...holds, ...(await writeBundle(run, { log, choice, rows }))] } };
    const content = await context.services.letters.writeRecord(printedLog(log, choice, rows));
    return { file: { ...file, content, holds } };
  }
  const holds = new Set<ItemId>([target]);
  const captions = LOG_COLUMNS.map((column) => words.format(`consultationLog.${column}`));
  async function* written() {
    let done = 0;
    for await (const rows of logPages(log, choice, entries)) {
      run.signal.throwIfAborted();
      for (const { record } of rows) holds.add(record);
      yield rows.map((row) => logCells(row, words));
      run.progress({ done: (done += rows.length), total: entries.length });
    }
  }
  await context.services.taskResults.put(key, tableStream(format, { title, captions, pages: written() }));
  return { file: { ...file, holds: [...holds] } };
};

export const consultationLog = endpoint('consultationLog', {
  async begin(context, { target, input }) {
    const choice = logChoice(input);
    if (choice.seen === undefined) return undefined;
    const log = await openedOf(context, target, choice);
    refuseLong(input.format ?? 'xlsx', await chosenEntries(log, choice));
    return undefined;
  },
  run: writeLog,
});

/** Bounds of one answer. */
const PREVIEWED = 50;
const PREVIEWED_CHARACTERS = 200_000;

type PreviewedRow = Endpoints['previewConsultationLog']['answer']['rows'][number];

const shownRow = (row: ChosenRow, words: Words): PreviewedRow => ({
  ...{ entry: row.entry, group: row.group, at: momentOf(row.at, words), method: row.method },
  texts: Object.fromEntries(LOG_FIELDS.flatMap((field) => (row[field] === '' ? [] : [[field, row[field]]]))),
  files: row.files.length,
});

export const previewConsultationLog = endpoint('previewConsultationLog', async (context, input) => {
  const item = await context.view();
  const choice = logChoice(input);
  const log = await openedOf(context, item.$id, choice);
  const entries = await logEntries(log, choice);
  refuseChanged(choice, log, entries);
  const from = Number(input.after ?? 0);
  const rows: PreviewedRow[] = [];
  let next = from;
  let characters = 0;
  const part = entries.slice(from, from + PREVIEWED);
  for (const row of await rowsOf(log, choice, part)) {
    rows.push(shownRow(row, log.words));
    next = part.findIndex(({ entry }) => entry === row.entry) + from + 1;
    characters += charactersOf(row);
    if (characters > PREVIEWED_CHARACTERS) break;
  }
  if (characters <= PREVIEWED_CHARACTERS) next = from + part.length;
  return {
    ...{ rows, zone: log.zone, seen: logDigest(log, entries), total: entries.length },
    ...(next < entries.length && { next }),
  };
});

/** Everything of a log. */
const WHOLE = logChoice({});

/** Yields the logs of many consultations one after another, each with the rights of the moment when it is read. */
async function* writtenLogs(run: LogsRun, holds: Set<ItemId>): AsyncGenerator<readonly (readonly string[])[]> {
  const total = await countOfTask(run);
  let done = 0;
  for await (const ids of taskPages(run))
    for (const id of ids) {
      const log = await opened(await run.context(), id, WHOLE);
      if (log) {
        holds.add(id);
        for await (const rows of logPages(log, WHOLE, await logEntries(log, WHOLE))) {
          run.signal.throwIfAborted();
          for (const { record } of rows) holds.add(record);
          yield rows.map((row) => [log.consultation.$label, ...logCells(row, log.words)]);
        }
      }
      run.progress({ done: (done += 1), total });
    }
}

const writeLogs = async (run: LogsRun, format: 'csv' | 'xlsx'): Promise<TaskResult> => {
  const context = await run.context();
  const words = await wordsFor(context);
  const holds = new Set<ItemId>();
  const title = words.format('consultationLog.many');
  const captions = ['project', ...LOG_COLUMNS].map((column) => words.format(`consultationLog.${column}`));
  const content = tableStream(format, { title, captions, pages: writtenLogs(run, holds) });
  await context.services.taskResults.put(run.key, content);
  return { file: { name: `${titleAsFileName(title)}.${format}`, type: LOG_MEDIA_TYPES[format], holds: [...holds] } };
};

export const consultationLogs = endpoint('consultationLogs', { run: (run) => writeLogs(run, 'xlsx') });
export const consultationLogsCsv = endpoint('consultationLogsCsv', { run: (run) => writeLogs(run, 'csv') });
