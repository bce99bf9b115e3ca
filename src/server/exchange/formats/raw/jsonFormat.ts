// Exports as JSON: the items as `read` answers them to the asker, or without their internal members.

import type { Item } from 'src/model/item/Item.ts';
import type { ExportFormat } from 'src/server/exchange/ExportFormat.ts';
import type { ExportSource } from 'src/server/exchange/exportSource.ts';

/** Members that only programs of this site use. */
const INTERNAL_MEMBERS: ReadonlySet<string> = new Set([
  ...['$id', '$v', '$version', '$labelOnly', '$notify', '$hideNotify'],
  ...['_c', '_i', '_u', 'url'],
]);

const exportedItem = ({ $labels: _, ...item }: Item, forEditing: boolean): unknown =>
  forEditing ? item : Object.fromEntries(Object.entries(item).filter(([name]) => !INTERNAL_MEMBERS.has(name)));

async function* writeJson(source: ExportSource): AsyncGenerator<string> {
  yield '[';
  let separator = '\n';
  for await (const rows of source.pages()) {
    if (rows.length === 0) continue;
    yield separator + rows.map(({ item }) => JSON.stringify(exportedItem(item, source.forEditing))).join(',\n');
    separator = ',\n';
  }
  yield '\n]\n';
}

export const jsonFormat: ExportFormat = { media: 'application/json; charset=utf-8', write: writeJson };
