// Conversion between the address and columns: one path segment per column, its parameter in c0, c1, ... Pure.
// Every new address is built here.

import { SearchParams } from 'src/base/SearchParams.ts';
import type { ItemId } from 'src/model/item/Item.ts';
import { tryParseItemId } from 'src/model/item/itemKey.ts';
import { ITEM_SEGMENT } from 'src/model/pageViews.ts';

/** One column. `key` is its path segment; `param` its query parameter c0, c1, … */
export interface Cell {
  readonly index: number;
  readonly segment: string;
  readonly kind: 'view' | 'item';
  /** View key, such as `home`, `sign-in`, `library.books`. */
  readonly view: string | undefined;
  readonly itemId: ItemId | undefined;
  /** Third part of an item segment: `new` items use `i-{type}-0-{key}`. */
  readonly context: string | undefined;
  readonly param: string | undefined;
}

export interface Column {
  readonly segment: string;
  readonly param?: string | undefined;
}

export const HOME = 'home';
const PARAM = /^c\d+$/;

const SLASH = '%2F';

/** An encoded slash stays encoded: decoded it would part the column in two when the address is written again. */
const decodedSegment = (text: string): string => {
  try {
    return text.split(/%2f/i).map(decodeURIComponent).join(SLASH);
  } catch {
    return text;
  }
};

const encode = (part: string): string => encodeURIComponent(part).replaceAll(encodeURIComponent(SLASH), SLASH);

const cellOf = ({ segment, param }: Column, index: number): Cell => {
  const common = { index, segment, param };
  if (!segment.startsWith('i-'))
    return { ...common, kind: 'view', view: segment, itemId: undefined, context: undefined };
  const [, id, context] = ITEM_SEGMENT.exec(segment) ?? [];
  const itemId = tryParseItemId(id) ? id : undefined;
  return { ...common, kind: 'item', view: undefined, itemId, context };
};

const segmentsOf = (path: string, slashed: readonly string[]): string[] => {
  const plain = path.split('/').filter((segment) => segment !== '');
  const view = slashed.find((each) => {
    const parts = each.split('/');
    return parts.every((part, at) => plain[at] === part);
  });
  const used = view === undefined ? 0 : view.split('/').length;
  const rest = plain.slice(used).map(decodedSegment);
  return view === undefined ? rest : [view, ...rest];
};

/** Home has no segment in the address, so it is either the only column or absent. */
const withoutHome = (columns: readonly Column[]): readonly Column[] => {
  const others = columns.filter(({ segment }) => segment !== HOME);
  return others.length > 0 ? others : columns.slice(0, 1);
};

/** `slashed`: view keys that hold a slash. `/home/i-Book-1?c1=x` gives one column, `i-Book-1` with `x`. */
export const columnsOf = (path: string, search: string, slashed: readonly string[] = []): readonly Column[] => {
  const segments = segmentsOf(path, slashed);
  if (segments.length === 0) segments.push(HOME);
  const params = new SearchParams(search);
  const columns = segments.map((segment, index) => ({ segment, param: params.get(`c${index}`) ?? undefined }));
  return withoutHome(columns);
};

export const cellsOf = (columns: readonly Column[]): readonly Cell[] => columns.map(cellOf);

/** Query parameters that belong to no column. */
export const ownQuery = (search: string): SearchParams => {
  const params = new SearchParams(search);
  for (const name of [...params.keys()]) if (PARAM.test(name)) params.delete(name);
  return params;
};

/** The home view has no segment of its own: as the only column it is `/`; before others it is left out. */
export const addressOf = (columns: readonly Column[], query?: SearchParams): string => {
  const shown = withoutHome(columns);
  const path = shown
    .filter(({ segment }) => segment !== HOME)
    .map(({ segment }) => segment.split('/').map(encode).join('/'))
    .join('/');
  const params = new SearchParams(query);
  for (const [index, { param }] of shown.entries())
    if (param !== undefined && param !== '') params.set(`c${index}`, param);
  const text = params.toString();
  return `/${path}${text === '' ? '' : `?${text}`}`;
};

/** Returns the number of columns from the left that stay as they are. A changed parameter changes no column. */
export const sharedColumns = (before: readonly Column[], after: readonly Column[]): number => {
  const at = before.findIndex(({ segment }, index) => after[index]?.segment !== segment);
  return at === -1 ? before.length : at;
};

// Ctrl- or Cmd-click on an item link: the path parts before the item are dropped. (ROUTE-12)
/** `/library.books/i-Book-1?c1=x` gives `/i-Book-1?c0=x`; an address without an item stays. */
export const soloHref = (href: string): string => {
  const [path = '', search = ''] = href.split('?', 2);
  const columns = columnsOf(path, search);
  const at = columns.findLastIndex(({ segment }) => segment.startsWith('i-'));
  return at < 0 ? href : addressOf(columns.slice(at));
};
