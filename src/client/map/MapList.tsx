// List of links to the features in view, for keyboards and screen readers, which cannot use a canvas. The row under the pointer or with the
// focus is highlighted on the map.

import { useVirtualizer } from '@tanstack/react-virtual';
import { observer } from 'mobx-react-lite';
import { useCallback, useId, useRef, type KeyboardEvent, type ReactNode } from 'react';
import type { ViewEntries } from 'src/client/map/viewEntries.ts';
import { useMessages } from 'src/client/ui/declaredMessages.ts';
import type { ItemId } from 'src/model/item/Item.ts';

const ROW_HEIGHT = 46;
const ARROW_STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };

const itemOf = (element: Element): ItemId | undefined => element.closest<HTMLElement>('[data-item]')?.dataset['item'];

interface MapListProps {
  readonly view: ViewEntries;
  readonly point: (id: ItemId | undefined) => void;
  readonly row: (id: ItemId) => ReactNode;
}

export const MapList = observer(({ view, point, row }: MapListProps) => {
  const messages = useMessages();
  const { entries, count, failed } = view;
  const scroller = useRef<HTMLDivElement>(null);
  const head = useId();
  // A new function would compute the position of every row again, with each row that scrolls into view.
  const keyAt = useCallback((index: number) => entries[index]?.$id ?? index, [entries]);
  const rows = useVirtualizer({
    count: entries.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: 8,
    getItemKey: keyAt,
    initialRect: { width: 270, height: 500 },
  });
  const linkAt = (index: number): HTMLElement | null =>
    scroller.current?.querySelector<HTMLElement>(`[data-index="${index}"] a`) ?? null;
  const onKey = (event: KeyboardEvent<HTMLElement>): void => {
    const step = ARROW_STEPS[event.key];
    const at = (event.target as HTMLElement).closest('[data-index]')?.getAttribute('data-index');
    if (step === undefined || at === null || at === undefined) return;
    const index = Number(at) + step;
    if (index < 0 || index >= entries.length) return;
    event.preventDefault();
    rows.scrollToIndex(index);
    requestAnimationFrame(() => linkAt(index)?.focus());
  };
  return (
    <section className="kk-map-list" aria-labelledby={head}>
      <h3 id={head} className="kk-map-list-head">
        {messages.format('map.inView', { count })}
      </h3>
      <div ref={scroller} className="kk-results-scroll">
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- arrow keys go from link to link, which Tab does too */}
        <ul
          className="kk-plain-list kk-virtual"
          style={{ blockSize: rows.getTotalSize() }}
          aria-labelledby={head}
          onKeyDown={onKey}
          onFocus={(event) => point(itemOf(event.target))}
          onMouseOver={(event) => point(itemOf(event.target as Element))}
          onBlur={() => point(undefined)}
          onMouseLeave={() => point(undefined)}
        >
          {rows.getVirtualItems().map(({ index, key, start }) => {
            const entry = entries[index];
            return (
              entry && (
                <li
                  key={key}
                  ref={rows.measureElement}
                  data-index={index}
                  data-item={entry.$id}
                  aria-setsize={count}
                  aria-posinset={index + 1}
                  style={{ transform: `translateY(${start}px)` }}
                >
                  {row(entry.$id)}
                </li>
              )
            );
          })}
        </ul>
        {count > entries.length && (
          <p className="kk-map-list-more">{messages.format('map.moreInView', { count: entries.length })}</p>
        )}
        {failed && <p className="kk-map-list-more">{messages.format('map.viewFailed')}</p>}
      </div>
    </section>
  );
});
