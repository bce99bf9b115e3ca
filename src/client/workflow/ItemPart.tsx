// Parts that an area of the product adds to the pages of a type: buttons next to the state of the item and in the list
// of steps, and the invitations of types with invited people. Loaded when such an item is shown.

import { lazy, Suspense } from 'react';
import type { Item } from 'src/model/item/Item.ts';
import { useClient } from 'src/client/useClient.ts';

const InvitationPart = lazy(() =>
  import('src/client/invitations/InvitationPart.tsx').then((module) => ({ default: module.InvitationPart })),
);

/** `back`: another button is the main one. */
export const ItemPart = ({ item, back = false }: { readonly item: Item; readonly back?: boolean }) => {
  const { domain, registry } = useClient();
  const Part = domain.itemParts?.[item._t];
  const paths = registry.types[item._t]?.invitation;
  if (paths)
    return (
      <Suspense fallback={null}>
        <InvitationPart item={item} paths={paths} />
      </Suspense>
    );
  return (
    Part && (
      <Suspense fallback={null}>
        <Part item={item} back={back} />
      </Suspense>
    )
  );
};
