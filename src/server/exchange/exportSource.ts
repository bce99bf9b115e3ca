// Source of an export: items page by page, each read through the current read filter, with their cells. A removed right takes effect from
// the next page on. PRIVATE values are audited before they are written.

import { asGeometry, type Geometry } from 'src/model/geo/geoJson.ts';
import type { Item, ItemId } from 'src/model/item/Item.ts';
import { itemId } from 'src/model/item/itemId.ts';
import { isGeometry } from 'src/model/kinds/kindTraits.ts';
import type { ItemType, ServerRegistry } from 'src/model/schema/Registry.ts';
import type { ReadFilter } from 'src/server/store/readers/readFilters.ts';
import type { ExchangeNeeds } from 'src/server/exchange/ExchangeNeeds.ts';
import type { Cell, CellContext } from 'src/model/kinds/KindCodec.ts';
import type { ExportColumn } from 'src/server/exchange/exportCells.ts';
import { createListReader } from 'src/server/exchange/exportLists.ts';
import type { ExportWords } from 'src/server/exchange/exportWords.ts';

/** Channel of exported items in the audit. */
export const EXPORT_CHANNEL = 'export';
/** Items per page: a few statements, and some tens of milliseconds to build the cells. */
const ROWS_PER_PAGE = 500;

export interface ExportRow {
  /** Index in the result. */
  readonly at: number;
  readonly item: Item;
  readonly cells: readonly Cell[];
  readonly geometry: Geometry | undefined;
}

export interface ExportSource {
  readonly title: string;
  readonly columns: readonly ExportColumn[];
  /** Converts to the local time of the asker. */
  readonly localTime?: ExportWords['localTime'];
  /** Yields all rows, or those at these indices. */
  pages(places?: readonly number[]): AsyncGenerator<readonly ExportRow[]>;
}

/** Person of an export. */
export interface ExportAsker {
  readonly services: ExchangeNeeds;
  /** Returns the current read filter; throws when the asker may not continue. */
  readonly readFilterNow: () => Promise<ReadFilter>;
  /** Aborted when the reader has gone. */
  readonly gone: AbortSignal;
  /** Called when the file waits for its reader, and when it continues. */
  readonly wait: (isWaiting: boolean) => void;
}

export interface FoundIds {
  readonly count: number;
  idAt(place: number): ItemId;
}

export const foundIds = (
  { types }: ServerRegistry,
  found: { readonly types: Int32Array; readonly numbers: Int32Array },
): FoundIds => {
  const names = new Map(Object.values(types).map(({ number, name }) => [number, name]));
  const idAt = (place: number): ItemId => itemId(names.get(found.types[place] ?? 0) ?? '', found.numbers[place] ?? 0);
  return { count: found.numbers.length, idAt };
};

/** Returns the property with the geometry of a type's items. */
export const geometryPath = ({ view, properties }: ItemType): string | undefined =>
  view.place?.geometry ?? Object.values(properties).find(({ kind }) => isGeometry(kind))?.name;

interface SourceOptions {
  readonly asker: ExportAsker;
  readonly title: string;
  readonly found: FoundIds;
  readonly types: readonly ItemType[];
  readonly columns: readonly ExportColumn[];
  readonly words: ExportWords;
}

export const createExportSource = (options: SourceOptions): ExportSource => {
  const { asker, title, found, types, columns, words } = options;
  const { services, readFilterNow, gone } = asker;
  const listReader = createListReader(services, types, words.language);
  const geometryPaths = new Map(types.map((type) => [type.name, geometryPath(type)]));
  const geometryOf = (item: Item): Geometry | undefined => {
    const path = geometryPaths.get(item._t);
    return path === undefined ? undefined : asGeometry(item[path]);
  };

  const readPage = async (places: readonly number[]): Promise<ExportRow[]> => {
    gone.throwIfAborted();
    const readFilter = await readFilterNow();
    const placeOf = new Map(places.map((place) => [found.idAt(place), place]));
    const items = await services.items.readVisible(services.database, readFilter, [...placeOf.keys()], {
      channel: EXPORT_CHANNEL,
      labels: true,
    });
    const context: CellContext = { words, listText: await listReader(readFilter, items) };
    const cellsOf = (item: Item): Cell[] => {
      const cells: Cell[] = [];
      for (const column of columns) column.write(cells, item, context);
      return cells;
    };
    return items.map((item) => ({
      at: placeOf.get(item.$id) ?? 0,
      item,
      cells: cellsOf(item),
      geometry: geometryOf(item),
    }));
  };

  return {
    title,
    columns,
    localTime: words.localTime,
    async *pages(places) {
      const count = places?.length ?? found.count;
      for (let from = 0; from < count; from += ROWS_PER_PAGE) {
        const length = Math.min(ROWS_PER_PAGE, count - from);
        yield await readPage(Array.from({ length }, (_, at) => places?.[from + at] ?? from + at));
      }
    },
  };
};

export const captionsOf = ({ columns }: ExportSource): string[] => columns.flatMap(({ captions }) => captions);
