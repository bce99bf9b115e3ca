// List of links to the features in view, for keyboards and screen readers, which cannot use a canvas. The row under the pointer or with the
// focus is highlighted on the map.

import { useVirtualizer } from '@tanstack/react-virtual';
import { observer } from 'mobx-react-lite';
import {
  useCallback,
  useEffect,
  useEffectEvent,
  useId,
  useMemo,
  useRef,
  type KeyboardEvent,
  type ReactNode,
} from 'react';
import { focusRow, rowAfter, virtualRows } from 'src/client/displays/virtualList.ts';
import type { ViewEntries } from 'src/client/map/viewEntries.ts';
import { useMessages } from 'src/client/ui/declaredMessages.ts';
import type { ItemId } from 'src/model/item/Item.ts';

const ROW_HEIGHT = 46;

const itemOf = (element: Element): ItemId | undefined => element.closest<HTMLElement>('[data-item]')?.dataset['item'];

interface MapListProps {
  readonly view: ViewEntries;
  readonly point: (id: ItemId | undefined) => void;
  /** Item that is open next to the map. Its row is brought into view. */
  readonly openId: ItemId | undefined;
  readonly row: (id: ItemId) => ReactNode;
}

export const MapList = observer(({ view, point, openId, row }: MapListProps) => {
  const messages = useMessages();
  const { entries, count, failed } = view;
  const head = useId();
  // A new function would compute the position of every row again, with each row that scrolls into view.
  const keyAt = useCallback((index: number) => entries[index]?.$id ?? index, [entries]);
  const scroller = useRef<HTMLDivElement>(null);
  const rows = useVirtualizer(
    virtualRows({
      scroller,
      count: entries.length,
      height: ROW_HEIGHT,
      getItemKey: keyAt,
    }),
  );
  const openAt = useMemo(() => entries.findIndex(({ $id }) => $id === openId), [entries, openId]);
  const bringIn = useEffectEvent(() => rows.scrollToIndex(openAt));
  const isOpenListed = openAt >= 0;
  useEffect(() => {
    if (isOpenListed) bringIn();
  }, [isOpenListed, openId]);
  const onKey = (event: KeyboardEvent<HTMLElement>): void => {
    const index = rowAfter(event, entries.length);
    if (index === undefined) return;
    event.preventDefault();
    focusRow(rows, index);
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
