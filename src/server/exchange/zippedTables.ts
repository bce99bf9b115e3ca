// CSV tables of a zip, one for each group of records and one for each list of objects in their content. The columns are known after the
// last record, so the rows are kept in a temporary folder until then.

import { createReadStream } from 'node:fs';
import { appendFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import type { Cell } from 'src/model/kinds/KindCodec.ts';
import type { CsvTablesMapping } from 'src/model/schema/TypeExports.ts';
import { CSV_MARK, csvLine } from 'src/model/text/csvLine.ts';
import type { ExportRow } from 'src/server/exchange/exportSource.ts';
import { type MappedRow, valuesOfPath } from 'src/server/exchange/mappedRows.ts';
import { contentRows } from 'src/server/exchange/nestedContent.ts';
import { createFileNamer } from 'src/server/files/zipNames.ts';
import type { ZipStream } from 'src/server/files/zipStream.ts';

const ROW_KEY = 'KEY';
const PARENT_KEY = 'PARENT_KEY';
const CSV_MEDIA = 'text/csv; charset=utf-8';

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
export const storedLine = (value: unknown): string =>
  `${JSON.stringify(value).replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029')}\n`;

export const storedLines = (path: string): AsyncIterable<string> =>
  createInterface({ input: createReadStream(path), crlfDelay: Number.POSITIVE_INFINITY });

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

async function* tableText({ path, headings, isInner }: Table): AsyncGenerator<string> {
  const all = [...headings, ...(isInner ? [PARENT_KEY] : []), ROW_KEY];
  yield CSV_MARK + csvLine(all);
  for await (const line of storedLines(path)) {
    const cells = new Map(JSON.parse(line) as StoredRow);
    yield csvLine(all.map((heading) => cells.get(heading) ?? null));
  }
}

/** Names of files in a record, and their names in the zip. */
export type ZipNames = ReadonlyMap<string, string>;

export interface ZippedTables {
  /** Keeps the rows of a page of records. The content of a record cites its files by their names in the zip. */
  keep(rows: readonly MappedRow<CsvTablesMapping>[], namesOf?: (row: ExportRow) => ZipNames): Promise<void>;
  addTo(zip: ZipStream): Promise<void>;
  counts(): readonly { readonly name: string; readonly rows: number }[];
}

interface TablesOptions {
  readonly folder: string;
  /** Name of the tables of records without a group. */
  readonly title: string;
  /** Names that the tables cannot have. */
  readonly reserved: readonly string[];
}

export const createZippedTables = ({ folder, title, reserved }: TablesOptions): ZippedTables => {
  const tables = new Map<string, Table>();
  const nameFile = createFileNamer();
  for (const name of reserved) nameFile(name, name);

  const tableOf = (row: ExportRow, mapping: CsvTablesMapping, names: readonly string[]): Table => {
    const group = valuesOfPath(row, mapping.group)[0];
    const id = JSON.stringify([row.item._t, group?.id, ...names]);
    const known = tables.get(id);
    if (known) return known;
    const name = nameFile([group?.text ?? title, ...names.slice(-1)].join('-').concat('.csv'), 'table.csv');
    const path = join(folder, `${tables.size}.jsonl`);
    const table: Table = { name, path, isInner: names.length > 0, headings: new Set(), rows: 0 };
    tables.set(id, table);
    return table;
  };

  return {
    counts: () => [...tables.values()].map(({ name, rows }) => ({ name, rows })),
    async keep(rows, namesOf) {
      const lines = new Map<Table, string[]>();
      for (const { row, mapping } of rows) {
        const fileNames = namesOf?.(row);
        const inZip = (cell: Cell): Cell => (typeof cell === 'string' ? (fileNames?.get(cell) ?? cell) : cell);
        for (const { table: names, key, parentKey, cells } of contentRows(row, mapping)) {
          const table = tableOf(row, mapping, names);
          const own: StoredRow = parentKey === undefined ? recordCells(row, mapping) : [];
          const answers = withFreeName(cells, new Set([ROW_KEY, PARENT_KEY, ...own.map(([heading]) => heading)]));
          for (const [heading] of [...own, ...answers]) table.headings.add(heading);
          const cited = answers.map(([heading, cell]) => [heading, inZip(cell)] as const);
          const stored: StoredRow = [...own, ...cited, [PARENT_KEY, parentKey ?? null], [ROW_KEY, key]];
          table.rows += 1;
          const waiting = lines.get(table) ?? [];
          waiting.push(storedLine(stored));
          lines.set(table, waiting);
        }
      }
      for (const [{ path }, texts] of lines) await appendFile(path, texts.join(''));
    },
    async addTo(zip) {
      for (const table of tables.values()) await zip.add(table.name, Readable.from(tableText(table)), CSV_MEDIA);
    },
  };
};
