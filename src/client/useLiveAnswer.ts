// Returns the answer to a search of a page, and repeats the search when an item of its types changes. Listings have their own store.

import { useCallback, useEffect, useRef } from 'react';
import { useClient } from 'src/client/useClient.ts';
import { useServerData } from 'src/client/useServerData.ts';
import type { Query, SearchAnswer } from 'src/model/generated/wire.ts';
import type { ItemId } from 'src/model/item/Item.ts';

/** Minimum delay between two requests during many changes. */
const AGAIN_AFTER_MS = 1_000;
/** Changes of further types appear when the page is opened again. */
const MOST_WATCHED = 10;

export interface LiveAnswer {
  /** Undefined until it is known. It stays when the request cannot be repeated. */
  readonly answer: SearchAnswer | undefined;
  readonly failed: boolean;
}

/** Runs `act` after items of these types have changed: at once when this page creates or deletes one, otherwise once for many changes. */
export const useChangesOf = (types: readonly string[], act: () => void): void => {
  const { items, connection } = useClient();
  const watched = types.slice(0, MOST_WATCHED).join(' ');
  const newest = useRef(act);
  useEffect(() => {
    newest.current = act;
  });
  useEffect(() => {
    const names = watched === '' ? [] : watched.split(' ');
    let timer: ReturnType<typeof setTimeout> | undefined;
    const isWatched = (id: ItemId): boolean => names.some((name) => id.startsWith(`${name}-`));
    const actSoon = (id: ItemId): void => {
      if (!isWatched(id)) return;
      timer ??= setTimeout(() => {
        timer = undefined;
        newest.current();
      }, AGAIN_AFTER_MS);
    };
    const stops = [
      ...names.map((name) => items.watch(`${name}-0`)),
      connection.onPush('item/update', ({ $id }) => actSoon($id)),
      // Deletions are announced as tasks.
      connection.onPush('taskComplete', ({ keyAction, keyItem }) => {
        if (keyAction === 'delete' && keyItem !== null) actSoon(keyItem);
      }),
      items.onOwnChange((id) => {
        if (isWatched(id)) newest.current();
      }),
    ];
    return () => {
      clearTimeout(timer);
      stops.forEach((stop) => stop());
    };
  }, [items, connection, watched]);
};

export const useLiveAnswer = (query: Query, types: readonly string[], changed?: () => void): LiveAnswer => {
  const { search } = useClient();
  const key = JSON.stringify(query);
  const ask = useCallback(() => search.search(JSON.parse(key) as Query), [search, key]);
  const { answer, failure, again } = useServerData({ of: key, ask });
  useChangesOf(types, () => {
    void again();
    changed?.();
  });
  return { answer, failed: failure !== undefined };
};

/** Returns the answer to a search, repeated after changes of `types`. Sends no request while the query is undefined. */
export const useAnswer = (query: Query | undefined, types: readonly string[] = []): LiveAnswer => {
  const { search } = useClient();
  const key = query && JSON.stringify(query);
  const ask = useCallback(() => search.search(JSON.parse(key ?? '{}') as Query), [search, key]);
  const { answer, failure, again } = useServerData(key === undefined ? undefined : { of: key, ask });
  useChangesOf(types, () => void again());
  return { answer, failed: failure !== undefined };
};
