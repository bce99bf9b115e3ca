// Exports as JSON, as stored.

import type { ExportFormat } from 'src/server/exchange/ExportFormat.ts';
import type { ExportSource } from 'src/server/exchange/exportSource.ts';

/** Writes items like `read`, without the labels of others. */
async function* writeJson(source: ExportSource): AsyncGenerator<string> {
  yield '[';
  let separator = '\n';
  for await (const rows of source.pages()) {
    if (rows.length === 0) continue;
    yield separator + rows.map(({ item: { $labels: _, ...item } }) => JSON.stringify(item)).join(',\n');
    separator = ',\n';
  }
  yield '\n]\n';
}

export const jsonFormat: ExportFormat = { media: 'application/json; charset=utf-8', write: writeJson };
