// What a listing shows, as it stands in the address: search text, chosen facet values, sort, display. A link shared is a view shared.
// A parameter without a leading dot is plain search text (spec platform 2: c0 of /search). Pure.

import type { FilterValue } from 'src/model/generated/wire.ts';
import { addressText } from 'src/model/query/searchText.ts';
import { readValue, writeValue, type Chosen } from 'src/model/query/facetValues.ts';
import { DISPLAY_MODES, type DisplayMode } from 'src/model/schema/TypeView.ts';

export interface SortBy {
  readonly key: string;
  readonly order: 'asc' | 'desc';
}

/** A column of the table, and its pixels when somebody has set them. */
export interface ColumnChoice {
  readonly path: string;
  readonly width?: number;
  /** Stays beside the title while the others scroll. */
  readonly frozen?: boolean;
}

export interface ListingState {
  readonly text: string;
  readonly chosen: Chosen;
  readonly sort: SortBy | undefined;
  readonly display: DisplayMode | undefined;
  /** Of the table, in their order. */
  readonly columns: readonly ColumnChoice[] | undefined;
  /** Number of the notice whose items are marked as new. */
  readonly notice?: number | undefined;
}

export const EMPTY_STATE: ListingState = {
  text: '',
  chosen: {},
  sort: undefined,
  display: undefined,
  columns: undefined,
};

/** Starts a parameter that is more than text; the address carries it unescaped. */
const STRUCTURED = '.';
const FACET = 'f.';

const readSort = (text: string | null): SortBy | undefined => {
  if (!text) return undefined;
  return text.startsWith('-') ? { key: text.slice(1), order: 'desc' } : { key: text, order: 'asc' };
};

const readChosen = (fields: URLSearchParams): Chosen => {
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

/** Nothing chosen, where a listing starts with something chosen. */
export const NOTHING_CHOSEN = STRUCTURED;

export const readState = (param: string | undefined): ListingState => {
  if (param === undefined || param === '') return EMPTY_STATE;
  if (!param.startsWith(STRUCTURED)) return { ...EMPTY_STATE, text: param };
  const fields = new URLSearchParams(param.slice(1));
  return {
    text: fields.get('q') ?? '',
    chosen: readChosen(fields),
    sort: readSort(fields.get('sort')),
    display: DISPLAY_MODES.find((mode) => mode === fields.get('show')),
    columns: readColumns(fields.get('cols')),
    notice: /^\d{1,9}$/.test(fields.get('new') ?? '') ? Number(fields.get('new')) : undefined,
  };
};

/** Undefined for the state a listing starts with. */
export const writeState = ({ text, chosen, sort, display, columns, notice }: ListingState): string | undefined => {
  const fields = new URLSearchParams();
  if (text !== '') fields.set('q', addressText(text));
  for (const [key, values] of Object.entries(chosen))
    for (const value of values) fields.append(`${FACET}${key}`, writeValue(value));
  if (sort) fields.set('sort', `${sort.order === 'desc' ? '-' : ''}${sort.key}`);
  if (display) fields.set('show', display);
  if (columns) fields.set('cols', writeColumns(columns));
  if (notice !== undefined) fields.set('new', String(notice));
  const written = fields.toString();
  if (written === '') return undefined;
  const plain = text !== '' && [...fields.keys()].length === 1 && !text.startsWith(STRUCTURED);
  return plain ? addressText(text) : `${STRUCTURED}${written}`;
};

const same = (one: FilterValue, other: FilterValue): boolean => JSON.stringify(one) === JSON.stringify(other);

export const isChosen = (chosen: Chosen, key: string, value: FilterValue): boolean =>
  chosen[key]?.some((each) => same(each, value)) ?? false;

/** Adds the value, or takes it away. */
export const toggleChosen = (chosen: Chosen, key: string, value: FilterValue): Chosen => {
  const before = chosen[key] ?? [];
  const after = isChosen(chosen, key, value) ? before.filter((each) => !same(each, value)) : [...before, value];
  const { [key]: _old, ...others } = chosen;
  return after.length > 0 ? { ...others, [key]: after } : others;
};
