// The points of a trip as a list next to the map, for keyboards and screen readers, which cannot use a canvas. Only the rows in view are
// rendered. Shift extends the selection over a range of points.

import { useVirtualizer } from '@tanstack/react-virtual';
import { observer } from 'mobx-react-lite';
import { useCallback, useEffect, useRef, type KeyboardEvent } from 'react';
import { useMessages, type Messages } from 'src/client/extend.ts';
import { virtualRows } from 'src/client/extendMap.ts';
import type { PointSelection } from 'src/domain/geokeeper/review/PointSelection.client.ts';
import type { StatedPoint } from 'src/domain/geokeeper/review/tripTrack.ts';

const REVIEW_ROW_HEIGHT = 40;
const REVIEW_PAGE_ROWS = 10;

/** Returns the index to which a key moves the selection; undefined for another key. */
const indexAfterKey = (key: string, at: number, last: number): number | undefined => {
  const steps: Readonly<Record<string, number>> = {
    ...{ ArrowDown: at + 1, ArrowUp: at - 1, PageDown: at + REVIEW_PAGE_ROWS, PageUp: at - REVIEW_PAGE_ROWS },
    ...{ Home: 0, End: last },
  };
  const next = steps[key];
  return next === undefined ? undefined : Math.min(last, Math.max(0, next));
};

/** Returns the time of a point by the clock of the reader, or its number when the device recorded no time. */
export const pointName = (messages: Messages, { index, segment, position }: StatedPoint): string =>
  position.at === undefined
    ? messages.format('fieldReview.pointNumber', { number: index + 1, segment: segment + 1 })
    : messages.intl.formatTime(position.at, { hour: '2-digit', minute: '2-digit', second: '2-digit' });

const accuracyText = (messages: Messages, { position: { accuracy } }: StatedPoint): string =>
  accuracy === undefined
    ? messages.format('fieldReview.noAccuracy')
    : messages.format('fieldReview.accuracyShort', {
        metres: messages.intl.formatNumber(accuracy, { maximumFractionDigits: 0 }),
      });

interface PointListProps {
  readonly points: readonly StatedPoint[];
  readonly selection: PointSelection;
}

export const PointList = observer(({ points, selection }: PointListProps) => {
  const messages = useMessages();
  const scroller = useRef<HTMLDivElement>(null);
  const keyAt = useCallback((index: number) => points[index]?.key ?? index, [points]);
  const rows = useVirtualizer(
    virtualRows({ scroller, count: points.length, height: REVIEW_ROW_HEIGHT, getItemKey: keyAt }),
  );
  const { focus } = selection;
  const at = points.findIndex(({ key }) => key === focus);
  useEffect(() => {
    if (at >= 0) rows.scrollToIndex(at);
  }, [rows, at]);
  const onKey = (event: KeyboardEvent): void => {
    const next = indexAfterKey(event.key, at, points.length - 1);
    const point = next === undefined ? undefined : points[next];
    if (!point) return;
    event.preventDefault();
    selection.choose(point.key, event.shiftKey);
  };
  return (
    <div ref={scroller} className="kk-trip-points">
      <div
        role="listbox"
        tabIndex={0}
        aria-label={messages.format('fieldReview.points')}
        aria-multiselectable
        aria-activedescendant={at < 0 ? undefined : `kk-trip-point-${focus}`}
        className="kk-virtual"
        style={{ blockSize: rows.getTotalSize() }}
        onKeyDown={onKey}
      >
        {rows.getVirtualItems().map(({ index, key, start }) => {
          const point = points[index];
          return (
            point && (
              // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the list has the focus and handles the keys
              <div
                key={key}
                id={`kk-trip-point-${point.key}`}
                role="option"
                tabIndex={-1}
                aria-selected={selection.has(point.key)}
                aria-setsize={points.length}
                aria-posinset={index + 1}
                className="kk-trip-point"
                data-state={point.state}
                style={{ transform: `translateY(${start}px)` }}
                onClick={(event) => selection.choose(point.key, event.shiftKey)}
              >
                <span className="kk-trip-dot" aria-hidden />
                <span>{pointName(messages, point)}</span>
                <span className="kk-soft">{accuracyText(messages, point)}</span>
                {point.state !== 'IN_TRIP' && <span>{messages.format(`fieldReview.pointStates.${point.state}`)}</span>}
              </div>
            )
          );
        })}
      </div>
    </div>
  );
});
