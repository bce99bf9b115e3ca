// Marks of a timeline: each item as a point or a length of time, or columns with the number of items that start in each
// part. Rendered for each frame of a move, so there are at most a few hundred elements. A picture; the list below
// contains the same as text.

import { observer } from 'mobx-react-lite';
import type { ReactNode } from 'react';
import { barsOf, countColumns, fitting, type Bar, type Column } from 'src/client/displays/timeline/timeBars.ts';
import type { TimedItem, TimeSpan } from 'src/client/displays/timeSpan.ts';
import { useClient } from 'src/client/useClient.ts';
import { useMessages } from 'src/client/ui/declaredMessages.ts';
import type { ItemId } from 'src/model/item/Item.ts';
import { typeOfId } from 'src/model/item/itemKey.ts';

/** More could not be distinguished, and would have to be read one by one. */
export const MAX_TIMELINE_BARS = 120;
const BAR_LINE = 26;
const COLUMN_HEIGHT = 64;
const MAX_BAR_LINES = 14;

export interface Lane {
  readonly key: string;
  /** Absent where there are no lanes. */
  readonly name?: string | undefined;
  readonly items: readonly TimedItem[];
}

export interface Marked {
  readonly open: string | undefined;
  readonly pointed: ItemId | undefined;
  readonly selected: (id: ItemId) => boolean;
}

interface PartProps {
  readonly lanes: readonly Lane[];
  readonly view: TimeSpan;
  readonly width: number;
  readonly marked: Marked;
}

const BarMark = observer(({ bar, marked }: { readonly bar: Bar; readonly marked: Marked }) => {
  const { items, registry } = useClient();
  const name = items.label(bar.id);
  const colour = registry.types[typeOfId(bar.id)]?.view.color;
  // A name before its bar ends where the bar begins, however wide it is.
  const place = bar.side === 'before' ? `calc(${bar.x + bar.width}px - 100%)` : `${bar.x}px`;
  const states = [
    `kk-time-name-${bar.side}`,
    bar.isPoint && 'kk-time-point',
    bar.softStart && 'kk-time-soft-start',
    bar.softEnd && 'kk-time-soft-end',
    bar.id === marked.open && 'kk-time-open',
    bar.id === marked.pointed && 'kk-time-pointed',
    marked.selected(bar.id) && 'kk-time-selected',
  ].filter(Boolean);
  return (
    <div
      className={`kk-time-bar ${states.join(' ')}`}
      data-time-item={bar.id}
      style={{ transform: `translate(${place}, ${bar.line * BAR_LINE}px)` }}
    >
      <span className="kk-time-length" style={{ inlineSize: bar.width, backgroundColor: colour }} />
      <span className="kk-time-name" dir="auto" style={{ maxInlineSize: bar.nameWidth }}>
        {name !== undefined && fitting(name, bar.nameWidth)}
      </span>
    </div>
  );
});

const ColumnMark = ({
  column,
  most,
  name,
}: {
  readonly column: Column;
  readonly most: number;
  readonly name: string;
}) => (
  <div
    className="kk-time-column"
    data-time-from={column.from}
    data-time-to={column.to}
    style={{
      transform: `translateX(${column.x}px)`,
      inlineSize: Math.max(2, column.width - 1),
      blockSize: Math.max(3, (column.count / most) * (COLUMN_HEIGHT - 16)),
    }}
  >
    {column.width > 26 && <span className="kk-time-count">{name}</span>}
  </div>
);

const LaneRow = ({
  name,
  size,
  children,
}: {
  readonly name: string | undefined;
  readonly size: number;
  readonly children: ReactNode;
}) => (
  <div className="kk-time-lane" style={{ blockSize: size }}>
    {name !== undefined && (
      <span className="kk-time-lane-name" dir="auto">
        {name}
      </span>
    )}
    {children}
  </div>
);

const LANE_NAME = 20;

export const TimelineBars = ({ lanes, view, width, marked }: PartProps) => {
  const all = lanes.reduce((sum, { items }) => sum + items.length, 0);
  const { intl } = useMessages();
  const headSize = (name: string | undefined): number => (name === undefined ? 6 : LANE_NAME);
  if (all <= MAX_TIMELINE_BARS)
    return lanes.map(({ key, name, items }) => {
      const bars = barsOf(items, view, width, MAX_BAR_LINES);
      const lines = Math.max(1, ...bars.map(({ line }) => line + 1));
      return (
        <LaneRow key={key} name={name} size={headSize(name) + lines * BAR_LINE + 4}>
          <div className="kk-time-marks" style={{ insetBlockStart: headSize(name) }}>
            {bars.map((bar) => (
              <BarMark key={bar.id} bar={bar} marked={marked} />
            ))}
          </div>
        </LaneRow>
      );
    });
  const columns = lanes.map((lane) => ({ ...lane, columns: countColumns(lane.items, view, width) }));
  const most = Math.max(1, ...columns.flatMap((lane) => lane.columns.map(({ count }) => count)));
  return columns.map((lane) => (
    <LaneRow key={lane.key} name={lane.name} size={headSize(lane.name) + COLUMN_HEIGHT}>
      {lane.columns.map((column) => (
        <ColumnMark key={column.from} column={column} most={most} name={intl.formatNumber(column.count)} />
      ))}
    </LaneRow>
  ));
};
