// Attributes of imported features without a property of their own: in an export each of their names is a column, as in the original file.

import { isRecord } from 'src/base/isRecord.ts';
import type { Item, Json } from 'src/model/item/Item.ts';
import type { ExportRequest } from 'src/model/generated/wire.ts';
import type { ItemType } from 'src/model/schema/Registry.ts';
import { hasColumns } from 'src/model/wire/exportGroups.ts';
import type { Cell } from 'src/model/kinds/KindCodec.ts';
import type { ExportColumn } from 'src/server/exchange/exportCells.ts';
import type { ExportAsker, FoundIds } from 'src/server/exchange/exportSource.ts';

/** Above this number of names, attributes stay one column of text. */
const MAX_ATTRIBUTE_COLUMNS = 255;
const ITEMS_PER_READ = 500;

/** Returns the property with the list of names and values; undefined when the type has none, or several types are exported. */
export const attributesPath = ([type, ...others]: readonly ItemType[]): string | undefined =>
  others.length > 0 ? undefined : type?.view.place?.fromFiles?.rest;

interface Attribute {
  readonly name: string;
  readonly value: string;
}

const attributesIn = (item: Item, path: string): readonly Attribute[] => {
  const list = (item as Readonly<Record<string, Json>>)[path];
  return (Array.isArray(list) ? (list as readonly Json[]) : []).flatMap((each) => {
    const { name, value } = isRecord(each) ? each : {};
    return typeof name === 'string' && typeof value === 'string' ? [{ name, value }] : [];
  });
};

interface NamesAsked {
  readonly asker: ExportAsker;
  readonly types: readonly ItemType[];
  readonly found: FoundIds;
  readonly request: Pick<ExportRequest, 'columns' | 'format'>;
}

/** Returns the names of all attributes in an export, in order of appearance; empty when they are no columns of it. */
export const attributeNames = async ({ asker, types, found, request }: NamesAsked): Promise<readonly string[]> => {
  const path = attributesPath(types);
  const isWanted = path !== undefined && (request.columns?.includes(path) ?? true);
  if (!isWanted || !hasColumns(request.format)) return [];
  const { services, readFilterNow, gone } = asker;
  const names = new Set<string>();
  const properties = new Set([path]);
  for (let from = 0; from < found.count && names.size <= MAX_ATTRIBUTE_COLUMNS; from += ITEMS_PER_READ) {
    gone.throwIfAborted();
    const ids = Array.from({ length: Math.min(ITEMS_PER_READ, found.count - from) }, (_, at) => found.idAt(from + at));
    // Only column names are returned; the items are audited when their rows are written.
    const items = await services.items.readVisible(services.database, await readFilterNow(), ids, {
      channel: undefined,
      properties,
    });
    for (const item of items) for (const { name } of attributesIn(item, path)) names.add(name);
  }
  return names.size > MAX_ATTRIBUTE_COLUMNS ? [] : [...names];
};

/** Returns a number for a text that is one: `12.5`, but neither `007` nor `1e3`. */
const asCell = (text: string): Cell =>
  String(Number(text)) === text && Number.isFinite(Number(text)) ? Number(text) : text;

export const attributeColumn = (path: string, names: readonly string[]): ExportColumn => ({
  captions: names,
  write: (row, item) => {
    const values = new Map<string, string[]>();
    for (const { name, value } of attributesIn(item, path)) values.set(name, [...(values.get(name) ?? []), value]);
    for (const name of names) {
      const own = values.get(name);
      row.push(own === undefined ? null : asCell(own.join('; ')));
    }
  },
});
