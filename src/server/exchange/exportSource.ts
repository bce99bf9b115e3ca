// Source of an export: items page by page, each read through the current read filter, with their cells. The next pages are read while the
// reader takes the previous one; a page that has waited is read again, so a removed right takes effect within a second. PRIVATE values are
// audited before they are written.

import { asGeometry, type Geometry } from 'src/model/geo/geoJson.ts';
import type { Item, ItemId } from 'src/model/item/Item.ts';
import { itemId } from 'src/model/item/itemId.ts';
import type { TypeExports } from 'src/model/schema/TypeExports.ts';
import type { ItemType, ServerRegistry } from 'src/model/schema/Registry.ts';
import { EXPORT_CHANNEL } from 'src/server/store/audit.ts';
import type { ReadFilter } from 'src/server/store/readers/readFilters.ts';
import type { ExchangeNeeds } from 'src/server/exchange/ExchangeNeeds.ts';
import type { Cell, CellType } from 'src/model/kinds/KindCodec.ts';
import { geometryPath } from 'src/server/exchange/columnProperties.ts';
import type { ExportColumn } from 'src/server/exchange/exportCells.ts';
import { createExportFiles, type ExportFiles } from 'src/server/exchange/exportFiles.ts';
import { exportedValues, type ExportedValue } from 'src/server/exchange/exportValues.ts';
import { createListReader } from 'src/server/exchange/exportLists.ts';
import type { ExportWords } from 'src/server/exchange/exportWords.ts';

/** Member of an exported item with the uses that are permitted of it. */
export const TERMS_MEMBER = 'terms';
/** Items per page: a few statements, and some tens of milliseconds to build the cells. */
const ROWS_PER_PAGE = 500;
/** Items of the first page, so that a reader receives the first row soon. */
const FIRST_PAGE_ROWS = 50;
/** Pages that are read before their turn: the database reads one while the cells of another are built. */
const PAGES_AHEAD = 2;
/** Age at which a page that was read in advance is read again. */
const MAX_PAGE_AGE_MS = 500;

/** A row of a table. */
export interface TableRow {
  readonly cells: readonly Cell[];
}

/** A table, page by page. */
export interface TableSource {
  readonly title: string;
  readonly columns: readonly ExportColumn[];
  /** Converts to the local time of the asker. */
  readonly localTime?: ExportWords['localTime'];
  pages(): AsyncGenerator<readonly TableRow[]>;
}

export interface ExportRow extends TableRow {
  /** Index in the result. */
  readonly at: number;
  readonly item: Item;
  readonly geometry: Geometry | undefined;
  /** Returns the values at a path of the item, with their texts. */
  values(path: string): readonly ExportedValue[];
}

export interface ExportSource extends TableSource {
  /** Address of the site, such as `https://keeper.example.org`. */
  readonly origin: string;
  readonly language: string;
  readonly now: Date;
  /** The file holds what an import needs to change the same records. */
  readonly forEditing: boolean;
  /** Properties of a type that fill the fields of formats. */
  mappingOf(type: string): TypeExports;
  /** Files of the records. */
  readonly files: ExportFiles;
  /** Returns a text in the language of the export. */
  text(message: string): string;
  /** Creates an empty folder for a file that cannot be written in one pass. The caller removes it. */
  scratchFolder(): Promise<string>;
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

/** Records of a page that may leave, and their terms. */
interface PermittedPage {
  readonly ids: readonly ItemId[];
  termsOf(id: ItemId): string | undefined;
}

export interface ExportPermits {
  /** True when a record of the export is behind a consent. */
  readonly some: boolean;
  read(readFilter: ReadFilter, ids: readonly ItemId[]): Promise<PermittedPage>;
}

interface SourceOptions {
  readonly asker: ExportAsker;
  readonly title: string;
  readonly found: FoundIds;
  readonly types: readonly ItemType[];
  readonly columns: readonly ExportColumn[];
  /** Properties that the columns need; all when absent. */
  readonly properties: ReadonlySet<string> | undefined;
  readonly words: ExportWords;
  readonly permits: ExportPermits;
  readonly forEditing: boolean;
}

/** Adds the uses that the consents behind the item permit. */
const withTerms = (item: Item, terms: string | undefined): Item =>
  terms === undefined ? item : Object.assign({}, item, { [TERMS_MEMBER]: terms });

export const createExportSource = (options: SourceOptions): ExportSource => {
  const { asker, title, found, types, columns, properties, words, permits, forEditing } = options;
  const { services, readFilterNow, gone } = asker;
  const { registry, origin, clock, scratch } = services;
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
    const permitted = await permits.read(readFilter, [...placeOf.keys()]);
    const items = await services.items.readVisible(services.database, readFilter, permitted.ids, {
      channel: EXPORT_CHANNEL,
      labels: 'shared',
      properties,
    });
    const rowItems = items.map((item) => withTerms(item, permitted.termsOf(item.$id)));
    const context = { words, listText: await listReader(readFilter, items) };
    const cellsOf = (item: Item): Cell[] => {
      const cells: Cell[] = [];
      for (const column of columns) column.write(cells, item, context);
      return cells;
    };
    return rowItems.map((item) => ({
      at: placeOf.get(item.$id) ?? 0,
      item,
      cells: cellsOf(item),
      geometry: geometryOf(item),
      values: exportedValues(registry.types[item._t], item, context),
    }));
  };

  const readAhead = (places: readonly number[]): (() => Promise<ExportRow[]>) => {
    const read = readPage(places).then((rows) => ({ rows, at: clock.now().getTime() }));
    // Awaited by the caller, or no longer needed.
    read.catch(() => {});
    return async () => {
      const { rows, at } = await read;
      return clock.now().getTime() - at < MAX_PAGE_AGE_MS ? rows : await readPage(places);
    };
  };

  return {
    title,
    columns,
    localTime: words.localTime,
    ...{ origin, language: words.language, now: clock.now(), forEditing },
    mappingOf: (type) => registry.types[type]?.server.exports ?? {},
    files: createExportFiles(asker),
    text: (message) => words.format(message),
    scratchFolder: () => scratch.folder(),
    async *pages(places) {
      const count = places?.length ?? found.count;
      const placesFrom = (start: number, rows: number): number[] =>
        Array.from({ length: Math.min(rows, count - start) }, (_, at) => places?.[start + at] ?? start + at);
      const ahead: (() => Promise<ExportRow[]>)[] = [];
      let from = 0;
      const readMore = (rows: number): void => {
        if (from >= count) return;
        ahead.push(readAhead(placesFrom(from, rows)));
        from += rows;
      };
      readMore(FIRST_PAGE_ROWS);
      while (ahead.length < PAGES_AHEAD && from < count) readMore(ROWS_PER_PAGE);
      for (let next = ahead.shift(); next; next = ahead.shift()) {
        const rows: ExportRow[] = await next();
        readMore(ROWS_PER_PAGE);
        yield rows;
      }
    },
  };
};

export const captionsOf = ({ columns }: TableSource): string[] => columns.flatMap(({ captions }) => captions);

export const cellTypesOf = ({ columns }: TableSource): CellType[] =>
  columns.flatMap(({ captions, types = [] }) => captions.map((_, at) => types[at] ?? 'text'));
