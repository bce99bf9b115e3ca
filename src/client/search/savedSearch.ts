// A saved search as an item, and as the state of a listing. Spec platform 3. Values that are no words are written as in the address.

import { md5 } from 'src/client/search/md5.ts';
import {
  EMPTY_STATE,
  readColumns,
  writeColumns,
  writeState,
  type ListingState,
} from 'src/client/search/listingState.ts';
import { criteriaOf, facetsOf } from 'src/model/query/savedQuery.ts';
import type { Item, ItemId, Json } from 'src/model/item/Item.ts';
import { SYSTEM_TYPES } from 'src/model/schema/systemTypes.ts';
import { DISPLAY_MODES, type DisplayMode } from 'src/model/schema/TypeView.ts';

export const SAVED_SEARCH = SYSTEM_TYPES.savedSearch;

const inOrder = (one: string, other: string): number => (one < other ? -1 : Number(one > other));

/** Fingerprint of what is asked, in whatever order it was chosen; not of how it is shown. */
export const hashOf = (screen: string, { text, chosen }: ListingState): string =>
  md5(
    JSON.stringify([
      screen,
      text.trim(),
      facetsOf(chosen)
        .map(({ key, values }) => [key, values.toSorted(inOrder)] as const)
        .toSorted(([one], [other]) => inOrder(one, other)),
    ]),
  );

/** The properties of the item but its name and readers; `null` for what the search does not say. */
export const savedFields = (
  screen: string,
  state: ListingState,
  display: DisplayMode,
): Readonly<Record<string, Json>> => ({
  screen,
  displayAs: display,
  searchString: state.text === '' ? null : state.text,
  selectedFacets: Object.keys(state.chosen).length === 0 ? null : (facetsOf(state.chosen) as unknown as Json),
  sortBy: state.sort ? [{ ...state.sort }] : null,
  columns: state.columns ? writeColumns(state.columns) : null,
  showFacets: true,
  hash: hashOf(screen, state),
});

export const savedState = (item: Item): ListingState => {
  const { sortBy, displayAs, columns } = item;
  const [sort] = (sortBy ?? []) as unknown as readonly NonNullable<ListingState['sort']>[];
  return {
    ...EMPTY_STATE,
    ...criteriaOf(item),
    sort: sort && { key: sort.key, order: sort.order },
    display: DISPLAY_MODES.find((mode) => mode === displayAs),
    columns: typeof columns === 'string' ? readColumns(columns) : undefined,
  };
};

const LATEST = { key: 'updated', order: 'desc' } as const;

/** Where it is opened, with what a notice speaks of marked; undefined for one that belongs to no screen. */
export const savedAddress = (item: Item, notice?: number): string | undefined => {
  if (typeof item['screen'] !== 'string') return undefined;
  const state = savedState(item);
  const param = writeState(notice === undefined ? state : { ...state, sort: LATEST, notice });
  return `/${item['screen']}${param === undefined ? '' : `?c0=${encodeURIComponent(param)}`}`;
};

/** Who reads it beside its maker: nobody, everybody in an organisation, or those who see what is private there. */
export const sharedWith = (
  owner: ItemId | undefined,
  level: 'COMMUNITY' | 'PRIVATE',
): Readonly<Record<string, Json>> =>
  owner === undefined ? { owner: null, $access: 'PRIVATE' } : { owner, $access: level };
