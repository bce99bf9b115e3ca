// A table whose rows are not items, in the same two formats as an export of items, produced on demand.

import { Readable } from 'node:stream';
import type { Cell } from 'src/model/kinds/KindCodec.ts';
import type { TableSource } from 'src/server/exchange/exportSource.ts';
import { csvFormat } from 'src/server/exchange/formats/tables/csvFormat.ts';
import { xlsxFormat } from 'src/server/exchange/formats/tables/xlsxFormat.ts';

interface Table {
  readonly title: string;
  readonly captions: readonly string[];
  /** Taken once. */
  readonly pages: AsyncIterable<readonly (readonly Cell[])[]>;
}

export const tableStream = (format: 'csv' | 'xlsx', { title, captions, pages }: Table): Readable => {
  const source: TableSource = {
    title,
    columns: captions.map((caption) => ({ captions: [caption], write: () => {} })),
    async *pages() {
      for await (const rows of pages) yield rows.map((cells) => ({ cells }));
    },
  };
  return Readable.from((format === 'csv' ? csvFormat : xlsxFormat).write(source), { objectMode: false });
};
