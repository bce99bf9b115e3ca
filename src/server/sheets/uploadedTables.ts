// Reads all tables of a file that the caller has uploaded, in a process of its own (fileReader/fileReader.ts).

import { problem } from 'src/model/problems.ts';
import type { Context } from 'src/server/context.ts';
import type { FileReader, ReadFile } from 'src/server/fileReader/fileReader.ts';
import { uploadedFile } from 'src/server/files/uploadedFile.ts';
import type { Uploads } from 'src/server/files/uploads.ts';
import type { WaitBounds } from 'src/server/semaphore.ts';
import type { TableRow, TablesOptions, TablesSummary } from 'src/server/sheets/Tables.ts';

interface TablesNeeds {
  readonly uploads: Uploads;
  readonly fileReader: FileReader;
}

export interface UploadedTable {
  readonly name: string;
  readonly rows: readonly Omit<TableRow, 'table'>[];
}

export interface UploadedTables extends Omit<TablesSummary, 'tables'> {
  /** Name and path of the upload. */
  readonly name: string;
  readonly path: string;
  readonly tables: readonly UploadedTable[];
}

const TABLES_DEADLINE_MS = 25_000;
const TABLES_RETRY_S = 5;
const TABLES_WAIT: WaitBounds = {
  waitMs: 4_000,
  waiting: 3,
  exceeded: () => problem('rateLimited', { retryAfter: TABLES_RETRY_S }),
};

/** Throws `invalid` for a file that is not complete, not of the caller, or has no tables; `rateLimited` above the limits of requests. */
export const uploadedTables = async (
  context: Context<TablesNeeds>,
  { upload, ...options }: TablesOptions & { readonly upload: string },
): Promise<UploadedTables> => {
  const { services, subject, gone } = context;
  const { path, name } = await uploadedFile(context, upload);
  const limits = {
    ...{ person: subject.userId ?? '', deadlineMs: TABLES_DEADLINE_MS },
    ...(gone && { signal: gone, bounds: TABLES_WAIT }),
  };
  return await services.fileReader.read(
    { ...limits, path, reader: 'tables', options },
    async ({ summary, rows }: ReadFile<TablesSummary, TableRow>) => {
      const tables = new Map(summary.tables.map((each) => [each, [] as Omit<TableRow, 'table'>[]]));
      for await (const { table, ...row } of rows()) tables.get(table)?.push(row);
      return { ...summary, name, path, tables: [...tables].map(([each, found]) => ({ name: each, rows: found })) };
    },
  );
};
