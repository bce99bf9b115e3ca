// The dates by which a list is sorted or filtered: a row shows them also where its summary does not contain them.

import type { ListingStore } from 'src/client/listing/ListingStore.ts';
import { isDated } from 'src/model/kinds/kindTraits.ts';
import type { ItemType } from 'src/model/schema/Registry.ts';

/** Times of every item that are no properties. */
const TIMES = ['created', 'updated'] as const;
type Time = (typeof TIMES)[number];

export const isRecordTime = (path: string): path is Time => TIMES.some((time) => time === path);

/**
 * Returns the keys by which the list is sorted and filtered. Lists without a declared order begin with the latest records, so a time of the
 * record counts as an order only after the reader has chosen it.
 */
export const askedKeys = ({ sort, state }: Pick<ListingStore, 'sort' | 'state'>): readonly string[] => [
  ...(isRecordTime(sort.key) && state.sort === undefined ? [] : [sort.key]),
  ...Object.keys(state.chosen),
];

/** Returns the paths of the dates among the keys that the row does not show otherwise. */
export const furtherDates = (
  { view, properties }: Pick<ItemType, 'view' | 'properties'>,
  keys: readonly string[],
  shown: readonly string[],
): readonly string[] => {
  const paths = new Set(keys.map((key) => view.sorts.find((sort) => sort.key === key)?.path ?? key));
  return [...paths].filter((path) => {
    const kind = properties[path]?.kind;
    return !shown.includes(path) && (kind === undefined ? isRecordTime(path) : isDated(kind));
  });
};
