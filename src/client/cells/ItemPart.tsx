// What an area of the product brings to the pages of a type beside what its declaration says: buttons where the state of the item stands,
// and the same in the list of steps. Loaded when such an item is shown.

import { Suspense } from 'react';
import type { Item } from 'src/model/item/Item.ts';
import { useClient } from 'src/client/useClient.ts';

export const ItemPart = ({ item }: { readonly item: Item }) => {
  const Part = useClient().domain.itemParts?.[item._t];
  return (
    Part && (
      <Suspense fallback={null}>
        <Part item={item} />
      </Suspense>
    )
  );
};
