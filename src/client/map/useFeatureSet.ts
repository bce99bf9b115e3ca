// The features of a listing, asked for again when its question changes, and kept fresh while it is open.

import { useEffect, useMemo } from 'react';
import { FeatureSet } from 'src/client/map/FeatureSet.ts';
import { createStreamedFeatures } from 'src/client/map/streamedFeatures.ts';
import { useClient } from 'src/client/useClient.ts';
import type { Query } from 'src/model/generated/wire.ts';
import type { Item, ItemId } from 'src/model/item/Item.ts';

interface Asked {
  readonly query: Query;
  /** Items of these types may be among them. */
  readonly types: readonly string[];
  /** Also what the views of the types leave out of maps. */
  readonly everything?: boolean;
}

export const useFeatureSet = ({ query, types, everything = false }: Asked): FeatureSet => {
  const { connection, registry, items } = useClient();
  const set = useMemo(
    () => new FeatureSet(createStreamedFeatures({ connection }, everything)),
    [connection, everything],
  );
  const asked = JSON.stringify(query);
  const named = types.join(' ');
  useEffect(() => set.show(JSON.parse(asked) as Query), [set, asked]);
  useEffect(() => () => set.cancel(), [set]);
  useEffect(() => {
    const listed = (id: ItemId): boolean => named.split(' ').includes(id.split('-')[0] ?? '');
    const moved = (after: Item, before: Item): boolean => {
      const path = registry.types[after._t]?.view.displays.MAP?.geometry ?? '';
      return after[path] !== before[path] || after.$label !== before.$label;
    };
    let lost = false;
    const stops = [
      connection.onPush('item/update', ({ $id }) => listed($id) && set.changed($id)),
      items.replaced.add(
        (after, before) => before && listed(after.$id) && moved(after, before) && set.changed(after.$id),
      ),
      items.onOwnChange((id) => listed(id) && set.changed(id)),
      connection.closed.add(() => {
        lost = true;
      }),
      connection.onAuthed(() => {
        if (lost || set.state === 'FAILURE') void set.load();
        lost = false;
      }),
    ];
    return () => stops.forEach((stop) => stop());
  }, [set, named, connection, items, registry]);
  return set;
};
