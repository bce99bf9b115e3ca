// Names of the orders of a listing.

import type { ListingStore } from 'src/client/listing/ListingStore.ts';
import { sortsFor } from 'src/model/listing/listingPlan.ts';
import type { SortBy } from 'src/model/listing/listingState.ts';
import type { Messages } from 'src/client/ui/declaredMessages.ts';
import { KINDS } from 'src/model/generated/kinds.ts';
import type { Sort } from 'src/model/schema/TypeView.ts';

export const sortLabel = (store: ListingStore, messages: Messages, sort: Pick<Sort, 'key' | 'path'>): string =>
  messages.find(`types.${store.narrowedPlan.types[0]?.name ?? ''}.sorts.${sort.key}`) ??
  messages.find(`sorts.${sort.key}`) ??
  messages.property(store.narrowedPlan.types[0]?.name ?? '', sort.path);

type Ordered = 'time' | 'number' | 'text';

/** Returns the words by which the values of a property are ordered. */
const kindOfOrder = ({ narrowedPlan }: ListingStore, path: string): Ordered => {
  if (path === 'created' || path === 'updated') return 'time';
  const kind = narrowedPlan.types[0]?.properties[path]?.kind;
  const scale = kind && KINDS[kind].scale;
  return scale === undefined ? 'text' : scale === 'number' ? 'number' : 'time';
};

/** Returns the name of an order, such as "Newest first" or "A to Z". */
export const orderLabel = (store: ListingStore, messages: Messages, { key, order }: SortBy): string => {
  const path = sortsFor(store.plan, store.state).find((each) => each.key === key)?.path ?? key;
  return messages.format(`sorts.order.${kindOfOrder(store, path)}.${order}`);
};
