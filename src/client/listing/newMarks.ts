// Marks of new results of a saved search, in the listing that its notice opens. The server returns only those that the
// reader may still see.

import { createContext, useContext, useMemo } from 'react';
import type { ListingState } from 'src/model/listing/listingState.ts';
import { useClient } from 'src/client/useClient.ts';
import { useServerData } from 'src/client/useServerData.ts';
import { idsIn } from 'src/model/item/idsIn.ts';
import type { ItemId } from 'src/model/item/Item.ts';
import { itemId } from 'src/model/item/itemId.ts';
import { SYSTEM_TYPES } from 'src/model/schema/systemTypes.ts';

const NO_MARKS: ReadonlySet<ItemId> = new Set();

export const NewMarks = createContext(NO_MARKS);

export const useIsNew = (id: ItemId): boolean => useContext(NewMarks).has(id);

/** Returns the marks of the notice in the state; none until they are known. */
export const useNewMarks = ({ notice }: Pick<ListingState, 'notice'>): ReadonlySet<ItemId> => {
  const { notifications } = useClient();
  const question = useMemo(() => {
    if (notice === undefined) return undefined;
    const of = itemId(SYSTEM_TYPES.notice, notice);
    return { of, ask: async () => new Set(idsIn((await notifications.find(of))?.['also'])) };
  }, [notifications, notice]);
  return useServerData(question).answer ?? NO_MARKS;
};
