// Contents of an item by one relation, and how many of them have a place. Loaded again after each change of that type,
// together with the declared counts of the item, because no save of the item reports them.

import { useClient } from 'src/client/useClient.ts';
import { useAnswer } from 'src/client/useAnswer.ts';
import type { Answered } from 'src/client/useServerData.ts';
import { useChangesOf } from 'src/client/useChangesOf.ts';
import type { FacetValue, Query, SearchAnswer } from 'src/model/generated/wire.ts';
import type { Item } from 'src/model/item/Item.ts';
import type { PageContents } from 'src/model/schema/TypeView.ts';
import type { BaseKey } from 'src/model/query/queryKeys.ts';

export const FIRST_CONTENTS = 12;
/** Page size for a text in sections or a ledger. */
const LEDGER_LENGTH = 100;
const HAS_PLACE: BaseKey = 'hasPlace';

export interface ItemContents extends Pick<Answered<SearchAnswer>, 'answer' | 'failure' | 'again'> {
  /** True if some of the contents have a position on a map. */
  readonly placed: boolean;
}

export const useContents = ({ $id, _t }: Item, { type, path, through, order, columns }: PageContents): ItemContents => {
  const { registry, items } = useClient();
  const isLong = order !== undefined || columns !== undefined;
  const isMapped = registry.types[type]?.view.place !== undefined;
  const isCounted = Object.values(registry.types[_t]?.properties ?? {}).some(
    ({ count }) => count?.type === type && count.path === path,
  );
  const by = registry.types[type]?.view.sorts.find((sort) => sort.path === order)?.key;
  const query: Query = {
    ...(through === undefined
      ? { must: { _t: [type], [path]: [$id] } }
      : { must: { _t: [type] }, should: { [path]: [$id], [`${through}.${path}`]: [$id] }, minShould: 1 }),
    ...{ max: isLong ? LEDGER_LENGTH : FIRST_CONTENTS, labels: true },
    ...(by !== undefined && { sort: [{ key: by, order: 'asc' as const }] }),
    ...(isMapped && { facets: [HAS_PLACE] }),
  };
  const { answer, failure, again } = useAnswer(query, [type]);
  useChangesOf([type], () => {
    if (isCounted) void items.refresh($id);
  });
  const placed = (answer?.facets?.[HAS_PLACE] ?? []).some((each) => (each as FacetValue).value === true);
  return { answer, failure, again, placed };
};
