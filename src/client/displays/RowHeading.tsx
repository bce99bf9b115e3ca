// A heading above a row that starts the next part of a list by time: another year, days before today, or items without a date.

import { observer } from 'mobx-react-lite';
import type { DayStore } from 'src/client/stores/DayStore.ts';
import type { Loaded } from 'src/client/stores/ItemStore.ts';
import type { ListingStore } from 'src/client/listing/ListingStore.ts';
import { useMessages } from 'src/client/ui/declaredMessages.ts';
import { useClient } from 'src/client/useClient.ts';
import type { Item, ItemId } from 'src/model/item/Item.ts';
import type { Property } from 'src/model/schema/Property.ts';
import { KINDS } from 'src/model/generated/kinds.ts';
import type { DaySpan } from 'src/model/kinds/Kind.ts';

type PartOf = (item: Item) => string | undefined;

interface RowHeadingProps {
  readonly id: ItemId;
  readonly before: ItemId | undefined;
  readonly partOf: PartOf;
  /** A list that begins with this part needs no heading for it. */
  readonly usual?: string;
}

const readyItem = (loaded: Loaded): Item | undefined => (loaded.state === 'ready' ? loaded.item : undefined);

export const RowHeading = observer(({ id, before, partOf, usual }: RowHeadingProps) => {
  const { items } = useClient();
  const item = readyItem(items.get(id));
  const part = item && partOf(item);
  if (part === undefined) return null;
  if (before === undefined) return part === usual ? null : <h3 className="kk-part">{part}</h3>;
  const above = items.get(before);
  // The item above is still loading, so it is not known whether it belongs to the same part.
  if (above.state === 'loading') return null;
  const other = readyItem(above);
  return part === (other && partOf(other)) ? null : <h3 className="kk-part">{part}</h3>;
});

/** A moment that the server notes has passed, or has not come at all. */
const mayLieAhead = ({ kind, readOnly }: Property): boolean => {
  const { scale } = KINDS[kind];
  return scale === 'date' || (scale === 'instant' && !readOnly);
};

/** The path that the list is in the order of, where that is a time which may also lie ahead. */
const datedPath = ({ narrowedPlan: plan, sort }: ListingStore): string | undefined => {
  const path = plan.sorts.find(({ key }) => key === sort.key)?.path;
  const found = plan.types.map(({ properties }) => (path === undefined ? undefined : properties[path]));
  return found.every((property) => property && mayLieAhead(property)) ? path : undefined;
};

/** Compares a date with the organisation's day, as far as the date is known, and a moment with the reader's day. */
const isTodayOrLater = (value: string, { today, midnight }: Pick<DayStore, 'today' | 'midnight'>): boolean =>
  value.includes('T') ? Date.parse(value) >= midnight.getTime() : value >= today.slice(0, value.length);

/** Compares the earliest day, because the list is in the order of the earliest days. */
const partOfSpan = (span: DaySpan | undefined, { today }: Pick<DayStore, 'today'>): string => {
  if (!span) return 'displays.undated';
  return span.earliest >= Date.parse(today) ? 'displays.ahead' : 'displays.past';
};

/** Headings for a list that is sorted by a date of its type: today and later, earlier, and without a date. */
export const useTimeParts = (store: ListingStore): { readonly partOf: PartOf; readonly usual: string } | undefined => {
  const messages = useMessages();
  const { day } = useClient();
  const { narrowedPlan: plan } = store;
  const path = datedPath(store);
  if (path === undefined) return undefined;
  const usual = messages.format('displays.past');
  return {
    usual,
    partOf: (item) => {
      const value = item[path];
      if (typeof value !== 'string') return messages.format('displays.undated');
      const { kind } = plan.types.find(({ name }) => name === item._t)?.properties[path] ?? {};
      const span = kind && KINDS[kind].span;
      if (span) return messages.format(partOfSpan(span(value), day));
      return isTodayOrLater(value, day) ? messages.format('displays.ahead') : usual;
    },
  };
};
