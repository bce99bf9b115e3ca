// Exports records with nested content as a zip of CSV files, as ODK Central does: one table with a row for each record, and one table for
// each list of objects in them, whose rows name their parent. The columns are known after the last record, so the rows are kept in a
// temporary folder until then.

import { createReadStream } from 'node:fs';
import { appendFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import type { Cell } from 'src/model/kinds/KindCodec.ts';
import type { CsvTablesMapping } from 'src/model/schema/TypeExports.ts';
import { CSV_MARK, csvLine } from 'src/model/text/csvLine.ts';
import type { ExportFormat } from 'src/server/exchange/ExportFormat.ts';
import type { ExportRow, ExportSource } from 'src/server/exchange/exportSource.ts';
import { mappedRows, valuesOfPath } from 'src/server/exchange/mappedRows.ts';
import { mergedContent, nestedRows, type NestedRow } from 'src/server/exchange/nestedTables.ts';
import { createFileNamer } from 'src/server/files/zipNames.ts';
import { createZipStream, type ZipStream } from 'src/server/files/zipStream.ts';

const ROW_KEY = 'KEY';
const PARENT_KEY = 'PARENT_KEY';
const INDEX = 'tables.csv';
const MEDIA = 'text/csv; charset=utf-8';

interface Table {
  readonly name: string;
  readonly path: string;
  readonly isInner: boolean;
  /** Headings in the order in which they were found. */
  readonly headings: Set<string>;
  rows: number;
}

type StoredRow = readonly (readonly [heading: string, cell: Cell])[];

/** Readers of lines also end a line at these separators, which JSON does not escape. */
const storedLine = (row: StoredRow): string =>
  `${JSON.stringify(row).replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029')}\n`;

const recordCells = (row: ExportRow, { columns }: CsvTablesMapping): StoredRow =>
  columns.map(({ path, heading }) => {
    const values = valuesOfPath(row, path);
    return [heading, values.map(({ exact, text }) => exact ?? text).join('; ')];
  });

/** Content never replaces a column of the record: its heading gets another beginning. */
const withFreeName = (cells: ReadonlyMap<string, Cell>, taken: ReadonlySet<string>): StoredRow =>
  [...cells].map(([heading, cell]) => {
    let name = heading;
    while (taken.has(name) || (name !== heading && cells.has(name))) name = `_${name}`;
    return [name, cell];
  });

const rowsOfRecord = (row: ExportRow, { key, content, position = {} }: CsvTablesMapping): readonly NestedRow[] => {
  const contents = content.map((path) => columnValueAt(row, path));
  const recordKey = valuesOfPath(row, key)[0]?.text ?? row.item.$id;
  return nestedRows(contents.reduce(mergedContent, {}), recordKey, position);
};

const columnValueAt = ({ item }: ExportRow, path: string): unknown => {
  let value: unknown = item;
  for (const name of path.split('.')) value = (value as Readonly<Record<string, unknown>> | undefined)?.[name];
  return value;
};

const createTables = (folder: string, title: string) => {
  const tables = new Map<string, Table>();
  const nameFile = createFileNamer();
  // The name of the index is reserved, so that no table takes it.
  nameFile(INDEX, INDEX);
  return {
    all: (): readonly Table[] => [...tables.values()],
    tableOf(row: ExportRow, mapping: CsvTablesMapping, names: readonly string[]): Table {
      const group = valuesOfPath(row, mapping.group)[0];
      const id = JSON.stringify([row.item._t, group?.id, ...names]);
      const known = tables.get(id);
      if (known) return known;
      const name = nameFile([group?.text ?? title, ...names.slice(-1)].join('-').concat('.csv'), 'table.csv');
      const path = join(folder, `${tables.size}.jsonl`);
      const table: Table = { name, path, isInner: names.length > 0, headings: new Set(), rows: 0 };
      tables.set(id, table);
      return table;
    },
  };
};

const storeRows = async (source: ExportSource, folder: string): Promise<readonly Table[]> => {
  const tables = createTables(folder, source.title);
  for await (const rows of source.pages()) {
    const lines = new Map<Table, string[]>();
    for (const { row, mapping } of mappedRows(source, rows, 'csvTables'))
      for (const { table: names, key, parentKey, cells } of rowsOfRecord(row, mapping)) {
        const table = tables.tableOf(row, mapping, names);
        const own: StoredRow = parentKey === undefined ? recordCells(row, mapping) : [];
        const answers = withFreeName(cells, new Set([ROW_KEY, PARENT_KEY, ...own.map(([heading]) => heading)]));
        for (const [heading] of [...own, ...answers]) table.headings.add(heading);
        const stored: StoredRow = [...own, ...answers, [PARENT_KEY, parentKey ?? null], [ROW_KEY, key]];
        table.rows += 1;
        const waiting = lines.get(table) ?? [];
        waiting.push(storedLine(stored));
        lines.set(table, waiting);
      }
    for (const [{ path }, texts] of lines) await appendFile(path, texts.join(''));
  }
  return tables.all();
};

async function* tableText({ path, headings, isInner }: Table): AsyncGenerator<string> {
  const all = [...headings, ...(isInner ? [PARENT_KEY] : []), ROW_KEY];
  yield CSV_MARK + csvLine(all);
  for await (const line of createInterface({ input: createReadStream(path), crlfDelay: Number.POSITIVE_INFINITY })) {
    const cells = new Map(JSON.parse(line) as StoredRow);
    yield csvLine(all.map((heading) => cells.get(heading) ?? null));
  }
}

const indexText = (tables: readonly Table[]): Buffer =>
  Buffer.from(CSV_MARK + csvLine(['Table', 'Rows']) + tables.map(({ name, rows }) => csvLine([name, rows])).join(''));

const fillZip = async (zip: ZipStream, tables: readonly Table[]): Promise<void> => {
  for (const table of tables) await zip.add(table.name, Readable.from(tableText(table)), MEDIA);
  zip.end(INDEX, indexText(tables));
};

async function* writeCsvTables(source: ExportSource): AsyncGenerator<Uint8Array> {
  const folder = await source.scratchFolder();
  const over = new AbortController();
  try {
    const tables = await storeRows(source, folder);
    const zip = createZipStream(over.signal, source.now);
    fillZip(zip, tables).catch((error: Error) => zip.break(error));
    for await (const part of zip.output) yield part as Uint8Array;
  } finally {
    over.abort();
    await rm(folder, { recursive: true, force: true });
  }
}

export const csvTablesFormat: ExportFormat = { media: 'application/zip', extension: 'zip', write: writeCsvTables };
