// `act/consultationLog`: the log of one consultation as a workbook, as CSV, as pages to print or as a bundle of exhibits, with what a person
// chose of it, in the language of who asks and by the clocks of the organization that submits; `act/previewConsultationLog`: the same rows on
// the screen; and the logs of many in one table.

import type { Endpoints } from 'src/model/generated/endpoints.ts';
import { writeBundle } from 'src/domain/consult/logBundle.server.ts';
import { LOG, logCaptions, logCells, charactersOf, momentOf, printedLog } from 'src/domain/consult/logFiles.server.ts';
import { LOG_VALUES } from 'src/domain/consult/logValues.server.ts';
import type { ItemId } from 'src/model/item/Item.ts';
import { invalidAt, problem } from 'src/model/problems.ts';
import { titleAsFileName } from 'src/model/text/titleAsFileName.ts';
import {
  chosenEntries,
  countOfTask,
  exportWords,
  openReport,
  reportChoice,
  reportDigest,
  reportPages,
  reportRows,
  tableStream,
  taskPages,
  type Context,
  endpoint,
  type ExportWords,
  type ReportRow,
  type ReportRun,
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

const wordsFor = async ({ services, db, subject }: Context): Promise<ExportWords> => {
  const user = await services.items.find(db, subject.userId ?? '');
  const language = user?.properties['language'];
  return await exportWords(services, {
    ...(typeof language === 'string' && { language }),
    zone: await services.zoneOf(subject),
  });
};

/** Opens the log. Returns undefined for a consultation that the reader may not read. */
const opened = async (context: Context, about: ItemId, minutes = false): Promise<ReportRun | undefined> =>
  await openReport(context, {
    ...{ report: LOG, about, compute: LOG_VALUES, words: await wordsFor(context) },
    ...{ zone: await context.services.zoneOf(context.subject), options: new Set(minutes ? ['minutes'] : []) },
  });

const openedOf = async (context: Context, about: ItemId, minutes: boolean | undefined): Promise<ReportRun> => {
  const log = await opened(context, about, minutes);
  if (!log) throw problem('notFound');
  return log;
};

/** Bounds of what is laid out in one piece; a longer log is read as a table. */
const MOST_PRINTED = 5_000;
const MOST_CHARACTERS = 4_000_000;
const tooLong = (): Error => invalidAt('/format', 'errors.consultationLog.tooLong');

const refuseLong = (format: Format, { length }: readonly unknown[]): void => {
  if ((format === 'pdf' || format === 'zip') && length > MOST_PRINTED) throw tooLong();
};

const printableRows = async (pages: ReturnType<typeof reportPages>): Promise<ReportRow[]> => {
  const rows: ReportRow[] = [];
  let characters = 0;
  for await (const page of pages) {
    rows.push(...page);
    for (const row of page) characters += charactersOf(row);
    if (characters > MOST_CHARACTERS) throw tooLong();
  }
  return rows;
};

const idsInLog = (target: ItemId, rows: readonly ReportRow[]): ItemId[] => [
  ...new Set([target, ...rows.map(({ record }) => record)]),
];

const writeLog = async (run: LogRun): Promise<TaskResult> => {
  const { target, key, input } = run;
  const { format = 'xlsx' } = input;
  const choice = reportChoice(input);
  const context = await run.context();
  const log = await openedOf(context, target, input.minutes);
  const { words, about } = log;
  const entries = await chosenEntries(log, choice);
  refuseLong(format, entries);
  const title = words.format('consultationLog.of', { name: about.item.$label });
  const file = { name: `${titleAsFileName(title)}.${format}`, type: LOG_MEDIA_TYPES[format] };
  if (format === 'pdf' || format === 'zip') {
    const rows = await printableRows(reportPages(log, choice, entries));
    const holds = idsInLog(target, rows);
    if (format === 'zip')
      return { file: { ...file, holds: [...holds, ...(await writeBundle(run, { log, choice, rows }))] } };
    const content = await context.services.letters.writeRecord(printedLog(log, choice, rows));
    return { file: { ...file, content, holds } };
  }
  const holds = new Set<ItemId>([target]);
  const captions = logCaptions(words, log.report.columns);
  async function* written() {
    let done = 0;
    for await (const rows of reportPages(log, choice, entries)) {
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
    const choice = reportChoice(input);
    if (choice.seen === undefined) return undefined;
    const log = await openedOf(context, target, input.minutes);
    refuseLong(input.format ?? 'xlsx', await chosenEntries(log, choice));
    return undefined;
  },
  run: writeLog,
});

/** Bounds of one answer. */
const PREVIEWED = 50;
const PREVIEWED_CHARACTERS = 200_000;

type PreviewedRow = Endpoints['previewConsultationLog']['answer']['rows'][number];

const shownRow = (row: ReportRow, words: ExportWords): PreviewedRow => ({
  ...{ entry: row.entry, group: row.group, at: momentOf(row.at, words), method: row.method },
  texts: Object.fromEntries(Object.entries(row.texts).filter(([, text]) => text !== '')),
  files: row.files.length,
});

export const previewConsultationLog = endpoint('previewConsultationLog', async (context, input) => {
  const item = await context.view();
  const choice = reportChoice(input);
  const log = await openedOf(context, item.$id, input.minutes);
  const entries = await chosenEntries(log, choice);
  const from = Number(input.after ?? 0);
  const rows: PreviewedRow[] = [];
  let next = from;
  let characters = 0;
  const part = entries.slice(from, from + PREVIEWED);
  for (const row of await reportRows(log, choice, part)) {
    rows.push(shownRow(row, log.words));
    next = part.findIndex(({ entry }) => entry === row.entry) + from + 1;
    characters += charactersOf(row);
    if (characters > PREVIEWED_CHARACTERS) break;
  }
  if (characters <= PREVIEWED_CHARACTERS) next = from + part.length;
  return {
    ...{ rows, zone: log.zone, seen: reportDigest(log, entries), total: entries.length },
    ...(next < entries.length && { next }),
  };
});

/** Everything of a log. */
const WHOLE = reportChoice({});

/** Yields the logs of many consultations one after another, each with the rights of the moment when it is read. */
async function* writtenLogs(run: LogsRun, holds: Set<ItemId>): AsyncGenerator<readonly (readonly string[])[]> {
  const total = await countOfTask(run);
  let done = 0;
  for await (const ids of taskPages(run))
    for (const id of ids) {
      const log = await opened(await run.context(), id);
      if (log) {
        holds.add(id);
        for await (const rows of reportPages(log, WHOLE, await chosenEntries(log, WHOLE))) {
          run.signal.throwIfAborted();
          for (const { record } of rows) holds.add(record);
          yield rows.map((row) => [log.about.item.$label, ...logCells(row, log.words)]);
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
  const { columns = [] } = context.services.registry.reports[LOG] ?? {};
  const captions = [words.format('consultationLog.project'), ...logCaptions(words, columns)];
  const content = tableStream(format, { title, captions, pages: writtenLogs(run, holds) });
  await context.services.taskResults.put(run.key, content);
  return { file: { name: `${titleAsFileName(title)}.${format}`, type: LOG_MEDIA_TYPES[format], holds: [...holds] } };
};

export const consultationLogs = endpoint('consultationLogs', { run: (run) => writeLogs(run, 'xlsx') });
export const consultationLogsCsv = endpoint('consultationLogsCsv', { run: (run) => writeLogs(run, 'csv') });
