// Watches the items of some types for a component.

import { useEffect, useRef } from 'react';
import { useClient } from 'src/client/useClient.ts';
import type { ItemId } from 'src/model/item/Item.ts';

/** Minimum delay between two requests during many changes. */
const AGAIN_AFTER_MS = 1_000;
/** Changes of further types appear when the page is opened again. */
const MOST_WATCHED = 10;

/** Runs `act` after items of these types have changed: at once when this page creates or deletes one, otherwise once for many changes. */
export const useChangesOf = (types: readonly string[], act: () => void): void => {
  const { items, connection } = useClient();
  const watched = types.slice(0, MOST_WATCHED).join(' ');
  const newest = useRef(act);
  useEffect(() => {
    newest.current = act;
  });
  useEffect(() => {
    if (watched === '') return undefined;
    const names = watched.split(' ');
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
