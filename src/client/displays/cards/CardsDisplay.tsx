// CARDS: a picture, a title and the declared summary per item, in as many columns as fit; only the rows in view exist.

import { useVirtualizer } from '@tanstack/react-virtual';
import { observer } from 'mobx-react-lite';
import { useEffect, useRef, useState } from 'react';
import { useIntl } from 'react-intl';
import type { ItemId } from 'src/model/item/Item.ts';
import type { DisplayProps } from 'src/client/displays/DisplayParts.ts';
import { RowTitle } from 'src/client/displays/FoundText.tsx';
import { RowLevel, RowSummary, Thumb } from 'src/client/displays/RowSummary.tsx';
import { useCardSize } from 'src/client/displays/cards/cardSize.tsx';
import { SelectBox } from 'src/client/displays/SelectBox.tsx';
import { useOpenRow } from 'src/client/displays/useOpenRow.ts';
import { usePlace, useScrollPlace } from 'src/client/displays/usePlace.ts';
import type { CardSize } from 'src/client/listing/listingState.ts';
import { StarButton } from 'src/client/displays/StarButton.tsx';
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

const Card = observer(
  ({
    id,
    store,
    compact,
    size,
    ...row
  }: {
    readonly id: ItemId;
    readonly store: DisplayProps['store'];
    readonly compact: boolean;
    readonly size: CardSize;
    readonly open: boolean;
    readonly words: readonly string[];
    readonly note: () => void;
  }) => {
    const { items, registry } = useClient();
    const loaded = items.get(id);
    const type = registry.types[id.split('-')[0] ?? ''];
    if (loaded.state === 'gone' || loaded.state === 'failed') return null;
    const item = loaded.state === 'ready' ? loaded.item : undefined;
    return (
      <div className={`kk-result-card${row.open ? ' kk-result-card-open' : ''}`}>
        <SelectBox store={store} id={id} />
        {item && type ? (
          <Thumb item={item} type={type} variant={compact ? 'small' : size === 'large' ? 'large' : 'medium'} />
        ) : (
          <span className="kk-row-thumb kk-ghost" />
        )}
        <RowTitle id={id} {...row} />
        {item && type && (
          <RowSummary item={item} type={type} display={type.view.displays.CARDS} order={store.sort.key} />
        )}
        {item && <RowLevel item={item} />}
        {item && <StarButton id={id} label={item.$label} inRow />}
      </div>
    );
  },
);

/** Cards of one row are as high as the highest of them. */
const rowHeight = (card: HTMLElement): number => {
  const row = card.parentElement?.querySelectorAll<HTMLElement>(`[data-index="${card.dataset['index']}"]`) ?? [];
  return Math.max(0, ...[...row].map(({ offsetHeight }) => offsetHeight));
};

/** As many columns as fit, at least one; undefined until it is known. */
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
  const { ids, total, version, words } = store;
  const height = compact ? COMPACT_HEIGHT : SIZES[size].height;
  const lines = useVirtualizer({
    count: Math.ceil(ids.length / lanes),
    getScrollElement: () => scroller.current,
    estimateSize: () => height,
    measureElement: rowHeight,
    overscan: 2,
    initialRect: { width: 400, height: 600 },
  });
  // The measured heights belong to other rows.
  useEffect(() => lines.measure(), [lines, compact, size, lanes]);
  const shown = lines.getVirtualItems();
  const last = shown.at(-1)?.index ?? 0;
  useEffect(() => {
    if ((last + 3) * lanes >= ids.length) void store.more();
  }, [store, last, lanes, ids.length]);
  useEffect(() => {
    if ((lines.scrollOffset ?? 0) > 0) scroller.current?.scrollTo({ top: 0 });
  }, [lines, version]);
  const seen = useScrollPlace(usePlace({ store, change }), {
    ids,
    isLaidOut: fitting !== undefined,
    scrollTo: (index) => lines.scrollToIndex(Math.floor(index / lanes), { align: 'start' }),
  });
  const { startIndex = 0, endIndex = 0 } = lines.range ?? {};
  useEffect(() => seen(startIndex * lanes, (endIndex + 1) * lanes - 1), [seen, startIndex, endIndex, lanes]);
  return (
    <div ref={scroller} className={`kk-results-scroll kk-cards-${size}`}>
      <ul
        className="kk-plain-list kk-virtual"
        style={{ blockSize: lines.getTotalSize() }}
        aria-label={formatMessage({ id: 'listing.results' })}
      >
        {shown.flatMap((line) =>
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
              <Card
                id={id}
                store={store}
                compact={compact}
                size={size}
                open={id === openId}
                words={words}
                note={note}
              />
            </li>
          )),
        )}
      </ul>
    </div>
  );
});
