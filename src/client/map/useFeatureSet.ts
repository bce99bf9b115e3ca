// Loads the features of a listing, again when its query changes, and keeps them up to date while it is open.

import { useEffect, useMemo } from 'react';
import { onReturn } from 'src/client/connection/onReturn.ts';
import { FeatureSet } from 'src/client/map/FeatureSet.ts';
import { createStreamedFeatures } from 'src/client/map/streamedFeatures.ts';
import { useClient } from 'src/client/useClient.ts';
import type { Query } from 'src/model/generated/wire.ts';
import type { Item, ItemId } from 'src/model/item/Item.ts';
import { isSystemId } from 'src/model/item/itemId.ts';
import { typeOfId } from 'src/model/item/itemKey.ts';

interface Asked {
  readonly query: Query;
  /** Types of the items. */
  readonly types: readonly string[];
  /** True to include what the views of the types exclude from maps. */
  readonly everything?: boolean;
  /** Further geometry of the items, instead of their own. */
  readonly further?: string | undefined;
}

export const useFeatureSet = ({ query, types, everything = false, further }: Asked): FeatureSet => {
  const { connection, registry, items, search } = useClient();
  const set = useMemo(
    () => new FeatureSet(createStreamedFeatures({ connection, search, registry }, { everything, further })),
    [connection, search, registry, everything, further],
  );
  const asked = JSON.stringify(query);
  const named = types.join(' ');
  useEffect(() => set.show(JSON.parse(asked) as Query), [set, asked]);
  useEffect(() => () => set.cancel(), [set]);
  useEffect(() => {
    const names = named.split(' ').filter((name) => name !== '');
    const listed = (id: ItemId): boolean => names.includes(typeOfId(id));
    const moved = (after: Item, before: Item): boolean => {
      const path = further ?? registry.types[after._t]?.view.place?.geometry ?? '';
      return after[path] !== before[path] || after.$label !== before.$label;
    };
    const stops = [
      // Pushes arrive for everything that is created, changed or hidden of these types.
      ...names.map((name) => items.watch(`${name}-0`)),
      connection.onPush('item/update', ({ $id }) => {
        if (!listed($id)) return;
        // The readers of many items have changed.
        if (isSystemId($id)) void set.load();
        else set.changed($id);
      }),
      items.replaced.add(
        (after, before) => before && listed(after.$id) && moved(after, before) && set.changed(after.$id),
      ),
      items.onOwnChange((id) => listed(id) && set.changed(id)),
      onReturn(connection, { hasFailed: () => set.state === 'FAILURE', load: () => set.load() }),
    ];
    return () => stops.forEach((stop) => stop());
  }, [set, named, further, connection, items, registry]);
  return set;
};
