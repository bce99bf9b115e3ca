// Exports records with their files as a zip: tables of the records, the files in the folder `media`, and the list `files.csv`, which names
// each file, its record, and the reason for which a file was left out. The tables cite the files by their names in the zip.

import { appendFile, rm } from 'node:fs/promises';
import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { CSV_MARK, csvLine } from 'src/model/text/csvLine.ts';
import type { ExportFormat } from 'src/server/exchange/ExportFormat.ts';
import type { ExportedFile } from 'src/server/exchange/exportFiles.ts';
import { captionsOf, type ExportRow, type ExportSource } from 'src/server/exchange/exportSource.ts';
import { mappedRows } from 'src/server/exchange/mappedRows.ts';
import { recordKeyOf } from 'src/server/exchange/nestedContent.ts';
import { createZippedTables, storedLine, storedLines, type ZipNames } from 'src/server/exchange/zippedTables.ts';
import { createFileNamer } from 'src/server/files/zipNames.ts';
import { createZipStream, type ZipStream } from 'src/server/files/zipStream.ts';

const ZIP_FILE_LIST = 'files.csv';
const MEDIA_FOLDER = 'media';
const LIST_HEADINGS = ['Record', 'Property', 'Name', 'FileName', 'Bytes', 'SHA256', 'LeftOut'];

/** A file with its name in the zip and the key of its record in the tables. */
interface NamedFile extends ExportedFile {
  readonly record: string;
  readonly inZip: string;
}

interface Kept {
  readonly source: ExportSource;
  readonly folder: string;
  readonly tables: ReturnType<typeof createZippedTables>;
  readonly nameMedia: ReturnType<typeof createFileNamer>;
  /** Records of types without declared tables. */
  plainRows: number;
}

const plainPath = ({ folder }: Kept): string => join(folder, 'records.csv');
const listPath = ({ folder }: Kept): string => join(folder, 'files.jsonl');

/** Name of the table of records whose type declares no tables. */
const zipEntryName = ({ title }: ExportSource): string => createFileNamer()(`${title}.csv`, 'records.csv');

const zipRowKey = (row: ExportRow, source: ExportSource): string =>
  recordKeyOf(row, source.mappingOf(row.item._t).csvTables?.key);

const namedFiles = async (kept: Kept, rows: readonly ExportRow[]): Promise<ReadonlyMap<string, NamedFile[]>> => {
  const { source, nameMedia } = kept;
  const found = await source.files.of(rows.map(({ item }) => item));
  return new Map(
    rows.map((row) => {
      const record = zipRowKey(row, source);
      const files = (found.get(row.item.$id) ?? []).map((file) => {
        return { ...file, record, inZip: nameMedia(file.name, file.id) };
      });
      return [row.item.$id, files];
    }),
  );
};

const keepPage = async (kept: Kept, rows: readonly ExportRow[]): Promise<void> => {
  const { source, tables } = kept;
  const files = await namedFiles(kept, rows);
  const filesOfRow = ({ item }: ExportRow): readonly NamedFile[] => files.get(item.$id) ?? [];
  const mapped = mappedRows(source, rows, 'csvTables');
  const withTables = new Set(mapped.map(({ row }) => row));
  await tables.keep(mapped, (row): ZipNames => new Map(filesOfRow(row).map(({ name, inZip }) => [name, inZip])));
  const plain = rows.filter((row) => !withTables.has(row));
  kept.plainRows += plain.length;
  const lines = plain.map((row) =>
    csvLine([
      ...row.cells,
      filesOfRow(row)
        .map(({ inZip }) => `${MEDIA_FOLDER}/${inZip}`)
        .join('; '),
    ]),
  );
  await appendFile(plainPath(kept), lines.join(''));
  await appendFile(
    listPath(kept),
    rows
      .flatMap(filesOfRow)
      .map((file) => storedLine(file))
      .join(''),
  );
};

async function* plainTable(kept: Kept): AsyncGenerator<string | Uint8Array> {
  yield CSV_MARK + csvLine([...captionsOf(kept.source), 'Files']);
  yield* createReadStream(plainPath(kept));
}

/** Adds one file after the other, and keeps the list of them. */
const addFiles = async (zip: ZipStream, kept: Kept, doneList: string): Promise<void> => {
  const { source } = kept;
  await appendFile(doneList, CSV_MARK + csvLine(LIST_HEADINGS));
  for await (const line of storedLines(listPath(kept))) {
    const file = JSON.parse(line) as NamedFile;
    const { record, property, name, inZip } = file;
    const path = `${MEDIA_FOLDER}/${inZip}`;
    const opened = await source.files.open(file);
    const cells =
      'leftOut' in opened
        ? ['', opened.size ?? null, '', source.text(`attachmentsZip.leftOut.${opened.leftOut}`)]
        : [path, opened.size, opened.sha256, ''];
    if ('content' in opened) await zip.add(path, opened.content, opened.type);
    await appendFile(doneList, csvLine([record, property, name, ...cells]));
  }
};

const fillFilesZip = async (zip: ZipStream, kept: Kept): Promise<void> => {
  const doneList = join(kept.folder, 'list.csv');
  await kept.tables.addTo(zip);
  if (kept.plainRows > 0)
    await zip.add(zipEntryName(kept.source), Readable.from(plainTable(kept)), 'text/csv; charset=utf-8');
  await addFiles(zip, kept, doneList);
  await zip.add(ZIP_FILE_LIST, createReadStream(doneList), 'text/csv; charset=utf-8');
  zip.finish();
};

async function* writeFilesZip(source: ExportSource): AsyncGenerator<Uint8Array> {
  const folder = await source.scratchFolder();
  const over = new AbortController();
  try {
    const { title } = source;
    const tables = createZippedTables({ folder, title, reserved: [ZIP_FILE_LIST, zipEntryName(source)] });
    const kept: Kept = { source, folder, tables, nameMedia: createFileNamer(), plainRows: 0 };
    // Both files exist, also without a record.
    await keepPage(kept, []);
    for await (const rows of source.pages()) await keepPage(kept, rows);
    const zip = createZipStream(over.signal, source.now);
    fillFilesZip(zip, kept).catch((error: Error) => zip.break(error));
    for await (const part of zip.output) yield part as Uint8Array;
  } finally {
    over.abort();
    await rm(folder, { recursive: true, force: true });
  }
}

export const filesZipFormat: ExportFormat = { media: 'application/zip', extension: 'zip', write: writeFilesZip };
