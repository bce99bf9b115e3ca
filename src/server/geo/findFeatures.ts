// Features of an answer to act/streamFeatures: items with their own geometry, and items that use the geometry of others. Only ids that the
// asker may know are passed on, and each is checked again when it is drawn. Called by streamFeatures.

import type { Query } from 'src/model/generated/wire.ts';
import type { ItemId } from 'src/model/item/Item.ts';
import { itemId } from 'src/model/item/itemId.ts';
import { tryParseItemId, typeOfId } from 'src/model/item/itemKey.ts';
import { relationsOf } from 'src/model/schema/paths.ts';
import { idsAtPaths } from 'src/server/store/readers/hiddenRelations.ts';
import type { GeoContext } from 'src/server/geo/GeoNeeds.ts';
import { onlyOf, queryAmong, withGeometry, type MapType, type MapTypes } from 'src/server/geo/mapTypes.ts';
import { orderedBy } from 'src/server/store/featureRows.ts';

export interface FeatureRequest {
  readonly query?: Query | undefined;
  readonly relatedIDs: readonly ItemId[];
  readonly proxyIDs: readonly ItemId[];
  readonly onlyProxyTypes?: readonly string[] | undefined;
  readonly includeExcluded: boolean;
}

export interface FoundFeatures {
  /** Items with their own geometry. */
  readonly own: readonly ItemId[];
  /** Items that use the geometry of others. */
  readonly proxies: readonly ItemId[];
  /** There are more. */
  readonly more: boolean;
}

interface Found {
  readonly ids: readonly ItemId[];
  readonly more: boolean;
}

const NO_FIGURES: Found = { ids: [], more: false };

/** Returns the geometry property by type number. */
export const placesOf = (among: readonly MapType[]): ReadonlyMap<number, string> =>
  new Map(among.flatMap(({ type, geometry }) => (geometry === undefined ? [] : [[type.number, geometry] as const])));

/** Returns the ids of the query's results among these types. */
export const findAmong = async (
  { services, readFilter, gone }: GeoContext,
  query: Query,
  { among, includeExcluded }: { readonly among: readonly MapType[]; readonly includeExcluded: boolean },
): Promise<Found> => {
  const narrowedQuery = queryAmong(query, among);
  if (!narrowedQuery) return NO_FIGURES;
  const { total, types, numbers } = await services.search.locate(
    readFilter,
    {
      query: narrowedQuery,
      ...(!includeExcluded && { only: onlyOf(query, among) }),
      ...{ places: placesOf(among), box: undefined, max: services.limits.mapFeatures, square: 0 },
    },
    gone,
  );
  const names = new Map(among.map(({ type }) => [type.number, type.name]));
  const ids = Array.from(types, (type, at) => itemId(names.get(type) ?? '', numbers[at] ?? 0));
  return { ids, more: total > ids.length };
};

const IDS_AT_ONCE = 1_000;

/** Returns those of the ids that the views of their types show on maps. */
export const admitted = async (
  context: GeoContext,
  ids: readonly ItemId[],
  options: { readonly among: readonly MapType[]; readonly includeExcluded: boolean },
): Promise<ItemId[]> => {
  const distinct = [...new Set(ids)].slice(0, context.services.limits.mapFeatures);
  const found: ItemId[] = [];
  for (let from = 0; from < distinct.length; from += IDS_AT_ONCE) {
    const some = distinct.slice(from, from + IDS_AT_ONCE);
    found.push(...(await findAmong(context, { ids: some }, options)).ids);
  }
  return found;
};

/** Returns these items and those that they name, as far as the asker sees them. */
const namedItems = async (context: GeoContext, ids: readonly ItemId[]): Promise<ItemId[]> => {
  const { db, readFilter, services } = context;
  const items = await services.items.readVisible(db, readFilter, ids, { channel: undefined });
  return items.flatMap((item) => {
    const paths = relationsOf(services.registry.types[item._t]?.properties ?? {}).map(({ path }) => path);
    return [item.$id, ...idsAtPaths(item, paths)];
  });
};

/** Orders points by the time at which they were taken, when the view of the type declares it. */
const inOrderOfCollection = async (context: GeoContext, maps: MapTypes, ids: readonly ItemId[]): Promise<ItemId[]> => {
  const ordered: ItemId[] = [];
  for (const name of new Set(ids.map(typeOfId))) {
    const known = maps.get(name);
    const own = ids.filter((id) => typeOfId(id) === name);
    if (known?.collected === undefined) {
      ordered.push(...own);
      continue;
    }
    const numbers = own.flatMap((id) => tryParseItemId(id)?.number ?? []);
    const pointRequest = { type: known.type.number, numbers, path: known.collected };
    ordered.push(...(await orderedBy(context.db, pointRequest)).map((number) => itemId(name, number)));
  }
  return ordered;
};

/** Returns whether items that use the geometry of others are requested. */
const isProxyAsked =
  ({ onlyProxyTypes }: FeatureRequest) =>
  (id: ItemId): boolean =>
    onlyProxyTypes === undefined || onlyProxyTypes.includes(typeOfId(id));

export const findFeatures = async (
  context: GeoContext,
  maps: MapTypes,
  asked: FeatureRequest,
): Promise<FoundFeatures> => {
  const { query, relatedIDs, proxyIDs, onlyProxyTypes, includeExcluded } = asked;
  // With requested types, only features that represent another item are candidates; which one is known when they are read.
  const placed = withGeometry(maps).filter(({ standsFor }) => onlyProxyTypes === undefined || standsFor !== undefined);
  const byOthers = [...maps.values()].filter(({ geometryOf }) => geometryOf !== undefined);
  const among = { among: [...placed, ...byOthers], includeExcluded };
  const queried = query ? await findAmong(context, query, among) : NO_FIGURES;
  const related =
    relatedIDs.length > 0 ? await findAmong(context, { must: { related: relatedIDs } }, among) : NO_FIGURES;
  const named = relatedIDs.length > 0 ? await admitted(context, await namedItems(context, relatedIDs), among) : [];
  const all = [...new Set([...queried.ids, ...related.ids, ...named])];
  const isOwn = (id: ItemId): boolean => maps.get(typeOfId(id))?.geometry !== undefined;
  const own = await inOrderOfCollection(context, maps, all.filter(isOwn));
  const proxies = [...new Set([...all.filter((id) => !isOwn(id)), ...proxyIDs])].filter(isProxyAsked(asked));
  const most = context.services.limits.mapFeatures;
  return {
    own: own.slice(0, most),
    proxies: proxies.slice(0, most),
    more: queried.more || related.more || own.length > most || proxies.length > most,
  };
};
