// Returns the answer to a search of a page, and repeats the search when an item of its types changes, or when one of its results is deleted
// or closed to the reader. Listings have their own store.

import { useCallback, useEffect, useRef } from 'react';
import { useClient } from 'src/client/useClient.ts';
import { useServerData, type Answered } from 'src/client/useServerData.ts';
import type { Query, SearchAnswer } from 'src/model/generated/wire.ts';
import type { ItemId } from 'src/model/item/Item.ts';
import { isSystemId } from 'src/model/item/itemId.ts';
import { typeOfId } from 'src/model/item/itemKey.ts';

/** Runs `again` as soon as one of the items is deleted or closed to the reader. */
export const useClosedItems = (ids: readonly ItemId[], again: () => void): void => {
  const { items, connection } = useClient();
  const newest = useRef({ ids, again });
  useEffect(() => {
    newest.current = { ids, again };
  });
  const types = [...new Set(ids.map(typeOfId))].join(' ');
  useEffect(() => {
    if (types === '') return undefined;
    const names = types.split(' ');
    const stops = [
      ...names.map((name) => items.watch(`${name}-0`)),
      connection.onPush('item/update', ({ $id, gone }) => {
        // A change of the readers of many items is reported for their type.
        const isClosed = isSystemId($id) ? names.includes(typeOfId($id)) : gone && newest.current.ids.includes($id);
        if (isClosed) newest.current.again();
      }),
    ];
    return () => stops.forEach((stop) => stop());
  }, [types, items, connection]);
};

/** Returns the answer to a search, repeated after changes of `types`. Sends no request while the query is undefined. */
export const useAnswer = (query: Query | undefined, types: readonly string[] = []): Answered<SearchAnswer> => {
  const { search } = useClient();
  const key = query && JSON.stringify(query);
  const ask = useCallback(() => search.search(JSON.parse(key ?? '{}') as Query), [search, key]);
  const answered = useServerData(key === undefined ? undefined : { of: key, ask, types });
  useClosedItems(answered.answer?.ids ?? [], () => void answered.again());
  return answered;
};
