// Reads a table from bytes, as the process for uploaded files does.

import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FileRefused } from 'src/server/fileReader/fileRefused.ts';
import { readTable } from 'src/server/sheets/readTable.ts';
import type { SheetChoices, SheetRow, SheetSummary } from 'src/server/sheets/Sheet.ts';

export interface TestTable {
  readonly summary: SheetSummary;
  readonly rows: readonly SheetRow[];
}

/** The name of the file never decides. */
export const tableOf = async (content: Buffer | string, choices: SheetChoices = {}): Promise<TestTable> => {
  const folder = await mkdtemp(join(tmpdir(), 'keeper-sheet-'));
  try {
    const path = join(folder, 'table.dat');
    await writeFile(path, content);
    const rows: SheetRow[] = [];
    const summary = await readTable(path, choices, (row) => rows.push(row as SheetRow));
    return { summary: summary as SheetSummary, rows };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};

export const cellsOf = async (content: Buffer | string, choices?: SheetChoices): Promise<SheetRow['cells'][]> =>
  (await tableOf(content, choices)).rows.map(({ cells }) => cells);

export const namesOf = async (content: Buffer | string, choices?: SheetChoices): Promise<string[]> =>
  (await tableOf(content, choices)).summary.columns.map(({ name }) => name);

/** Returns the message of the refusal, or `read`. */
export const refusalOf = async (content: Buffer | string, choices?: SheetChoices): Promise<string> => {
  try {
    await tableOf(content, choices);
    return 'read';
  } catch (error) {
    if (error instanceof FileRefused) return error.refusal.message;
    throw error;
  }
};
