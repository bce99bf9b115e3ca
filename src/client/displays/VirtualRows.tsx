// Renders only the rows of a listing that are in view, and requests the next ids near the end. Shared by LIST and TIMELINE. The arrow keys
// move between rows; with Shift they select rows, and so does Space. All other keys act on the links as usual.

import { useVirtualizer } from '@tanstack/react-virtual';
import { observer } from 'mobx-react-lite';
import { useRef, type KeyboardEvent, type ReactNode } from 'react';
import { useIntl } from 'react-intl';
import type { ItemId } from 'src/model/item/Item.ts';
import { chooseByKey, SelectBox } from 'src/client/displays/SelectBox.tsx';
import type { Place } from 'src/client/displays/usePlace.ts';
import {
  focusRow,
  rowAfter,
  useListedRows,
  useOverscan,
  useRowKeys,
  virtualRows,
} from 'src/client/displays/virtualList.ts';
import type { ListingStore } from 'src/client/listing/ListingStore.ts';

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
  const { ids, total, version } = store;
  const scroller = useRef<HTMLDivElement>(null);
  const overscan = useOverscan(version);
  const getItemKey = useRowKeys(ids, version);
  const rows = useVirtualizer(virtualRows({ scroller, count: ids.length, height, overscan, getItemKey }));
  useListedRows(rows, { store, place });
  const onKey = (event: KeyboardEvent<HTMLElement>): void => {
    if (choosable && chooseByKey(event, store)) return;
    const index = rowAfter(event, ids.length);
    if (index === undefined) return;
    event.preventDefault();
    const id = ids[index];
    if (choosable && event.shiftKey && id !== undefined) store.selection.extendTo(id, ids);
    focusRow(rows, index);
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
        {rows.getVirtualItems().map(({ index, key, start }) => {
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
