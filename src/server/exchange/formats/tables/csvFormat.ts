// Exports as CSV.

import { CSV_MARK, csvLine } from 'src/model/text/csvLine.ts';
import type { TableFormat } from 'src/server/exchange/ExportFormat.ts';
import { captionsOf, type TableSource } from 'src/server/exchange/exportSource.ts';

async function* writeCsv(source: TableSource): AsyncGenerator<string> {
  yield CSV_MARK + csvLine(captionsOf(source));
  for await (const rows of source.pages()) yield rows.map(({ cells }) => csvLine(cells)).join('');
}

export const csvFormat: TableFormat = { media: 'text/csv; charset=utf-8', write: writeCsv };
