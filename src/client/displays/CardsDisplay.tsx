// CARDS: a picture, a title and the declared summary per item, in as many columns as fit; only the rows in view exist.

import { useVirtualizer } from '@tanstack/react-virtual';
import { observer } from 'mobx-react-lite';
import { useEffect, useRef, useState } from 'react';
import { useIntl } from 'react-intl';
import type { ItemId } from 'src/model/item/Item.ts';
import type { DisplayProps } from 'src/client/displays/displays.ts';
import { RowTitle } from 'src/client/displays/FoundText.tsx';
import { RowLevel, RowSummary, Thumb } from 'src/client/displays/RowSummary.tsx';
import { useOpenRow } from 'src/client/displays/useOpenRow.ts';
import { StarButton } from 'src/client/cells/StarButton.tsx';
import { isCompact } from 'src/client/ui/density.ts';
import { useClient } from 'src/client/useClient.ts';
import 'src/client/displays/displays.css';

const CARD = 210;
/** A row of cards is at least this high, and higher where the words of one need it. Compact cards have a small picture beside the words. */
const HEIGHT = { comfortable: 266, compact: 92 } as const;

const Card = observer(
  ({
    id,
    compact,
    ...row
  }: {
    readonly id: ItemId;
    readonly compact: boolean;
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
        {item && type ? (
          <Thumb item={item} type={type} variant={compact ? 'small' : 'medium'} />
        ) : (
          <span className="kk-row-thumb kk-ghost" />
        )}
        <RowTitle id={id} {...row} />
        {item && type && <RowSummary item={item} type={type} display={type.view.displays.CARDS} />}
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

/** As many columns as fit, at least one. */
const useLanes = (element: React.RefObject<HTMLElement | null>): number => {
  const [lanes, setLanes] = useState(2);
  useEffect(() => {
    if (!element.current) return undefined;
    const sensor = new ResizeObserver(
      ([entry]) => entry && setLanes(Math.max(1, Math.floor((entry.contentRect.width - 12) / CARD))),
    );
    sensor.observe(element.current);
    return () => sensor.disconnect();
  }, [element]);
  return lanes;
};

export const CardsDisplay = observer(({ store }: DisplayProps) => {
  const client = useClient();
  const { formatMessage } = useIntl();
  const scroller = useRef<HTMLDivElement>(null);
  const { openId, note } = useOpenRow(store);
  const lanes = useLanes(scroller);
  const { ids, total, version, words } = store;
  const compact = isCompact(client);
  const height = compact ? HEIGHT.compact : HEIGHT.comfortable;
  const lines = useVirtualizer({
    count: Math.ceil(ids.length / lanes),
    getScrollElement: () => scroller.current,
    estimateSize: () => height,
    measureElement: rowHeight,
    overscan: 2,
    initialRect: { width: 400, height: 600 },
  });
  // What was measured is of other rows.
  useEffect(() => lines.measure(), [lines, compact, lanes]);
  const shown = lines.getVirtualItems();
  const last = shown.at(-1)?.index ?? 0;
  useEffect(() => {
    if ((last + 3) * lanes >= ids.length) void store.more();
  }, [store, last, lanes, ids.length]);
  useEffect(() => {
    scroller.current?.scrollTo({ top: 0 });
  }, [version]);
  return (
    <div ref={scroller} className="kk-results-scroll">
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
              <Card id={id} compact={compact} open={id === openId} words={words} note={note} />
            </li>
          )),
        )}
      </ul>
    </div>
  );
});
