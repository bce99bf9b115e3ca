// What an item holds by one relation, and how much of it has a place: asked again when anything of that type changes, and the declared
// counts of the item itself with it, since no save of the item tells of them.

import { useEffect, useState } from 'react';
import { useClient } from 'src/client/useClient.ts';
import type { FacetValue, Query, SearchAnswer } from 'src/model/generated/wire.ts';
import type { Item, ItemId } from 'src/model/item/Item.ts';
import type { PageContents } from 'src/model/schema/TypeView.ts';
import type { BaseKey } from 'src/model/query/queryKeys.ts';

const FIRST = 12;
/** Of a text in sections, or a ledger. */
const ALL = 100;
/** A stream of changes is counted at most so often. */
const RECOUNT_AFTER_MS = 1_000;
const HAS_PLACE: BaseKey = 'hasPlace';

export interface ItemContents {
  readonly answer: SearchAnswer;
  /** Some of it stands on a map. */
  readonly placed: boolean;
}

const contentsOf = (answer: SearchAnswer): ItemContents => ({
  answer,
  placed: (answer.facets?.[HAS_PLACE] ?? []).some((each) => (each as FacetValue).value === true),
});

/** Undefined until it is known. */
export const useContents = (
  { $id, _t }: Item,
  { type, path, order, columns }: PageContents,
): ItemContents | undefined => {
  const { search, registry, items, connection } = useClient();
  const [found, setFound] = useState<ItemContents>();
  const isLong = order !== undefined || columns !== undefined;
  const isMapped = registry.types[type]?.view.displays.MAP !== undefined;
  const isCounted = Object.values(registry.types[_t]?.properties ?? {}).some(
    ({ count }) => count?.type === type && count.path === path,
  );
  useEffect(() => {
    let shown = true;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const by = registry.types[type]?.view.sorts.find((sort) => sort.path === order)?.key;
    const query: Query = {
      ...{ must: { _t: [type], [path]: [$id] }, max: isLong ? ALL : FIRST, labels: true },
      ...(by !== undefined && { sort: [{ key: by, order: 'asc' as const }] }),
    };
    const ask = (): void => {
      search.search(isMapped ? { ...query, facets: [HAS_PLACE] } : query).then(
        (answer) => shown && setFound(contentsOf(answer)),
        () => {}, // the tab of everything related is there all the same
      );
    };
    const again = (): void => {
      timer ??= setTimeout(() => {
        timer = undefined;
        ask();
        if (isCounted) void items.refresh($id);
      }, RECOUNT_AFTER_MS);
    };
    const isOne = (id: ItemId): boolean => id.startsWith(`${type}-`);
    ask();
    const stops = [
      items.watch(`${type}-0`),
      connection.onPush('item/update', (push) => isOne(push.$id) && again()),
      items.onOwnChange((id) => isOne(id) && again()),
    ];
    return () => {
      shown = false;
      clearTimeout(timer);
      stops.forEach((stop) => stop());
    };
  }, [search, registry, items, connection, $id, type, path, order, isLong, isMapped, isCounted]);
  return found;
};
