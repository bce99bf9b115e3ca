// The timeline itself: its ticks, its marks, and the keys, clicks and gestures that move it.

import { useId, type CSSProperties, type KeyboardEvent, type MouseEvent, type ReactNode } from 'react';
import { centred, movedView, pixelOfTime, ticksOf, zoomed } from 'src/client/displays/timeline/timeView.ts';
import { bandNames, TimelineBands } from 'src/client/displays/timeline/TimelineBands.tsx';
import { shownBands, type TimeBand } from 'src/client/displays/timeline/timeBands.ts';
import { widthOfName } from 'src/client/displays/timeline/timeBars.ts';
import type { TimeSpan } from 'src/client/displays/timeSpan.ts';
import { useMessages } from 'src/client/ui/declaredMessages.ts';
import type { ItemId } from 'src/model/item/Item.ts';

type Step = (view: TimeSpan, whole: TimeSpan) => TimeSpan;

const AXIS_KEYS: Readonly<Record<string, Step>> = {
  ArrowLeft: (view) => movedView(view, -0.15),
  ArrowRight: (view) => movedView(view, 0.15),
  PageUp: (view) => movedView(view, -0.9),
  PageDown: (view) => movedView(view, 0.9),
  '+': (view) => zoomed(view, 1 / 2),
  '=': (view) => zoomed(view, 1 / 2),
  '-': (view) => zoomed(view, 2),
  Home: (view, { from }) => centred(view, from),
  End: (view, { to }) => centred(view, to),
};

interface TimelineAxisProps {
  readonly take: (host: HTMLElement | null) => void;
  readonly view: TimeSpan | undefined;
  readonly width: number;
  readonly whole: TimeSpan;
  readonly name: string;
  /** Description of what is visible. */
  readonly description: string;
  readonly go: (view: TimeSpan) => void;
  readonly open: (id: ItemId, at: HTMLElement) => void;
  readonly bands: readonly TimeBand[];
  readonly children: ReactNode;
}

export const TimelineAxis = (props: TimelineAxisProps) => {
  const { take, view, width, whole, go, open, name, description, bands, children } = props;
  const { intl, format } = useMessages();
  const described = useId();
  const onKey = (event: KeyboardEvent<HTMLElement>): void => {
    const step = AXIS_KEYS[event.key];
    if (!step || !view || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    event.stopPropagation();
    go(step(view, whole));
  };
  const onClick = ({ target }: MouseEvent<HTMLElement>): void => {
    const mark = (target as Element).closest<HTMLElement>('[data-time-item], [data-time-from]');
    const { timeItem, timeFrom, timeTo } = mark?.dataset ?? {};
    if (mark && timeItem !== undefined) open(timeItem as ItemId, mark);
    else if (timeFrom !== undefined && timeTo !== undefined) go({ from: Number(timeFrom), to: Number(timeTo) });
  };
  const behind = view ? shownBands(bands, view, width) : [];
  return (
    <>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions, jsx-a11y/click-events-have-key-events -- its items are links in the list below; keys move it */}
      <div
        ref={take}
        className="kk-time-axis"
        role="application"
        aria-label={name}
        aria-describedby={described}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- arrow keys move it, + and - zoom it
        tabIndex={0}
        onKeyDown={onKey}
        onClick={onClick}
        data-ready={view ? true : undefined}
      >
        <div
          className="kk-time-picture"
          aria-hidden
          style={{ '--kk-time-names': `${bandNames(behind)}px` } as CSSProperties}
        >
          <TimelineBands bands={behind} />
          <div className="kk-time-ticks">
            {view &&
              ticksOf(intl, view, width).map(({ time, name }) => {
                const x = Math.min(pixelOfTime(time, view, width), width - 1);
                return (
                  <div key={time} className="kk-time-tick" style={{ transform: `translateX(${x}px)` }}>
                    {widthOfName(name) <= width - x && <span>{name}</span>}
                  </div>
                );
              })}
          </div>
          <div className="kk-time-lanes">{children}</div>
        </div>
      </div>
      <p id={described} className="kk-unseen">
        {description} {format('timeline.keys')}
      </p>
    </>
  );
};
