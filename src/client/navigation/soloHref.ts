// Ctrl- or Cmd-click on an item link: the path parts before the item are dropped. Source: spec platform 2 (ROUTE-12).

import { addressOf, columnsOf } from 'src/client/navigation/columnPath.ts';

/** `/library.books/i-Book-1?c1=x` gives `/i-Book-1?c0=x`; an address without an item stays. */
export const soloHref = (href: string): string => {
  const [path = '', search = ''] = href.split('?', 2);
  const columns = columnsOf(path, search);
  const at = columns.findLastIndex(({ segment }) => segment.startsWith('i-'));
  return at < 0 ? href : addressOf(columns.slice(at));
};
