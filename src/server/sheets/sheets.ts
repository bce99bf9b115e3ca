// Reads uploaded tables in a process of their own (fileReader/fileReader.ts). A table is read completely before the first row is passed on,
// so a truncated or hostile file is refused before anything is done with its rows.

import type { FileReader, ReadFile, ReadLimits } from 'src/server/fileReader/fileReader.ts';
import type { SheetChoices, SheetRow, SheetSummary } from 'src/server/sheets/Sheet.ts';

const BATCH_ROWS = 500;

export interface ReadSheet {
  readonly summary: SheetSummary;
  /** Returns the rows in batches, in the order of the file. */
  rows(): AsyncIterable<readonly SheetRow[]>;
}

export interface AskForSheet extends SheetChoices, ReadLimits {
  readonly path: string;
}

export interface Sheets {
  /** Calls `use` while the rows exist. Throws `invalid` when the file cannot be read, `rateLimited` above the limits. */
  read<T>(asked: AskForSheet, use: (file: ReadSheet) => Promise<T>): Promise<T>;
}

const inBatches = async function* (rows: AsyncIterable<SheetRow>): AsyncGenerator<readonly SheetRow[]> {
  let batch: SheetRow[] = [];
  for await (const row of rows) {
    batch.push(row);
    if (batch.length < BATCH_ROWS) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
};

export const createSheets = (fileReader: FileReader): Sheets => ({
  read: ({ encoding, delimiter, sheet, layers, crs, headerRow, maxRows, ...asked }, use) =>
    fileReader.read(
      { ...asked, reader: 'sheet', options: { encoding, delimiter, sheet, layers, crs, headerRow, maxRows } },
      ({ summary, rows }: ReadFile<SheetSummary, SheetRow>) => use({ summary, rows: () => inBatches(rows()) }),
    ),
});
