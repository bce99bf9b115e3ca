// Exports records with nested content as a zip of CSV files, as ODK Central does: one table with a row for each record, and one table for
// each list of objects in them, whose rows name their parent.

import { rm } from 'node:fs/promises';
import { CSV_MARK, csvLine } from 'src/model/text/csvLine.ts';
import type { ExportFormat } from 'src/server/exchange/ExportFormat.ts';
import type { ExportSource } from 'src/server/exchange/exportSource.ts';
import { mappedRows } from 'src/server/exchange/mappedRows.ts';
import { createZippedTables, type ZippedTables } from 'src/server/exchange/zippedTables.ts';
import { createZipStream, type ZipStream } from 'src/server/files/zipStream.ts';

const INDEX = 'tables.csv';

const indexText = (tables: ZippedTables): Buffer =>
  Buffer.from(
    CSV_MARK +
      csvLine(['Table', 'Rows']) +
      tables
        .counts()
        .map(({ name, rows }) => csvLine([name, rows]))
        .join(''),
  );

const fillTablesZip = async (zip: ZipStream, tables: ZippedTables): Promise<void> => {
  await tables.addTo(zip);
  zip.end(INDEX, indexText(tables));
};

async function* writeCsvTables(source: ExportSource): AsyncGenerator<Uint8Array> {
  const folder = await source.scratchFolder();
  const over = new AbortController();
  try {
    const tables = createZippedTables({ folder, title: source.title, reserved: [INDEX] });
    for await (const rows of source.pages()) await tables.keep(mappedRows(source, rows, 'csvTables'));
    const zip = createZipStream(over.signal, source.now);
    fillTablesZip(zip, tables).catch((error: Error) => zip.break(error));
    for await (const part of zip.output) yield part as Uint8Array;
  } finally {
    over.abort();
    await rm(folder, { recursive: true, force: true });
  }
}

export const csvTablesFormat: ExportFormat = { media: 'application/zip', extension: 'zip', write: writeCsvTables };
