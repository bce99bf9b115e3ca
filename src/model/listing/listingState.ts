// State of a listing as the address contains it: search text, chosen facet values, sort, display. A shared link shows
// the same view. A parameter without a leading dot is plain search text (c0 of /search). Pure.

import { SearchParams } from 'src/base/SearchParams.ts';
import type { FilterValue } from 'src/model/generated/wire.ts';
import type { ItemId } from 'src/model/item/Item.ts';
import { tryParseItemId } from 'src/model/item/itemKey.ts';
import { addressText } from 'src/model/query/searchText.ts';
import { readValue, writeValue, type Chosen } from 'src/model/query/facetValues.ts';
import { readConditions, type Conditions } from 'src/model/query/savedCriteria.ts';
import { DISPLAY_MODES, DISPLAY_PARAMETERS, type DisplayMode } from 'src/model/generated/displays.ts';

export type SortBy = {
  readonly key: string;
  readonly order: 'asc' | 'desc';
};

/** A column of the table, and its width in pixels if the person has set it. */
export interface ColumnChoice {
  readonly path: string;
  readonly width?: number;
  /** Stays next to the title while the others scroll. */
  readonly frozen?: boolean;
}

/** Settings of a display and the reader's position in it; not part of the query. */
export interface DisplayState {
  /** Columns of the table, in their order. */
  readonly columns: readonly ColumnChoice[] | undefined;
  /** State of the displays, by the names of the parameters that they declare. Each display reads and writes its own. */
  readonly parameters: Readonly<Record<string, string>>;
  /** True when the filters next to the results are folded away. */
  readonly facetsHidden?: true | undefined;
  /** The result at which the reader is; undefined at the first one. */
  readonly at?: ItemId | undefined;
}

export interface ListingState extends DisplayState {
  readonly text: string;
  readonly chosen: Chosen;
  /** Groups and alternatives of a saved search. */
  readonly conditions?: Conditions | undefined;
  readonly sort: SortBy | undefined;
  readonly display: DisplayMode | undefined;
  /** Number of the notice whose items are marked as new. */
  readonly notice?: number | undefined;
}

export const EMPTY_STATE: ListingState = {
  text: '',
  chosen: {},
  sort: undefined,
  display: undefined,
  columns: undefined,
  parameters: {},
};

/** True when the reader has narrowed the listing. */
export const isNarrowed = ({ text, chosen, conditions }: ListingState): boolean =>
  text !== '' || conditions !== undefined || Object.keys(chosen).length > 0;

/** Returns the state with nothing that narrows the listing. */
export const withoutFilters = (state: ListingState): ListingState => ({
  ...state,
  text: '',
  chosen: {},
  conditions: undefined,
});

/** Starts a parameter that is more than text; the address carries it unescaped. */
const STRUCTURED = '.';
const FACET = 'f.';

const readSort = (text: string | null): SortBy | undefined => {
  if (!text) return undefined;
  return text.startsWith('-') ? { key: text.slice(1), order: 'desc' } : { key: text, order: 'asc' };
};

const readChosen = (fields: SearchParams): Chosen => {
  // A name in an address may be any word, also one that every object has.
  const chosen = new Map<string, FilterValue[]>();
  for (const [name, text] of fields) {
    const value = name.startsWith(FACET) ? readValue(text) : undefined;
    const key = name.slice(FACET.length);
    if (value !== undefined) chosen.set(key, [...(chosen.get(key) ?? []), value]);
  }
  return Object.fromEntries(chosen);
};

/** `title-240*type-f*year-90-f`, with an f for what is frozen; undefined for nothing. */
export const readColumns = (text: string | null | undefined): readonly ColumnChoice[] | undefined => {
  const columns = (text ?? '').split('*').flatMap((part): ColumnChoice[] => {
    const [, path = '', width, frozen] = /^([^-]+)(?:-(\d{2,4}))?(-f)?$/.exec(part) ?? [];
    if (path === '') return [];
    return [{ path, ...(width !== undefined && { width: Number(width) }), ...(frozen && { frozen: true }) }];
  });
  return columns.length > 0 ? columns : undefined;
};

export const writeColumns = (columns: readonly ColumnChoice[]): string =>
  columns
    .map(({ path, width, frozen }) => [
      path,
      ...(width === undefined ? [] : [Math.round(width)]),
      ...(frozen ? ['f'] : []),
    ])
    .map((parts) => parts.join('-'))
    .join('*');

const readParameters = (fields: SearchParams): Readonly<Record<string, string>> =>
  Object.fromEntries(
    DISPLAY_PARAMETERS.flatMap((name) => {
      const value = fields.get(name);
      return value === null || value === '' ? [] : [[name, value]];
    }),
  );

/** Returns the state with the parameter of a display; undefined removes it. */
export const withParameter = (state: ListingState, name: string, value: string | undefined): ListingState => {
  const { [name]: _, ...others } = state.parameters;
  return { ...state, parameters: value === undefined || value === '' ? others : { ...others, [name]: value } };
};

const readItem = (text: string | null): ItemId | undefined =>
  text !== null && tryParseItemId(text) ? (text as ItemId) : undefined;

const readDisplayState = (fields: SearchParams): DisplayState => ({
  columns: readColumns(fields.get('cols')),
  parameters: readParameters(fields),
  facetsHidden: fields.get('facets') === '0' || undefined,
  at: readItem(fields.get('at')),
});

const writeDisplayState = (fields: SearchParams, state: DisplayState): void => {
  const { columns, parameters, facetsHidden, at } = state;
  if (columns) fields.set('cols', writeColumns(columns));
  for (const name of DISPLAY_PARAMETERS) {
    const value = parameters[name];
    if (value !== undefined) fields.set(name, value);
  }
  if (facetsHidden) fields.set('facets', '0');
  if (at !== undefined) fields.set('at', at);
};

/**
 * Returns query and display without the reader's position: two different values are separate entries of the browser
 * history.
 */
export const stateForHistory = ({ text, chosen, conditions, sort, display, notice }: ListingState): ListingState => ({
  ...EMPTY_STATE,
  text,
  chosen,
  ...(conditions && { conditions }),
  sort,
  display,
  notice,
});

/** Address value of a listing whose initial choice was cleared. */
export const NOTHING_CHOSEN = STRUCTURED;

export const readState = (param: string | undefined): ListingState => {
  if (param === undefined || param === '') return EMPTY_STATE;
  if (!param.startsWith(STRUCTURED)) return { ...EMPTY_STATE, text: param };
  const fields = new SearchParams(param.slice(1));
  return {
    text: fields.get('q') ?? '',
    chosen: readChosen(fields),
    conditions: readConditions(fields.get('groups')),
    sort: readSort(fields.get('sort')),
    display: DISPLAY_MODES.find((mode) => mode === fields.get('show')),
    ...readDisplayState(fields),
    notice: /^\d{1,9}$/.test(fields.get('new') ?? '') ? Number(fields.get('new')) : undefined,
  };
};

/** Undefined for the state a listing starts with. */
export const writeState = (state: ListingState): string | undefined => {
  const { text, chosen, sort, display, notice } = state;
  const fields = new SearchParams();
  if (text !== '') fields.set('q', addressText(text));
  for (const [key, values] of Object.entries(chosen))
    for (const value of values) fields.append(`${FACET}${key}`, writeValue(value));
  if (state.conditions) fields.set('groups', JSON.stringify(state.conditions));
  if (sort) fields.set('sort', `${sort.order === 'desc' ? '-' : ''}${sort.key}`);
  if (display) fields.set('show', display);
  writeDisplayState(fields, state);
  if (notice !== undefined) fields.set('new', String(notice));
  const written = fields.toString();
  if (written === '') return undefined;
  const plain = text !== '' && [...fields.keys()].length === 1 && !text.startsWith(STRUCTURED);
  return plain ? addressText(text) : `${STRUCTURED}${written}`;
};

const same = (one: FilterValue, other: FilterValue): boolean => JSON.stringify(one) === JSON.stringify(other);

/** Returns whether the value is one of those chosen; ranges are equal when their bounds are. */
export const includesValue = (chosen: readonly FilterValue[], value: FilterValue): boolean =>
  chosen.some((each) => same(each, value));

/** Adds the value, or takes it away. */
export const toggleChosen = (chosen: Chosen, key: string, value: FilterValue): Chosen => {
  const before = chosen[key] ?? [];
  const after = includesValue(before, value) ? before.filter((each) => !same(each, value)) : [...before, value];
  const { [key]: _old, ...others } = chosen;
  return after.length > 0 ? { ...others, [key]: after } : others;
};
