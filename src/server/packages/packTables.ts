// Writes the records of a package once more as one CSV for each type, for programs that read tables: the columns of an export in English and
// UTC, with the ids of related records. Labels of records outside of the package are those of its references. Called by exportPackage.ts.

import { SYSTEM_OWNER } from 'src/model/access/Subject.ts';
import type { Item, ItemId, Json } from 'src/model/item/Item.ts';
import { itemHeader } from 'src/model/item/itemHeader.ts';
import { isItemId, SYSTEM_USER } from 'src/model/item/itemId.ts';
import { referencesIn, resolveLabel } from 'src/model/item/labelOf.ts';
import type { Cell, CellContext } from 'src/model/kinds/KindCodec.ts';
import { relationPaths, valuesAt } from 'src/model/schema/paths.ts';
import type { ServerItemType } from 'src/model/schema/Registry.ts';
import { SYSTEM_TYPES } from 'src/model/schema/systemTypes.ts';
import type { ExportColumn } from 'src/server/exchange/exportCells.ts';
import { exportColumns } from 'src/server/exchange/exportColumns.ts';
import { createListTextReader, type ListSources, type ListTexts } from 'src/server/exchange/exportLists.ts';
import type { TableRow, TableSource } from 'src/server/exchange/exportSource.ts';
import { exportWordsFrom } from 'src/server/exchange/exportWords.ts';
import { csvFormat } from 'src/server/exchange/formats/tables/csvFormat.ts';
import { declaredIn, labelIn } from 'src/server/lists/valueLists.ts';
import { storedItems, type Packing } from 'src/server/packages/packContent.ts';
import { packedTablePath } from 'src/server/packages/packageFacts.ts';
import type { StoredItem } from 'src/server/store/itemStorage.ts';
import { labelsOfItems } from 'src/server/store/packageRows.ts';

export type PackedNumbers = ReadonlyMap<ServerItemType, readonly number[]>;

const TABLE_LANGUAGE = 'en';

/** Returns the texts of the values of all lists: declared ones, and those of the site and of owners in the package. */
const listTextsOf = async (packing: Packing, numbers: PackedNumbers): Promise<ReadonlyMap<string, ListTexts>> => {
  const { lists, types } = packing.options.registry;
  const found = new Map<string, Map<string, Map<string, string>>>();
  const put = (list: string, owner: string, [key, text]: readonly [string, string]): void => {
    const ofList = found.get(list) ?? new Map<string, Map<string, string>>();
    found.set(list, ofList.set(owner, (ofList.get(owner) ?? new Map<string, string>()).set(key, text)));
  };
  for (const list of Object.values(lists))
    for (const { key, label } of declaredIn(list, TABLE_LANGUAGE)) put(list.name, SYSTEM_OWNER, [key, label]);
  const type = types[SYSTEM_TYPES.listValue];
  for await (const group of type ? storedItems(packing, type, numbers.get(type) ?? []) : [])
    for (const { owners, properties } of group) {
      const key = String(properties['key']);
      const text = labelIn(TABLE_LANGUAGE, (properties['t'] ?? {}) as Readonly<Record<string, Json>>, key);
      for (const owner of owners) put(String(properties['list']), owner, [key, text]);
    }
  return found;
};

/** Returns the labels of items and of those in their labels. */
const labelsForTable = async (
  { db, packed, outside, options }: Packing,
  ids: readonly ItemId[],
): Promise<ReadonlyMap<ItemId, string>> => {
  const read = async (some: readonly ItemId[]): Promise<Map<ItemId, string>> =>
    new Map([
      ...some.flatMap((id): [ItemId, string][] => (outside.has(id) ? [[id, outside.get(id) ?? id]] : [])),
      ...(await labelsOfItems(
        db,
        options.registry,
        some.filter((id) => packed.has(id)),
      )),
    ]);
  const labels = await read(ids);
  const inner = await read([...labels.values()].flatMap(referencesIn));
  const plain = new Map([...inner].map(([id, label]) => [id, resolveLabel(label, new Map(), id)]));
  return new Map([...labels].map(([id, label]) => [id, resolveLabel(label, plain, id)]));
};

const idsToLabel = (type: ServerItemType, { id, creator, updater, properties }: StoredItem): ItemId[] =>
  [id, creator, updater, ...relationPaths(type).flatMap((path) => valuesAt(properties, path))].filter(isItemId);

const packedItem = (stored: StoredItem, $labels: Readonly<Record<ItemId, string>>): Item =>
  Object.assign(itemHeader({ ...stored, version: '' }), stored.properties, {
    $label: $labels[stored.id] ?? stored.id,
    $labels,
  });

const packedCells = (columns: readonly ExportColumn[], item: Item, context: CellContext): TableRow => {
  const cells: Cell[] = [];
  for (const column of columns) column.write(cells, item, context);
  return { cells };
};

/** Writes a table for each type. `numbers`: of the records in the package. */
export const packTables = async (packing: Packing, numbers: PackedNumbers): Promise<void> => {
  const { bag, options } = packing;
  const { messages, registry } = options;
  const words = exportWordsFrom({ messages, overrides: {}, language: TABLE_LANGUAGE, zone: 'UTC' });
  const lists = await listTextsOf(packing, numbers);
  const sources: ListSources = {
    texts: (list) => Promise.resolve(lists.get(list) ?? new Map()),
    items: async (ids) => (await options.items.findMany(packing.db, ids)).map((stored) => packedItem(stored, {})),
  };
  for (const [type, some] of numbers) {
    const columns = exportColumns({
      ...{ registry, types: [type], subject: { userId: SYSTEM_USER }, words, attributes: [] },
      ...{ request: { relationIds: true }, places: false, typed: false, terms: false },
    });
    const listTextFor = createListTextReader([type]);
    const source: TableSource = {
      title: type.name,
      columns,
      async *pages() {
        for await (const group of storedItems(packing, type, some)) {
          options.signal?.throwIfAborted();
          const labels = Object.fromEntries(
            await labelsForTable(packing, [...new Set(group.flatMap((stored) => idsToLabel(type, stored)))]),
          );
          const items = group.map((stored) => packedItem(stored, labels));
          const listText = await listTextFor(items, sources);
          yield items.map((item) => packedCells(columns, item, { words, listText }));
        }
      },
    };
    async function* content(): AsyncGenerator<Buffer> {
      for await (const text of csvFormat.write(source)) yield Buffer.from(text);
    }
    await bag.add(packedTablePath(type.name), content(), csvFormat.media);
  }
};
