// Loads the items in the area of an item and around it when the item or the bands change, and on request.

import { useCallback } from 'react';
import { type Answered, useClient, useServerData } from 'src/client/extend.ts';
import type { Overlap } from 'src/model/generated/wire.ts';
import type { Item } from 'src/model/item/Item.ts';

interface Asked {
  readonly item: Item;
  readonly path: string;
  readonly bands: readonly number[];
}

export const useOverlap = ({ item, path, bands }: Asked): Answered<Overlap> => {
  const { connection } = useClient();
  const { $id, _t, _i } = item;
  const named = bands.join();
  const ask = useCallback(async () => {
    const body = { _t, _i, path, bands: named.split(',').map(Number) };
    return await connection.send('act/overlap', body);
  }, [connection, _t, _i, path, named]);
  // Another area is another question.
  return useServerData({ of: $id, ask, version: JSON.stringify(item[path] ?? null) });
};
