// Rows of a listing, of which only those in view exist; the next ids are asked for near the end. Shared by LIST and TIMELINE.
// Up and down walk the rows, with Shift they choose them, and so does Space; their links stay ordinary links for everything else.

import { useVirtualizer } from '@tanstack/react-virtual';
import { observer } from 'mobx-react-lite';
import { useCallback, useEffect, useRef, type KeyboardEvent, type ReactNode } from 'react';
import { useIntl } from 'react-intl';
import type { ItemId } from 'src/model/item/Item.ts';
import { chooseByKey, SelectBox } from 'src/client/displays/SelectBox.tsx';
import { useScrollPlace, type Place } from 'src/client/displays/usePlace.ts';
import type { ListingStore } from 'src/client/listing/ListingStore.ts';

const ROWS_AHEAD = 12;

/** The row that an arrow key leads to. */
const rowAfter = (event: KeyboardEvent<HTMLElement>): number | undefined => {
  if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return undefined;
  const at = (event.target as HTMLElement).closest('[data-index]')?.getAttribute('data-index');
  return at === null || at === undefined ? undefined : Number(at) + (event.key === 'ArrowDown' ? 1 : -1);
};

interface VirtualRowsProps {
  readonly store: Pick<ListingStore, 'ids' | 'total' | 'version' | 'selection'> & { readonly more: () => unknown };
  /** Pixels of a usual row; each is measured once it is shown. */
  readonly height: number;
  /** False where nothing can be done with many of them. */
  readonly choosable?: boolean;
  readonly place?: Place;
  readonly row: (id: ItemId, before: ItemId | undefined) => ReactNode;
  /** Heading above the row, across its whole width. */
  readonly heading?: ((id: ItemId, before: ItemId | undefined) => ReactNode) | undefined;
}

export const VirtualRows = observer((props: VirtualRowsProps) => {
  const { store, height, row, heading, place, choosable = true } = props;
  const { formatMessage } = useIntl();
  const scroller = useRef<HTMLDivElement>(null);
  const { ids, total, version } = store;
  // A new function would compute the position of every row again, with each row that scrolls into view.
  const keyAt = useCallback((index: number) => ids[index] ?? index, [ids]);
  const rows = useVirtualizer({
    count: ids.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => height,
    overscan: 8,
    getItemKey: keyAt,
    initialRect: { width: 400, height: 600 },
  });
  const shown = rows.getVirtualItems();
  const last = shown.at(-1)?.index ?? 0;
  useEffect(() => {
    if (last >= ids.length - ROWS_AHEAD) void store.more();
  }, [store, last, ids.length]);
  useEffect(() => {
    // Reading the position from the element would force a layout of the page.
    if ((rows.scrollOffset ?? 0) > 0) scroller.current?.scrollTo({ top: 0 });
  }, [rows, version]);
  const seen = useScrollPlace(place, { ids, scrollTo: (index) => rows.scrollToIndex(index, { align: 'start' }) });
  const { startIndex = 0, endIndex = 0 } = rows.range ?? {};
  useEffect(() => seen(startIndex, endIndex), [seen, startIndex, endIndex]);
  const linkAt = (index: number): HTMLElement | null =>
    scroller.current?.querySelector<HTMLElement>(`[data-index="${index}"] a`) ?? null;
  const onKey = (event: KeyboardEvent<HTMLElement>): void => {
    if (choosable && chooseByKey(event, store)) return;
    const index = rowAfter(event);
    if (index === undefined || index < 0 || index >= ids.length) return;
    event.preventDefault();
    const id = ids[index];
    if (choosable && event.shiftKey && id !== undefined) store.selection.extendTo(id, ids);
    // A row that is rendered already gets the focus at once, so that it receives the next key.
    const link = linkAt(index);
    link?.focus({ preventScroll: true });
    rows.scrollToIndex(index);
    if (!link) requestAnimationFrame(() => linkAt(index)?.focus());
  };
  return (
    <div ref={scroller} className="kk-results-scroll" data-newest={version}>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- arrow keys go from link to link, which Tab does too */}
      <ul
        className="kk-plain-list kk-virtual"
        style={{ blockSize: rows.getTotalSize() }}
        aria-label={formatMessage({ id: 'listing.results' })}
        onKeyDown={onKey}
      >
        {shown.map(({ index, key, start }) => {
          const id = ids[index];
          return (
            id !== undefined && (
              <li
                key={key}
                ref={rows.measureElement}
                data-index={index}
                data-item={id}
                aria-setsize={total}
                aria-posinset={index + 1}
                style={{ transform: `translateY(${start}px)` }}
              >
                {heading?.(id, ids[index - 1])}
                {choosable && <SelectBox store={store} id={id} among={ids} />}
                {row(id, ids[index - 1])}
              </li>
            )
          );
        })}
      </ul>
    </div>
  );
});
