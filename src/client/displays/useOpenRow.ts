// Shared by the displays: the item that is open next to the listing, and the results for "previous" and "next".

import { computed } from 'mobx';
import { useCallback, useMemo } from 'react';
import { useColumn } from 'src/client/navigation/ColumnContext.ts';
import type { ListingStore } from 'src/client/listing/ListingStore.ts';
import { useClient } from 'src/client/useClient.ts';

interface OpenRow {
  readonly openId: string | undefined;
  /** Called just before the link of a row is followed. */
  readonly note: () => void;
  readonly open: (id: string) => void;
}

/** Observable: call it inside an observer. */
export const useOpenRow = (store: ListingStore): OpenRow => {
  const { navigation } = useClient();
  const column = useColumn();
  // The same function at each drawing, so that the rows need not be drawn again with it.
  const note = useCallback(
    (): void => navigation.noteResults(column, store.ids, store.total),
    [navigation, column, store],
  );
  // The rows are rendered again only when another item opens, and not with each change of the address.
  const openItem = useMemo(() => computed(() => navigation.cells[column + 1]?.itemId), [navigation, column]);
  return {
    openId: openItem.get(),
    note,
    open: (id) => {
      note();
      void navigation.open(column, `i-${id}`);
    },
  };
};
