// The parts and formats in which a listing or an item can be exported, and the request for each. Observable.

import type { Client } from 'src/client/Client.ts';
import type { ListingStore } from 'src/client/listing/ListingStore.ts';
import type { Messages } from 'src/client/ui/declaredMessages.ts';
import { EXPORT_FORMATS, EXPORT_GROUPS, type ExportFormatName } from 'src/model/generated/exportFormats.ts';
import type { ExportRequest, Query } from 'src/model/generated/wire.ts';
import type { Item } from 'src/model/item/Item.ts';
import { filesOf } from 'src/model/schema/paths.ts';
import type { ItemType } from 'src/model/schema/Registry.ts';
import { isGeometry } from 'src/model/kinds/kindTraits.ts';
import { listingTitle } from 'src/client/listing/listingTitle.ts';

export type ExportSubject = { readonly store: ListingStore } | { readonly item: Item; readonly type: ItemType };

/** All results, or only the selected ones. */
export interface ExportPart {
  readonly key: 'all' | 'selected';
  readonly count: number;
  readonly asked: Pick<ExportRequest, 'query' | 'ids'>;
  /** Finds its records that have a place; undefined where a query cannot. */
  readonly placed: Query | undefined;
}

export interface ExportChoices {
  /** Empty for one item. */
  readonly parts: readonly ExportPart[];
  readonly formats: readonly ExportFormatName[];
  /** Name of the file. */
  readonly name: string;
}

const formatsOf = (group: (typeof EXPORT_GROUPS)[ExportFormatName]): readonly ExportFormatName[] =>
  EXPORT_FORMATS.filter((name) => EXPORT_GROUPS[name] === group);

/** Returns the formats whose fields the properties of one of the types fill. */
const mappedFormats = (types: readonly ItemType[]): readonly ExportFormatName[] =>
  formatsOf('mapped').filter((name) => types.some(({ exports = [] }) => exports.includes(name)));

const hasPlaces = ({ properties }: ItemType): boolean => Object.values(properties).some(({ kind }) => isGeometry(kind));
const isPlaced = (item: Item, { properties }: ItemType): boolean =>
  Object.values(properties).some(({ name, kind }) => isGeometry(kind) && item[name] !== undefined);

const wholeQuery = ({ wholeQuery: { max: _, ...query } }: ListingStore): Query => query;

/** Returns the selected ids in the order of the listing, and then the others. */
const selectedIds = ({ selection, ids }: ListingStore): readonly string[] => {
  const listed = ids.filter((id) => selection.has(id));
  return [...listed, ...selection.ids.filter((id) => !listed.includes(id))];
};

/** Maximum number of ids in a query. */
const MOST_COUNTED = 1_000;

/** Returns undefined for a query that asks about places itself. */
const placedOf = ({ sort: _, facets: __, ...query }: Query): Query | undefined =>
  query.must && 'hasPlace' in query.must ? undefined : { ...query, must: { ...query.must, hasPlace: [true] }, max: 0 };

const exportParts = (store: ListingStore): readonly ExportPart[] => {
  const { selection, total } = store;
  const query = wholeQuery(store);
  const all: ExportPart = { key: 'all', count: total, asked: { query }, placed: placedOf(query) };
  if (selection.count === 0 || selection.all) return [all];
  const ids = selectedIds(store);
  const placed = ids.length <= MOST_COUNTED ? placedOf({ must: { $id: ids } }) : undefined;
  return [{ key: 'selected', count: selection.count, asked: { ids }, placed }, all];
};

/** Returns the formats that can carry something of the types, in one order everywhere. */
const offeredFormats = (types: readonly ItemType[], withPlaces: boolean): readonly ExportFormatName[] => [
  ...formatsOf('tables'),
  ...(withPlaces ? formatsOf('places') : []),
  ...mappedFormats(types),
  ...(types.some(({ properties }) => filesOf(properties).length > 0) ? formatsOf('files') : []),
  ...formatsOf('raw'),
];

export const exportChoices = (subject: ExportSubject, { day }: Client, messages: Messages): ExportChoices => {
  if ('item' in subject) {
    const { item, type } = subject;
    const formats = offeredFormats([type], isPlaced(item, type));
    return { parts: [], formats, name: item.$label };
  }
  const { store } = subject;
  const { types } = store.plan;
  const formats = offeredFormats(types, types.some(hasPlaces));
  return { parts: exportParts(store), formats, name: `${listingTitle(store.plan, messages)} ${day.today}` };
};
