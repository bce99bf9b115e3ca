// Reads all tables of a file as texts: the sheets of a workbook, the CSV files of a zip, or one CSV file. For files whose tables belong
// together, such as forms and the records of forms.

import { stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { parse, CsvError } from 'csv-parse';
import type { ReadFileOf } from 'src/server/fileReader/readRequest.ts';
import { MEBIBYTE } from 'src/server/limits.ts';
import { knownContent } from 'src/server/sheets/fileContent.ts';
import { openZipParts, type ZipParts } from 'src/server/sheets/zipParts.ts';
import { rawTable, sheetHead } from 'src/server/sheets/readTable.ts';
import { readOds } from 'src/server/sheets/readOds.ts';
import { readXlsx } from 'src/server/sheets/readXlsx.ts';
import { SHEET_BOUNDS, SheetError, type RawTable, type SheetRow } from 'src/server/sheets/Sheet.ts';
import { sheetCellText } from 'src/server/sheets/sheetCellText.ts';
import type { TableRow, TablesOptions, TablesSummary } from 'src/server/sheets/Tables.ts';

interface NamedTable {
  readonly name: string;
  rows(): Promise<AsyncIterable<SheetRow> | Iterable<SheetRow>>;
}

interface FileOfTables {
  readonly format: TablesSummary['format'];
  readonly tables: readonly NamedTable[];
  /** Further files of a zip. */
  readonly files: readonly string[];
}

const workbookTables = async (
  format: 'XLSX' | 'ODS',
  read: (sheet: string | undefined) => Promise<RawTable>,
): Promise<FileOfTables> => {
  const first = await read(undefined);
  const tables = first.sheets.map(({ name }) => ({ name, rows: async () => (await read(name)).rows }));
  return { format, tables, files: [] };
};

const CSV_PART = /\.csv$/iu;
/** Files that archive programs of macOS add. */
const ADDED_PART = /(?:^|\/)(?:__MACOSX\/|\.)/u;

const csvRows = async function* (parts: ZipParts, name: string): AsyncGenerator<SheetRow> {
  const parser = parse({ relax_column_count: true, relax_quotes: true, bom: true, max_record_size: 16 * MEBIBYTE });
  const text = Readable.from(parts.text(name));
  text.once('error', (error) => parser.destroy(error));
  text.pipe(parser);
  let row = 0;
  try {
    for await (const cells of parser) yield { row: (row += 1), cells: cells as string[] };
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const isOpen = error.code === 'CSV_QUOTE_NOT_CLOSED' || error.code === 'CSV_MAX_RECORD_SIZE';
    throw new SheetError(isOpen ? 'openQuote' : 'damagedRow', { params: { row: row + 1 } });
  }
};

const zipTables = (parts: ZipParts): FileOfTables => {
  const names = parts.paths().filter((name) => !ADDED_PART.test(name) && !name.endsWith('/'));
  const csvNames = names.filter((name) => CSV_PART.test(name));
  if (csvNames.length === 0) throw new SheetError('nothingInZip');
  return {
    format: 'ZIP',
    tables: csvNames.map((name) => ({
      name: name.replace(CSV_PART, ''),
      rows: () => Promise.resolve(csvRows(parts, name)),
    })),
    files: names.filter((name) => !CSV_PART.test(name)),
  };
};

const openTables = async (path: string): Promise<FileOfTables> => {
  if (knownContent(await sheetHead(path)) !== 'zip') {
    const table = await rawTable(path, {});
    return { format: 'CSV', tables: [{ name: '', rows: () => Promise.resolve(table.rows) }], files: [] };
  }
  const parts = await openZipParts(path);
  if (parts.has('[Content_Types].xml')) return await workbookTables('XLSX', (sheet) => readXlsx(parts, sheet));
  return parts.has('content.xml') ? await workbookTables('ODS', (sheet) => readOds(parts, sheet)) : zipTables(parts);
};

/** Counts what is read, and refuses more than the limits. */
const createTablesCounter = ({ maxRows, maxSigns }: TablesOptions) => {
  let [rows, signs, cellCount] = [0, 0, 0];
  return (cells: readonly string[]): void => {
    rows += 1;
    cellCount += cells.length;
    signs += cells.reduce((sum, cell) => sum + cell.length, 0);
    if (rows > maxRows) throw new SheetError('tooManyRows', { params: { max: maxRows } });
    if (cellCount > SHEET_BOUNDS.cells) throw new SheetError('tooManyCells', { params: { max: SHEET_BOUNDS.cells } });
    if (signs > maxSigns) throw new SheetError('tooMuch');
  };
};

export const readTables: ReadFileOf<TablesOptions> = async (path, options, write): Promise<TablesSummary> => {
  const { size } = await stat(path);
  if (size === 0) throw new SheetError('empty');
  const { format, tables, files } = await openTables(path);
  const count = createTablesCounter(options);
  for (const { name, rows } of tables)
    for await (const { row, cells } of await rows()) {
      const texts = cells.map(sheetCellText);
      if (texts.every((text) => text.trim() === '')) continue;
      count(texts);
      write({ table: name, row, cells: texts } satisfies TableRow);
    }
  return { format, tables: tables.map(({ name }) => name), files };
};
