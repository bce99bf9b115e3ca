// Features read from items: the ids that a query finds, then the items themselves in batches. Called by FeatureSet.

import { boundsOf } from 'src/client/forms/text/geometry.ts';
import type { FeatureSource, MapFeature } from 'src/client/map/MapFeature.ts';
import { MOST_FEATURES } from 'src/client/map/mapConstants.ts';
import type { Client } from 'src/client/Client.ts';
import type { Query } from 'src/model/generated/wire.ts';
import type { Item, ItemId } from 'src/model/item/Item.ts';
import type { Registry } from 'src/model/schema/Registry.ts';

const BATCH = 200;
const PAGE = 1_000;

/** Nothing for an item that says no place. */
export const featureOf = (item: Item, registry: Registry): MapFeature | undefined => {
  const path = registry.types[item._t]?.view.displays.MAP?.geometry;
  const geometry = path === undefined ? undefined : item[path];
  const bbox = boundsOf(geometry);
  if (!bbox || geometry === undefined) return undefined;
  return { $id: item.$id, label: item.$label, type: item._t, geometry, bbox };
};

type Services = Pick<Client, 'connection' | 'search' | 'registry'>;

export const createItemFeatures = ({ connection, search, registry }: Services): FeatureSource => {
  const idsOf = async (query: Query, signal: AbortSignal) => {
    const ids: ItemId[] = [];
    let after: string | undefined;
    let total = 0;
    do {
      // oxlint-disable-next-line no-await-in-loop -- each page names the next
      const answer = await search.search({ ...query, max: PAGE, ...(after === undefined ? {} : { after }) });
      ids.push(...answer.ids);
      ({ total, after } = answer);
    } while (after !== undefined && ids.length < MOST_FEATURES && !signal.aborted);
    return { ids: ids.slice(0, MOST_FEATURES), total };
  };
  return {
    read: async (query, take, signal) => {
      const { ids, total } = await idsOf(query, signal);
      for (let at = 0; at < ids.length && !signal.aborted; at += BATCH) {
        // oxlint-disable-next-line no-await-in-loop -- what was read is drawn while the rest comes
        const found = await connection.send('readMany/object', ids.slice(at, at + BATCH));
        if (!signal.aborted) take(Object.values(found).flatMap((item) => featureOf(item, registry) ?? []));
      }
      return { total };
    },
  };
};
