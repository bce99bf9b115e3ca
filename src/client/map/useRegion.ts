// Initial bounds of the map of an empty geometry: the view of a map in the previous column; without one, around the places of the item's
// owner; without any, what the person last looked at on this device; otherwise around all owners that the reader may see. Undefined until it
// is known, and when no owner has a place.

import { useCallback } from 'react';
import type { Bounds } from 'src/client/fields/text/geometry.ts';
import { useFormSession } from 'src/client/fields/session/useFormSession.ts';
import { boundsAround, boundsShown } from 'src/client/map/inView.ts';
import { lastViewOf } from 'src/client/map/lastView.ts';
import { useColumn } from 'src/client/navigation/ColumnContext.ts';
import { useClient } from 'src/client/useClient.ts';
import { useServerData } from 'src/client/useServerData.ts';
import type { Item } from 'src/model/item/Item.ts';
import type { ItemType } from 'src/model/schema/Registry.ts';
import { isGeometry } from 'src/model/kinds/kindTraits.ts';

/** Minimum degrees from the middle to each side: the map of an office shows the land around it. */
const MIN_DEGREES = 0.25;

const widened = ([west, south, east, north]: Bounds): Bounds => {
  const across = Math.max(0, MIN_DEGREES - (east - west) / 2);
  const up = Math.max(0, MIN_DEGREES - (north - south) / 2);
  return [west - across, Math.max(-90, south - up), east + across, Math.min(90, north + up)];
};

/** Returns the bounds of all geometries of an item. */
const boundsOfItem = (item: Item, { properties }: ItemType): Bounds | undefined => {
  const places = Object.values(properties).filter(({ kind }) => isGeometry(kind));
  return boundsAround(
    places.flatMap(({ name }) => {
      const bounds = boundsShown(item[name] ?? undefined);
      return bounds ? [bounds] : [];
    }),
  );
};

/** Returns the owner in the form, or the first one that the person works for. */
const useOwner = (): string | undefined => {
  const { registry, session } = useClient();
  const form = useFormSession();
  const path = form && registry.types[form.plan.type]?.read.owner;
  const named = path === undefined ? undefined : form?.values[path];
  return typeof named === 'string' && named !== '' ? named : session.user?.readOrgs?.[0];
};

/** The component must be an observer. Without `wanted`, nothing is read. */
export const useRegion = (wanted: boolean): Bounds | undefined => {
  const { registry, items, connection, session, navigation } = useClient();
  const before = navigation.cells[useColumn() - 1];
  const user = session.user?.$id;
  const current = wanted && user !== undefined && before ? lastViewOf(user, before) : undefined;
  const owner = useOwner();
  const type = registry.types[registry.ownerType ?? ''];
  const loaded = wanted && !current && owner !== undefined ? items.get(owner) : undefined;
  const own = loaded?.state === 'ready' && type ? boundsOfItem(loaded.item, type) : undefined;
  const isWithoutOwn = wanted && !current && own === undefined && loaded?.state !== 'loading';
  const last = isWithoutOwn && user !== undefined ? lastViewOf(user) : undefined;
  const asksForAll = isWithoutOwn && last === undefined && type?.view.place !== undefined;
  const name = type?.name;
  const ask = useCallback(async (): Promise<Bounds | undefined> => {
    const query = { must: { _t: [name ?? ''] } };
    const answer = await connection.send('act/mapLayer', { query, includeExcluded: true });
    const [west, south, east, north] = answer.bbox ?? [];
    return west === undefined ? undefined : [west, south ?? 0, east ?? 0, north ?? 0];
  }, [connection, name]);
  const { answer } = useServerData(asksForAll ? { of: 'owners', ask } : undefined);
  if (current ?? last) return current ?? last;
  const found = own ?? answer;
  return found && widened(found);
};
