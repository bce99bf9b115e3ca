// Moves to the last row of a table that is not loaded completely: loads the rows and then moves. A reader who has moved
// elsewhere in the meantime stays there.

import { useEffect, useRef } from 'react';
import { placeAfter, type GridCursor, type GridPlace, type GridSize } from 'src/client/displays/table/GridCursor.ts';
import type { GridActs } from 'src/client/displays/table/useGridKeys.ts';
import type { ListingStore } from 'src/client/listing/ListingStore.ts';

interface GridEndOptions {
  readonly store: ListingStore;
  readonly cursor: GridCursor;
  readonly size: () => GridSize;
  /** The table must render again with the further rows before it can scroll to one. */
  readonly bringIn: (place: GridPlace) => void;
}

interface Wish {
  readonly from: GridPlace;
  readonly go: () => void;
}

export const useGridEnd = ({ store, cursor, size, bringIn }: GridEndOptions): GridActs['toEnd'] => {
  const wish = useRef<Wish>(undefined);
  const { ids, after } = store;
  const fulfil = (): void => {
    const { current } = wish;
    wish.current = undefined;
    if (current?.from !== cursor.at) return;
    current.go();
    bringIn(cursor.at);
  };
  useEffect(() => {
    if (after === undefined) fulfil();
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- whenever there are more rows
  }, [ids, after]);
  return ({ key, ctrlKey, metaKey, shiftKey }) => {
    const go = (): void => {
      const last = placeAfter(cursor.at, { key, ctrlKey, metaKey }, { ...size(), rows: store.ids.length });
      if (last) cursor.go(last, shiftKey);
    };
    wish.current = { from: cursor.at, go };
    // Where not all could be read, to the last that was.
    void store.reach().then((isAll) => isAll || fulfil());
  };
};
