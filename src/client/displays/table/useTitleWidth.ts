// The width that the titles of a table need. It is known before the first rows are drawn, so that no column moves under the pointer.

import { useLayoutEffect, useRef, useState } from 'react';
import type { ListingStore } from 'src/client/listing/ListingStore.ts';
import type { Client } from 'src/client/Client.ts';
import { useClient } from 'src/client/useClient.ts';

/** More rows are not in view when a table opens. */
const MEASURED_ROWS = 40;
/** Space of a cell for its edges, the box that selects the row, and the star, in pixels. */
const CELL_SPACE = 84;

/** Returns the width of the longest text, in pixels, in the font of the cells of a table. */
const longestTextWidth = (texts: readonly string[]): number => {
  const probe = document.createElement('div');
  probe.className = 'kk-table-probe';
  for (const text of texts) {
    const line = document.createElement('div');
    line.textContent = text;
    probe.append(line);
  }
  document.body.append(probe);
  const { offsetWidth } = probe;
  probe.remove();
  return offsetWidth;
};

const widthNeeded = (items: Client['items'], ids: ListingStore['ids']): number => {
  if (ids.length === 0) return 0;
  const titles = ids.slice(0, MEASURED_ROWS).flatMap((id) => items.label(id) ?? []);
  return longestTextWidth(titles) + CELL_SPACE;
};

/**
 * Returns the width of the column in which no title of the first rows is cut, in pixels; 0 before the first answer. It is measured once for
 * each question of the listing: scrolling and changes of cells keep it. Observable.
 */
export const useTitleWidth = (store: Pick<ListingStore, 'answered' | 'ids'>): number => {
  const { items } = useClient();
  const { answered, ids } = store;
  const [needed, setNeeded] = useState(() => widthNeeded(items, ids));
  const measured = useRef(ids.length > 0 ? answered : undefined);
  useLayoutEffect(() => {
    if (answered === undefined || measured.current === answered || ids.length === 0) return;
    measured.current = answered;
    const width = widthNeeded(items, ids);
    setNeeded((before) => Math.max(before, width));
  }, [answered, ids, items]);
  return needed;
};
