// How many items name one item, for the tab that lists them. Asked once per item that is shown.

import { useEffect, useState } from 'react';
import type { Item, ItemId } from 'src/model/item/Item.ts';
import { relatedSearch } from 'src/client/search/relatedPlan.ts';
import { useClient } from 'src/client/useClient.ts';

/** How many items name this one that the reader may see; undefined until known, or when it could not be asked. */
export const useRelatedCount = (item: Item): number | undefined => {
  const { registry, search } = useClient();
  const [counted, setCounted] = useState<{ readonly id: ItemId; readonly count: number }>();
  const { $id, _t } = item;
  useEffect(() => {
    const asked = relatedSearch(registry, _t, $id);
    if (!asked) return undefined;
    let wanted = true;
    search.search({ must: { _t: asked.types, ...asked.must }, max: 1 }).then(
      ({ total }) => wanted && setCounted({ id: $id, count: total }),
      () => {}, // the tab then says no number
    );
    return () => {
      wanted = false;
    };
  }, [registry, search, $id, _t]);
  return counted?.id === $id ? counted.count : undefined;
};
