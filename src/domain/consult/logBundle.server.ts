// A consultation log as a bundle of exhibits, written while it is read: the papers of each entry, numbered in the order of the log, then the log
// as PDF and CSV, a manifest and the script that verifies it. Each file is read by the rights of the person at that moment. A file that the
// log names twice is one exhibit.

import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { createManifest, hashed, type Manifest } from 'src/domain/consult/exhibits.server.ts';
import { LOG, logCaptions, logCells, momentOf, printedLog } from 'src/domain/consult/logFiles.server.ts';
import type { Item, ItemId } from 'src/model/item/Item.ts';
import { problem } from 'src/model/problems.ts';
import { CSV_MARK, csvLine } from 'src/model/text/csvLine.ts';
import { titleAsFileName } from 'src/model/text/titleAsFileName.ts';
import {
  attachmentOf,
  keptBytes,
  type ReportChoice,
  type ReportRow,
  type ReportRun,
  storeZip,
  type TaskRun,
  type ZipStream,
} from 'src/server/extend.ts';

const EXHIBITS_FOLDER = 'exhibits';
const TEXT = 'text/plain';

interface Bundle {
  readonly run: TaskRun<unknown>;
  readonly log: ReportRun;
  readonly zip: ZipStream;
  readonly manifest: Manifest;
  /** Numbers of exhibits by the content of their file. */
  readonly byContent: Map<string, string>;
  /** Numbers of exhibits by entry. */
  readonly byEntry: Map<string, string[]>;
  readonly holds: Set<ItemId>;
  readonly mostBytes: number;
  bytes: number;
  exhibits: number;
}

const exhibitNumber = (exhibit: number): string => `EX-${String(exhibit).padStart(3, '0')}`;

interface NewFile {
  readonly path: string;
  readonly type: string;
  readonly exhibit?: string;
}

const addToBundle = async ({ zip, manifest }: Bundle, content: Readable | Buffer, file: NewFile): Promise<void> => {
  const { stream, result } = hashed(content);
  await zip.add(file.path, stream, file.type);
  manifest.add({ exhibit: file.exhibit ?? '', path: file.path, ...result() });
};

/** Adds an exhibit to those of the entry. */
const addExhibit = async (
  bundle: Bundle,
  entry: string,
  { name, type, content }: { readonly name: string; readonly type: string; readonly content: Readable | Buffer },
): Promise<string> => {
  const exhibit = exhibitNumber((bundle.exhibits += 1));
  bundle.byEntry.set(entry, [...(bundle.byEntry.get(entry) ?? []), exhibit]);
  await addToBundle(bundle, content, { path: `${EXHIBITS_FOLDER}/${exhibit} ${titleAsFileName(name)}`, type, exhibit });
  return exhibit;
};

const refuseLarge = (bundle: Bundle, size: number): void => {
  bundle.bytes += size;
  if (bundle.bytes > bundle.mostBytes) throw problem('tooLarge');
};

const addAttached = async (bundle: Bundle, entry: string, file: Item): Promise<void> => {
  const { services } = await bundle.run.context();
  const attachment = attachmentOf(file);
  if (!attachment) return;
  bundle.holds.add(file.$id);
  const known = bundle.byContent.get(attachment.fileID);
  if (known !== undefined) {
    bundle.byEntry.set(entry, [...(bundle.byEntry.get(entry) ?? []), known]);
    return;
  }
  const size = await services.files.size(attachment.fileID);
  if (size === undefined) throw problem('notFound');
  refuseLarge(bundle, size);
  const exhibit = await addExhibit(bundle, entry, {
    ...{ name: attachment.originalName, type: String(file['filetype'] ?? '') },
    content: services.files.read(attachment.fileID),
  });
  bundle.byContent.set(attachment.fileID, exhibit);
};

/** Returns an entry as a text file with the words of its row. */
const textOfRow = ({ words, report }: ReportRun, row: ReportRow): Buffer => {
  const [date, method, ...fields] = logCells(row, words);
  const lines = report.columns.flatMap((field, at) => {
    const value = fields[at] ?? '';
    return value === '' ? [] : [`${words.format(`consultationLog.${field}`)}: ${value}`];
  });
  return Buffer.from(`${[`${date} – ${method}`, ...lines].join('\n\n')}\n`);
};

const addPapers = async (bundle: Bundle, row: ReportRow): Promise<void> => {
  const { run, log } = bundle;
  if (row.hasText) {
    const content = textOfRow(log, row);
    const name = `${row.method} ${momentOf(row.at, log.words).replaceAll(':', '.')}.txt`;
    refuseLarge(bundle, content.length);
    await addExhibit(bundle, row.entry, { name, type: TEXT, content });
  }
  if (row.files.length === 0) return;
  const { services, db, readFilter } = await run.context();
  const files = await services.items.readVisible(db, readFilter, row.files, { channel: LOG });
  for (const file of files) await addAttached(bundle, row.entry, file);
};

/** Reads the script from the built server, or from docs during development. */
const readScript = async (): Promise<Buffer> => {
  const built = new URL('./verify.mjs', import.meta.url);
  return await readFile(existsSync(built) ? built : new URL('../../../docs/exhibits/verify.mjs', import.meta.url));
};

const addLog = async (
  bundle: Bundle,
  { choice, rows }: { readonly choice: ReportChoice; readonly rows: readonly ReportRow[] },
): Promise<void> => {
  const { log, byEntry, run } = bundle;
  const { words } = log;
  const exhibitsOf = ({ entry }: ReportRow): readonly string[] => byEntry.get(entry) ?? [];
  const { services } = await run.context();
  const pdf = await services.letters.writeRecord(printedLog(log, choice, rows, exhibitsOf));
  await addToBundle(bundle, pdf, { path: 'log.pdf', type: 'application/pdf' });
  const captions = [...logCaptions(words, log.report.columns), words.format('consultationLog.exhibits')];
  const table = [captions, ...rows.map((row) => [...logCells(row, words), exhibitsOf(row).join(', ')])];
  const csv = Buffer.from(`${CSV_MARK}${table.map(csvLine).join('')}`);
  await addToBundle(bundle, csv, { path: 'log.csv', type: 'text/csv' });
  await addToBundle(bundle, await readScript(), { path: 'verify.mjs', type: 'text/javascript' });
  const readme = words.format('consultationLog.readme', { title: words.format('consultationLog.title') });
  await addToBundle(bundle, Buffer.from(`${readme}\n`), { path: 'README.txt', type: TEXT });
};

const fill = async (
  bundle: Bundle,
  { choice, rows }: { readonly choice: ReportChoice; readonly rows: readonly ReportRow[] },
): Promise<void> => {
  let done = 0;
  for (const row of rows) {
    await addPapers(bundle, row);
    bundle.run.progress({ done: (done += 1), total: rows.length });
  }
  await addLog(bundle, { choice, rows });
  const { zip, manifest } = bundle;
  await zip.add('manifest.csv', Readable.from([manifest.csv()]), 'text/csv');
  zip.end('manifest.json', manifest.json());
};

/** Writes the bundle as the result of the task. Returns the attachments that it holds. */
export const writeBundle = async (
  run: TaskRun<unknown>,
  {
    log,
    choice,
    rows,
  }: { readonly log: ReportRun; readonly choice: ReportChoice; readonly rows: readonly ReportRow[] },
): Promise<readonly ItemId[]> => {
  const context = await run.context();
  const { services, now } = context;
  const { zipBytes, zipBytesPerUser } = services.limits;
  const about = `${log.words.format('consultationLog.of', { name: log.about.item.$label })} ${now.toISOString()}`;
  return await storeZip(run, async (zip) => {
    const bundle: Bundle = {
      ...{ run, log, zip, manifest: createManifest(about) },
      ...{ byContent: new Map(), byEntry: new Map(), holds: new Set<ItemId>(), bytes: 0, exhibits: 0 },
      mostBytes: Math.min(zipBytes, zipBytesPerUser - (await keptBytes(context, LOG))),
    };
    await fill(bundle, { choice, rows });
    return [...bundle.holds];
  });
};
