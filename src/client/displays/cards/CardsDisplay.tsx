// CARDS: a picture, a title and the declared summary per item, in as many columns as fit. Renders only rows in view.

import { useVirtualizer } from '@tanstack/react-virtual';
import { observer } from 'mobx-react-lite';
import { useEffect, useRef, useState } from 'react';
import { useIntl } from 'react-intl';
import type { DisplayProps } from 'src/client/displays/Display.ts';
import { askedKeys } from 'src/client/displays/askedDates.ts';
import { ResultRow } from 'src/client/displays/ResultRow.tsx';
import { useCardSize, type CardSize } from 'src/client/displays/cards/cardSize.tsx';
import { SelectBox } from 'src/client/displays/SelectBox.tsx';
import { useOpenRow } from 'src/client/displays/useOpenRow.ts';
import { usePlace } from 'src/client/displays/usePlace.ts';
import { useListedRows, virtualRows } from 'src/client/displays/virtualList.ts';
import { isCompact } from 'src/client/stores/density.ts';
import { useClient } from 'src/client/useClient.ts';
import 'src/client/displays/displays.css';

/** The narrowest card, and a row at least; it is higher where the words of one need it. The picture's height is in displays.css. */
const SIZES: Readonly<Record<CardSize, { readonly width: number; readonly height: number }>> = {
  small: { width: 148, height: 190 },
  medium: { width: 210, height: 266 },
  large: { width: 330, height: 380 },
};
/** Height of a compact card, which has a small picture next to its words. */
const COMPACT_HEIGHT = 92;

/** Cards of one row are as high as the highest of them. */
const rowHeight = (card: HTMLElement): number => {
  const row = card.parentElement?.querySelectorAll<HTMLElement>(`[data-index="${card.dataset['index']}"]`) ?? [];
  return Math.max(0, ...[...row].map(({ offsetHeight }) => offsetHeight));
};

/** Returns the number of columns that fit, at least one; undefined until it is known. */
const useCardColumns = (element: React.RefObject<HTMLElement | null>, card: number): number | undefined => {
  const [width, setWidth] = useState(0);
  useEffect(() => {
    if (!element.current) return undefined;
    const sensor = new ResizeObserver(([entry]) => entry && setWidth(entry.contentRect.width));
    sensor.observe(element.current);
    return () => sensor.disconnect();
  }, [element]);
  return width === 0 ? undefined : Math.max(1, Math.floor((width - 12) / card));
};

export const CardsDisplay = observer(({ store, change }: DisplayProps) => {
  const client = useClient();
  const { size } = useCardSize(store, change);
  const { formatMessage } = useIntl();
  const scroller = useRef<HTMLDivElement>(null);
  const { openId, note } = useOpenRow(store);
  const compact = isCompact(client);
  const fitting = useCardColumns(scroller, compact ? SIZES.medium.width : SIZES[size].width);
  const lanes = fitting ?? 2;
  const { ids, total, words } = store;
  const asked = askedKeys(store);
  const height = compact ? COMPACT_HEIGHT : SIZES[size].height;
  const lines = useVirtualizer(
    virtualRows({
      scroller,
      count: Math.ceil(ids.length / lanes),
      height,
      measureElement: rowHeight,
      overscan: 2,
    }),
  );
  // The measured heights belong to other rows.
  useEffect(() => lines.measure(), [lines, compact, size, lanes]);
  useListedRows(lines, { store, place: usePlace({ store, change }), lanes, isLaidOut: fitting !== undefined });
  return (
    <div ref={scroller} className={`kk-results-scroll kk-cards-${size}`}>
      <ul
        className="kk-plain-list kk-virtual"
        style={{ blockSize: lines.getTotalSize() }}
        aria-label={formatMessage({ id: 'listing.results' })}
      >
        {lines.getVirtualItems().flatMap((line) =>
          ids.slice(line.index * lanes, (line.index + 1) * lanes).map((id, lane) => (
            <li
              key={id}
              ref={lines.measureElement}
              data-index={line.index}
              data-item={id}
              className="kk-card-cell"
              aria-setsize={total}
              aria-posinset={line.index * lanes + lane + 1}
              style={{
                transform: `translateY(${line.start}px)`,
                inlineSize: `${100 / lanes}%`,
                insetInlineStart: `${(100 / lanes) * lane}%`,
                minBlockSize: height,
              }}
            >
              <ResultRow
                {...{ id, words, note }}
                frame="card"
                open={id === openId}
                lead={() => <SelectBox store={store} id={id} />}
                picture={() => (compact ? 'small' : size === 'large' ? 'large' : 'medium')}
                display={({ view }) => view.card}
                order={store.sort.key}
                asked={asked}
                starred
              />
            </li>
          )),
        )}
      </ul>
    </div>
  );
});
