// Marks of new results of a saved search, in the listing that its notice opens. The server returns only those that the
// reader may still see.

import { createContext, useContext, useEffect, useState } from 'react';
import type { ListingState } from 'src/client/listing/listingState.ts';
import { useClient } from 'src/client/useClient.ts';
import type { ItemId } from 'src/model/item/Item.ts';
import { itemId } from 'src/model/item/itemId.ts';
import { SYSTEM_TYPES } from 'src/model/schema/systemTypes.ts';

const NO_MARKS: ReadonlySet<ItemId> = new Set();

export const NewMarks = createContext(NO_MARKS);

export const useIsNew = (id: ItemId): boolean => useContext(NewMarks).has(id);

/** Returns the marks of the notice in the state. */
export const useNewMarks = ({ notice }: Pick<ListingState, 'notice'>): ReadonlySet<ItemId> => {
  const { notifications } = useClient();
  const [found, setFound] = useState<{ readonly notice: number; readonly marks: ReadonlySet<ItemId> }>();
  useEffect(() => {
    if (notice === undefined) return undefined;
    let wanted = true;
    notifications.find(itemId(SYSTEM_TYPES.notice, notice)).then(
      (item) => wanted && setFound({ notice, marks: new Set((item?.['also'] ?? []) as readonly ItemId[]) }),
      () => {}, // the results are there without marks
    );
    return () => {
      wanted = false;
    };
  }, [notifications, notice]);
  return found && found.notice === notice ? found.marks : NO_MARKS;
};
