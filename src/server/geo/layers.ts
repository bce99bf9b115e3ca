// Layers of a map: an item type with geometry, the contents of an item, a saved search, or a query of act/mapLayer. A layer that the asker
// may not see does not exist.

import { createHmac } from 'node:crypto';
import type { Filters, Query } from 'src/model/generated/wire.ts';
import type { Json } from 'src/model/item/Item.ts';
import { tryParseItemId } from 'src/model/item/itemKey.ts';
import { readOrgsOf, type Subject } from 'src/model/access/Subject.ts';
import { queryOfSaved } from 'src/model/query/savedQuery.ts';
import type { ServerRegistry } from 'src/model/schema/Registry.ts';
import { SYSTEM_TYPES } from 'src/model/schema/systemTypes.ts';
import type { ReadFilter } from 'src/server/store/readers/readFilters.ts';
import { mapTypes, onlyOf, queryAmong, withGeometry, type MapType } from 'src/server/geo/mapTypes.ts';
import { secret } from 'src/server/store/accounts/siteSecret.ts';
import type { Queryable } from 'src/server/store/database.ts';
import type { ItemStorage } from 'src/server/store/itemStorage.ts';
import { keepMapLayer, readMapLayer } from 'src/server/store/mapLayerRows.ts';

/** Name of the layer of a query. */
export const QUERY_LAYER = 'search';

export interface Layer {
  /** Restricted to types with geometry. */
  readonly query: Query;
  /** Filters in addition to the query, by type name. */
  readonly only: ReadonlyMap<string, Filters>;
  readonly types: readonly MapType[];
  /** Equal queries have equal texts. */
  readonly text: string;
}

interface Question {
  readonly query: Query;
  readonly includeExcluded: boolean;
}

export interface LayerAsker {
  readonly db: Queryable;
  readonly readFilter: ReadFilter;
}

export interface Layers {
  /** Returns undefined when there is no such layer for this asker. */
  named(asker: LayerAsker, name: string): Promise<Layer | undefined>;
  /** Returns the layer of a key that this asker received. */
  keyed(asker: LayerAsker, name: string, key: string): Promise<Layer | undefined>;
  of(question: Question): Layer | undefined;
  /** Stores the layer and returns its key. `writer` is used for the write. */
  keep(asker: LayerAsker, writer: Queryable, name: string, layer: Layer): Promise<string>;
}

const KEY_CHARACTERS = 22;

/** Returns the owner of a key. While an administrator acts as a user, the pair of both owns it. */
const layerOwner = ({ userId, actingAdminId }: Subject): string => {
  if (userId === undefined) return 'visitor';
  return actingAdminId === undefined ? userId : `${actingAdminId} as ${userId}`;
};

/** Returns the query for the contents of an item with a geometry. */
const contentsOf = (registry: ServerRegistry, types: readonly MapType[], id: string): Query | undefined => {
  const { type = '' } = tryParseItemId(id) ?? {};
  const contents = registry.types[type]?.view.page?.contents ?? [];
  const [placed] = contents.filter((each) => types.some((map) => map.type.name === each.type));
  return placed && { must: { _t: [placed.type], [placed.path]: [id] } };
};

const filterReader = (subject: Subject) => ({ $id: subject.userId ?? '', readOrgs: readOrgsOf(subject) });

export const createLayers = (
  registry: ServerRegistry,
  { items, database }: { readonly items: Pick<ItemStorage, 'readVisible'>; readonly database: Queryable },
): Layers => {
  const types = withGeometry(mapTypes(registry));
  let known: Promise<Buffer> | undefined;

  const of = ({ query, includeExcluded }: Question): Layer | undefined => {
    // Position and order are determined by the map.
    const { must, should, mustNot, minShould, subs, subsShould, ids } = query;
    const parts = { must, should, mustNot, minShould, subs, subsShould, ids };
    const layerQuery = queryAmong(
      Object.fromEntries(Object.entries(parts).filter(([, part]) => part !== undefined)) as Query,
      types,
    );
    if (!layerQuery) return undefined;
    const placed = types.filter(({ type }) => layerQuery.must?._t?.includes(type.name) === true);
    const only = includeExcluded ? new Map<string, Filters>() : onlyOf(layerQuery, placed);
    return { query: layerQuery, only, types: placed, text: JSON.stringify([layerQuery, [...only]]) };
  };

  const ofItem = async ({ db, readFilter }: LayerAsker, id: string): Promise<Layer | undefined> => {
    if (!tryParseItemId(id)) return undefined;
    const [item] = await items.readVisible(db, readFilter, [id], { channel: undefined });
    if (!item) return undefined;
    const properties = item as Readonly<Record<string, Json | undefined>>;
    const query =
      item._t === SYSTEM_TYPES.savedSearch
        ? queryOfSaved(registry, properties, filterReader(readFilter.subject))
        : contentsOf(registry, types, id);
    return query && of({ query, includeExcluded: false });
  };

  const siteKey = (): Promise<Buffer> =>
    (known ??= secret(database, 'mapLayers').catch((error: unknown) => {
      known = undefined;
      throw error;
    }));

  return {
    of,
    async named(asker, name) {
      if (types.some(({ type }) => type.name === name))
        return of({ query: { must: { _t: [name] } }, includeExcluded: false });
      return await ofItem(asker, name);
    },
    async keyed({ db, readFilter }, name, key) {
      const row = await readMapLayer(db, key, layerOwner(readFilter.subject));
      if (!row || row.layer !== name) return undefined;
      const [query, only] = row.question as [Query, [string, Filters][]];
      const placed = types.filter(({ type }) => query.must?._t?.includes(type.name) === true);
      // The declarations may have changed since.
      if (placed.length === 0) return undefined;
      return { query, only: new Map(only), types: placed, text: JSON.stringify([query, only]) };
    },
    async keep({ readFilter }, writer, name, layer) {
      const asker = layerOwner(readFilter.subject);
      const key = createHmac('sha256', await siteKey())
        .update(JSON.stringify([asker, name, layer.text]))
        .digest('base64url')
        .slice(0, KEY_CHARACTERS);
      await keepMapLayer(writer, { key, asker, layer: name, question: JSON.parse(layer.text) as Json });
      return key;
    },
  };
};
