// A table whose rows are not items, in the same two forms as an export of items.

import type { Cell } from 'src/server/exchange/exportCells.ts';
import { writeCsv, writeXlsx } from 'src/server/exchange/writeTables.ts';
import type { ExportRow, ExportSource } from 'src/server/exchange/exportSource.ts';

interface Table {
  readonly title: string;
  readonly captions: readonly string[];
  readonly rows: readonly (readonly Cell[])[];
}

const NO_ITEM: ExportRow['item'] = { $id: '', _t: '', _i: 0, _u: 0, _c: { ts: '' }, updated: '', $label: '' };

export const writeRows = async (format: 'csv' | 'xlsx', { title, captions, rows }: Table): Promise<Buffer> => {
  const source: ExportSource = {
    title,
    columns: captions.map((caption) => ({ captions: [caption], write: () => {} })),
    async *pages() {
      yield await Promise.resolve(rows.map((cells, at) => ({ at, item: NO_ITEM, cells, geometry: undefined })));
    },
  };
  const parts: Buffer[] = [];
  for await (const part of format === 'csv' ? writeCsv(source) : writeXlsx(source)) parts.push(Buffer.from(part));
  return Buffer.concat(parts);
};
