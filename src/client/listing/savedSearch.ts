// Converts a saved search between an item and the state of a listing. Values that are not text are written as in the
// address.

import {
  EMPTY_STATE,
  readColumns,
  writeColumns,
  writeState,
  type ListingState,
  type SortBy,
} from 'src/model/listing/listingState.ts';
import { criteriaFaults, criteriaOf, type SavedGroup } from 'src/model/query/savedCriteria.ts';
import { savedFacets } from 'src/model/query/savedQuery.ts';
import type { Item, ItemId, Json } from 'src/model/item/Item.ts';
import { isRecord } from 'src/base/isRecord.ts';
import { textInDefaultLanguage } from 'src/model/text/translated.ts';
import type { Messages } from 'src/client/ui/declaredMessages.ts';
import { SYSTEM_TYPES } from 'src/model/schema/systemTypes.ts';
import { DISPLAY_MODES, type DisplayMode } from 'src/model/generated/displays.ts';

export const SAVED_SEARCH = SYSTEM_TYPES.savedSearch;

const comparePlainText = (one: string, other: string): number => (one < other ? -1 : Number(one > other));

const sorted = (texts: readonly string[]): readonly string[] => texts.toSorted(comparePlainText);

/** Returns the groups as texts that do not depend on the order of groups, filters and values. */
const groupTexts = (groups: readonly SavedGroup[]): readonly string[] =>
  sorted(
    groups.map(({ relation = null, filters }) =>
      JSON.stringify([relation, sorted(filters.map(({ prop, value = [] }) => JSON.stringify([prop, sorted(value)])))]),
    ),
  );

/** Returns the question as a text. The order of choices and the display do not change it. */
export const questionText = (screen: string, { text, chosen, conditions }: ListingState): string =>
  JSON.stringify([
    screen,
    text.trim(),
    savedFacets(chosen)
      .map(({ key, values }) => [key, sorted(values)] as const)
      .toSorted(([one], [other]) => comparePlainText(one, other)),
    ...(conditions ? [groupTexts(conditions.groups), groupTexts(conditions.groupsShould)] : []),
  ]);

interface Shown {
  readonly screen: string;
  readonly display: DisplayMode;
  /** The order of the results, whether the person has chosen it or not. */
  readonly sorts: readonly SortBy[];
}

/** Most sorts that the item can hold. */
const MOST_SORTS = 5;

/** Returns the properties of the item except its name and readers. `null` removes one that the search does not have. */
export const savedFields = (
  state: ListingState,
  { screen, display, sorts }: Shown,
): Readonly<Record<string, Json>> => ({
  screen,
  displayAs: display,
  searchString: state.text === '' ? null : state.text,
  selectedFacets: Object.keys(state.chosen).length === 0 ? null : savedFacets(state.chosen),
  criteria: state.conditions ? state.conditions : null,
  sortBy: sorts.slice(0, MOST_SORTS).map((sort) => ({ ...sort })),
  columns: state.columns ? writeColumns(state.columns) : null,
  showFacets: !state.facetsHidden,
});

export const savedState = (item: Item): ListingState => {
  const { sortBy, displayAs, columns, showFacets } = item;
  const [sort] = (sortBy ?? []) as readonly SortBy[];
  return {
    ...EMPTY_STATE,
    ...criteriaOf(item),
    sort: sort && { key: sort.key, order: sort.order },
    display: DISPLAY_MODES.find((mode) => mode === displayAs),
    columns: typeof columns === 'string' ? readColumns(columns) : undefined,
    ...(showFacets === false && { facetsHidden: true as const }),
  };
};

const LATEST_FIRST = { key: 'updated', order: 'desc' } as const;

/** Returns the address that opens a saved search and marks what a notice is about. Undefined for a search without a screen or with a fault. */
export const savedAddress = (item: Item, notice?: number): string | undefined => {
  if (typeof item['screen'] !== 'string' || criteriaFaults(item).length > 0) return undefined;
  const state = savedState(item);
  const param = writeState(notice === undefined ? state : { ...state, sort: LATEST_FIRST, notice });
  return `/${item['screen']}${param === undefined ? '' : `?c0=${encodeURIComponent(param)}`}`;
};

const isNamedText = (text: unknown): text is string => typeof text === 'string' && text !== '';

/** Returns the stored name in the reader's language: the translated one, the name, or any translation. */
export const storedName = ({ name, nameT }: Item, locale: string): string | undefined =>
  [isRecord(nameT) ? nameT[locale] : undefined, name, textInDefaultLanguage(nameT)].find(isNamedText);

/** Returns the stored name in the reader's language, or the text for unnamed searches. */
export const savedName = (item: Item, messages: Messages): string =>
  storedName(item, messages.intl.locale) ?? messages.format('app.noName');

/** Returns the properties that give a search another name in one language. Names in other languages stay as they are. */
export const renamedSearch = (
  item: Item | undefined,
  { text, locale }: { readonly text: string; readonly locale: string },
): Readonly<Record<string, Json>> => {
  const [name, nameT] = [item?.['name'], item?.['nameT']];
  if (!isRecord(nameT)) return { name: text };
  const isTranslated = isNamedText(nameT[locale]);
  return { nameT: { ...nameT, [locale]: text } as Json, ...(!isTranslated && isNamedText(name) && { name: text }) };
};

/** Returns the properties that share a search with the readers of an owner. Without an owner, only its maker reads the search. */
export const sharedWith = (owner: ItemId | undefined, level: 'COMMUNITY' | 'PRIVATE'): Readonly<Record<string, Json>> =>
  owner === undefined ? { owner: null, $access: 'PRIVATE' } : { owner, $access: level };
