// Loads the times of a listing, again when its query changes, and updates them while it is open.

import { useEffect, useMemo } from 'react';
import { onReturn } from 'src/client/connection/onReturn.ts';
import { TimeSet } from 'src/client/displays/TimeSet.ts';
import type { ListingStore } from 'src/client/listing/ListingStore.ts';
import { useClient } from 'src/client/useClient.ts';
import type { Query } from 'src/model/generated/wire.ts';
import { isMomentAt } from 'src/model/kinds/kindTraits.ts';
import { typeOfId } from 'src/model/item/itemKey.ts';

/** Observable: call it inside an observer. A calendar asks for `days` and takes each start as it is. */
export const useTimeSet = (store: ListingStore, asks: 'times' | 'days' = 'times'): TimeSet => {
  const { connection, search, registry, items } = useClient();
  const set = useMemo(
    () =>
      new TimeSet(search, asks, (id) => {
        if (asks === 'days') return false;
        const type = registry.types[typeOfId(id)];
        return type === undefined || !isMomentAt(type.properties, type.view.period?.start);
      }),
    [search, registry, asks],
  );
  const asked = JSON.stringify(store.wholeQuery);
  useEffect(() => {
    const { max: _, ...query } = JSON.parse(asked) as Query;
    set.show(query);
  }, [set, asked]);
  useEffect(() => () => set.cancel(), [set]);
  useEffect(() => {
    const stops = [
      connection.onPush('item/update', ({ $id }) => store.lists($id) && set.changed($id)),
      items.replaced.add((after, before) => before && store.lists(after.$id) && set.changed(after.$id)),
      items.onOwnChange((id) => store.lists(id) && set.changed(id)),
      onReturn(connection, { hasFailed: () => set.state === 'failed', load: () => set.load() }),
    ];
    return () => stops.forEach((stop) => stop());
  }, [set, store, connection, items]);
  return set;
};
