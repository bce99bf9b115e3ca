// Renders only the rows in view, and handles their keys: up and down move between the links of rows.

import { measureElement, type Virtualizer, type VirtualizerOptions } from '@tanstack/react-virtual';
import { useCallback, useDeferredValue, useEffect, useMemo, type KeyboardEvent, type RefObject } from 'react';
import { useScrollPlace, type Place } from 'src/client/displays/usePlace.ts';
import type { ItemId } from 'src/model/item/Item.ts';
import { arrowStep } from 'src/client/ui/arrowKeys.ts';

/** Rows before the end at which the next ids are requested. */
const ROWS_AHEAD = 12;

/** Rows that are rendered above and below those in view. */
const OVERSCAN = 5;
const NO_VERSION = -1;

type Rows = Virtualizer<HTMLDivElement, HTMLElement>;
type RowsSetup = VirtualizerOptions<HTMLDivElement, HTMLElement>;

interface RowsOptions extends Partial<
  Pick<RowsSetup, 'getItemKey' | 'measureElement' | 'overscan' | 'rangeExtractor'>
> {
  readonly scroller: RefObject<HTMLDivElement | null>;
  readonly count: number;
  /** Pixels of a usual row; each is measured once it is shown. */
  readonly height: number;
}

/** Rows without a box, because a panel hides the results, keep the size that they had. Otherwise the list would scroll when it comes back. */
const measureShown: RowsSetup['measureElement'] = (element, entry, rows) => {
  const size = measureElement(element, entry, rows);
  if (size > 0) return size;
  const index = rows.indexFromElement(element);
  return rows.measurementsCache[index]?.size ?? rows.options.estimateSize(index);
};

/** Options of `useVirtualizer`. `getItemKey` must stay the same function: a new one computes the position of every row again. */
export const virtualRows = ({ scroller, height, ...options }: RowsOptions) => ({
  getScrollElement: () => scroller.current,
  estimateSize: () => height,
  overscan: OVERSCAN,
  initialRect: { width: 400, height: 600 },
  measureElement: measureShown,
  ...options,
});

/**
 * Returns the number of rows to render above and below those in view: none for the first picture of a new answer, which
 * shows sooner without them.
 */
export const useOverscan = (version: number): number =>
  useDeferredValue(version, NO_VERSION) === version ? OVERSCAN : 0;

/**
 * Returns the function that gives each row its key. The rows of a new answer have the keys of the rows at the same places of the previous
 * one, so that their elements are updated instead of replaced, which shows the answer sooner. While the answer is the same, each result
 * keeps its key.
 */
export const useRowKeys = (ids: readonly ItemId[], version: number): ((index: number) => number) => {
  const answer = useMemo(() => ({ version, keys: new Map<ItemId, number>() }), [version]);
  return useCallback(
    (index) => {
      const id = ids[index];
      if (id === undefined) return index;
      const key = answer.keys.get(id) ?? answer.keys.size;
      answer.keys.set(id, key);
      return key;
    },
    [ids, answer],
  );
};

/** Returns the index of the row that a key leads to; undefined for another key and past the ends. */
export const rowAfter = ({ key, target }: KeyboardEvent<HTMLElement>, count: number): number | undefined => {
  const step = arrowStep(key);
  const at = (target as HTMLElement).closest<HTMLElement>('[data-index]')?.dataset['index'];
  if (step === undefined || at === undefined) return undefined;
  const index = Number(at) + step;
  return index < 0 || index >= count ? undefined : index;
};

/** A row that is rendered already gets the focus at once, so that it receives the next key. */
export const focusRow = (rows: Rows, index: number): void => {
  const linkAt = (): HTMLElement | null | undefined =>
    rows.scrollElement?.querySelector<HTMLElement>(`[data-index="${index}"] a`);
  const link = linkAt();
  link?.focus({ preventScroll: true });
  rows.scrollToIndex(index);
  if (!link) requestAnimationFrame(() => linkAt()?.focus());
};

interface ListedRows {
  readonly store: { readonly ids: readonly ItemId[]; readonly version: number; readonly more: () => unknown };
  readonly place: Place | undefined;
  /** Results in one row. */
  readonly lanes?: number;
  /** False until the number of lanes is known. */
  readonly isLaidOut?: boolean;
}

/** Requests the next ids near the end, begins at the top of a new answer, and restores the scroll position. */
export const useListedRows = (rows: Rows, listed: ListedRows): void => {
  const { store, place, lanes = 1, isLaidOut = true } = listed;
  const { ids, version } = store;
  const last = rows.getVirtualItems().at(-1)?.index ?? 0;
  useEffect(() => {
    if (last * lanes >= ids.length - ROWS_AHEAD) void store.more();
  }, [store, last, lanes, ids.length]);
  useEffect(() => {
    // Reading the position from the element would force a layout of the page.
    if ((rows.scrollOffset ?? 0) > 0) rows.scrollElement?.scrollTo({ top: 0 });
  }, [rows, version]);
  const scrollTo = (index: number): void => rows.scrollToIndex(Math.floor(index / lanes), { align: 'start' });
  const seen = useScrollPlace(place, { ids, isLaidOut, scrollTo });
  const { startIndex = 0, endIndex = 0 } = rows.range ?? {};
  useEffect(() => seen(startIndex * lanes, (endIndex + 1) * lanes - 1), [seen, startIndex, endIndex, lanes]);
};
