// Time axis with the results of a listing, and below it the list of results in view. It has the same query, selection and open item as
// every other display. Called by TimelineDisplay for types with dates that a search can return.

import { DAY_MS } from 'src/base/dayMs.ts';
import { observer } from 'mobx-react-lite';
import { useEffect, useMemo, useRef, useState } from 'react';
import type { Item, ItemId } from 'src/model/item/Item.ts';
import type { ItemType } from 'src/model/schema/Registry.ts';
import type { DisplayProps } from 'src/client/displays/Display.ts';
import { RowHeading } from 'src/client/displays/RowHeading.tsx';
import { MAX_TIMELINE_BARS, TimelineBars } from 'src/client/displays/timeline/TimelineBars.tsx';
import { TimelineAxis } from 'src/client/displays/timeline/TimelineAxis.tsx';
import { TimelineBar } from 'src/client/displays/timeline/TimelineBar.tsx';
import { TimelinePopup } from 'src/client/displays/timeline/TimelinePopup.tsx';
import { TimelineRow } from 'src/client/displays/timeline/TimelineRow.tsx';
import { itemsInView } from 'src/client/displays/timeline/timeBars.ts';
import type { TimeSet } from 'src/client/displays/TimeSet.ts';
import { readPeriod, TIME_PARAMETER, writePeriod } from 'src/client/displays/timeline/visiblePeriod.ts';
import { withParameter } from 'src/model/listing/listingState.ts';
import { spanOf, startTime, type Dated, type TimedItem, type TimeSpan } from 'src/client/displays/timeSpan.ts';
import { bandsInView, type TimeBand } from 'src/client/displays/timeline/timeBands.ts';
import { around, momentName } from 'src/client/displays/timeline/timeView.ts';
import { useLanes } from 'src/client/displays/timeline/useLanes.ts';
import { useTimeBands } from 'src/client/displays/timeline/useTimeBands.ts';
import { useTimeSet } from 'src/client/displays/useTimeSet.ts';
import { useTimeView } from 'src/client/displays/timeline/useTimeView.ts';
import { usePlace, type Place } from 'src/client/displays/usePlace.ts';
import { useOpenRow } from 'src/client/displays/useOpenRow.ts';
import { VirtualRows } from 'src/client/displays/VirtualRows.tsx';
import { sortOfDisplay } from 'src/model/listing/listingPlan.ts';
import type { ListingStore } from 'src/client/listing/ListingStore.ts';
import { Button } from 'src/client/ui/Button.tsx';
import { Loading } from 'src/client/ui/Loading.tsx';
import { PartFailed } from 'src/client/ui/PartFailed.tsx';
import { useMessages } from 'src/client/ui/declaredMessages.ts';
import { useClient } from 'src/client/useClient.ts';
import 'src/client/displays/timeline/timeline.css';

const TIMELINE_ROW = 66;
/** Names of moments are years. */
const YEAR_STEP = 366 * DAY_MS;

const wholeOf = (timed: readonly TimedItem[]): TimeSpan => {
  let [from, to] = [Infinity, -Infinity];
  for (const item of timed) {
    if (item.from < from) ({ from } = item);
    if (item.to > to) ({ to } = item);
  }
  const today = Date.now();
  return from <= to ? { from, to } : { from: today - DAY_MS * 365, to: today };
};

const datedAt = (type: ItemType | undefined, item: Item, path = ''): Dated => ({
  property: type?.properties[path],
  value: item[path],
});

/** Items in view, with the exact spans of those that are loaded. */
const useItemsInView = (
  set: TimeSet,
  view: TimeSpan | undefined,
  order: 'asc' | 'desc' | undefined,
): readonly TimedItem[] => {
  const { items, registry } = useClient();
  const { timed } = set.found;
  const likely = useMemo(() => (view ? itemsInView(timed, view) : []), [timed, view]);
  if (!view) return likely;
  const exact = (item: TimedItem): TimedItem => {
    const loaded = items.get(item.id);
    if (loaded.state !== 'ready') return item;
    const type = registry.types[loaded.item._t];
    const { start, end } = type?.view.period ?? {};
    return { ...item, ...spanOf(datedAt(type, loaded.item, start), datedAt(type, loaded.item, end)) };
  };
  const found = likely.length <= MAX_TIMELINE_BARS ? itemsInView(likely.map(exact), view) : likely;
  if (order === undefined) return found;
  const sign = order === 'asc' ? 1 : -1;
  return found.toSorted((one, other) => sign * (one.from - other.from));
};

interface RowsProps {
  readonly store: ListingStore;
  readonly place: Place;
  readonly ids: readonly ItemId[];
  readonly years: boolean;
}

const TimelineRows = observer(({ store, place, ids, years }: RowsProps) => {
  const { registry } = useClient();
  const { openId, note } = useOpenRow(store);
  const { intl } = useMessages();
  const rows = { ids, total: ids.length, version: 0, more: () => {}, selection: store.selection };
  return (
    <VirtualRows
      store={rows}
      place={place}
      height={TIMELINE_ROW}
      heading={
        years
          ? (id, before) => (
              <RowHeading
                id={id}
                before={before}
                partOf={(item) => {
                  const type = registry.types[item._t];
                  const start = startTime(datedAt(type, item, type?.view.period?.start));
                  return start === undefined ? undefined : momentName(intl, start, YEAR_STEP);
                }}
              />
            )
          : undefined
      }
      row={(id) => <TimelineRow id={id} open={id === openId} words={store.words} note={note} />}
    />
  );
});

const TimelineFailed = observer(({ set }: { readonly set: TimeSet }) => {
  if (set.state !== 'failed') return null;
  return <PartFailed message="timeline.failed" failure={set.failure} again={() => set.load()} />;
});

const itemUnder = (target: EventTarget): ItemId | undefined =>
  (target as Element).closest<HTMLElement>('[data-item]')?.dataset['item'] as ItemId | undefined;

interface Popup {
  readonly id: ItemId;
  readonly at: { readonly x: number; readonly y: number };
}

const POPUP_WIDTH = 300;

/** Returns the position of the popup of a mark. */
const placeBelow = (mark: HTMLElement, frame: HTMLElement): Popup['at'] => {
  const [box, own] = [frame.getBoundingClientRect(), mark.getBoundingClientRect()];
  const x = Math.max(4, Math.min(own.left - box.left, box.width - POPUP_WIDTH));
  return { x, y: own.bottom - box.top + frame.scrollTop + 4 };
};

interface Fitting {
  readonly width: number;
  readonly go: (view: TimeSpan) => void;
  readonly whole: TimeSpan;
}

/** Keeps the visible period until the query changes, and then shows all results. */
const useFitted = (store: ListingStore, set: TimeSet, { width, go, whole }: Fitting): void => {
  const fitted = useRef<string>(undefined);
  const question = JSON.stringify(store.wholeQuery);
  const [asked] = useState(() => readPeriod(store.state.parameters[TIME_PARAMETER]));
  useEffect(() => {
    if (set.state !== 'ready' || width === 0 || fitted.current === question) return;
    // An address that names a part of time leads there.
    const first = fitted.current === undefined ? asked : undefined;
    fitted.current = question;
    go(first ?? around(whole));
  }, [set, set.state, width, question, go, whole, asked]);
};

/** The address follows once the line rests. */
const TIME_QUIET_MS = 400;

const NEARLY = 0.02;

/** All of it, as it is shown at first. */
const isAll = (view: TimeSpan, whole: TimeSpan): boolean => {
  const fit = around(whole);
  const least = (fit.to - fit.from) * NEARLY;
  return Math.abs(view.from - fit.from) < least && Math.abs(view.to - fit.to) < least;
};

/** Saves the visible period, except when all is shown: then new results must become visible. */
const useTimeKept = ({ store, change }: DisplayProps, view: TimeSpan | undefined, whole: TimeSpan): void => {
  useEffect(() => {
    const time = !view || isAll(view, whole) ? undefined : { from: view.from, to: view.to };
    if (!view || (time === undefined && store.state.parameters[TIME_PARAMETER] === undefined)) return undefined;
    const period = time && writePeriod(time);
    const timer = setTimeout(() => change(withParameter(store.state, TIME_PARAMETER, period)), TIME_QUIET_MS);
    return () => clearTimeout(timer);
  }, [store, change, view, whole]);
};

interface ListProps extends RowsProps {
  readonly head: string;
  /** Given where the items lie in another part of time. */
  readonly showAll: (() => void) | undefined;
}

/** The list of what is in view, or of what has no date. */
const TimelineList = observer(({ head, showAll, ...rows }: ListProps) => {
  const { format } = useMessages();
  return (
    <section className="kk-time-list">
      <h3 className="kk-time-list-head">{head}</h3>
      {showAll && (
        <p className="kk-time-none">
          <Button icon="zoom-to-fit" onClick={showAll}>
            {format('map.fitAll')}
          </Button>
        </p>
      )}
      <TimelineRows {...rows} />
    </section>
  );
});

/** Returns the visible period in words. */
const useTimelineDescription = (
  { plan }: ListingStore,
  view: TimeSpan | undefined,
  { count, bands }: { readonly count: number; readonly bands: readonly TimeBand[] },
) => {
  const messages = useMessages();
  const { format, intl } = messages;
  const name = plan.screen === undefined ? messages.type(plan.types[0]?.name ?? '') : messages.screen(plan.screen);
  const periods = view ? bandsInView(bands, view) : [];
  const moment = (time: number, { from, to }: TimeSpan): string => momentName(intl, time, (to - from) / 12);
  return {
    name: format('timeline.name', { name }),
    description: view
      ? [
          format('timeline.shows', { from: moment(view.from, view), to: moment(view.to, view), count }),
          ...(periods.length > 0
            ? [format('timeline.periodsShown', { names: intl.formatList(periods.map((each) => each.name)) })]
            : []),
        ].join(' ')
      : '',
  };
};

/** Pixels of a page between its margins. */
const PAPER_WIDTH = 680;

/** The time axis with its present range, as wide as the page. */
const paperOf = (frame: HTMLElement | null): HTMLElement | undefined => {
  const axis = frame?.querySelector<HTMLElement>('.kk-time-axis');
  const width = axis?.clientWidth ?? 0;
  if (!axis || width === 0) return undefined;
  const paper = axis.cloneNode(true) as HTMLElement;
  for (const name of ['role', 'tabindex', 'aria-describedby']) paper.removeAttribute(name);
  paper.style.inlineSize = `${width}px`;
  paper.style.zoom = String(Math.min(1, PAPER_WIDTH / width));
  return paper;
};

const usePaper = (store: ListingStore, frame: React.RefObject<HTMLElement | null>): void =>
  useEffect(() => store.addPicture(() => paperOf(frame.current)), [store, frame]);

/** Returns the item under the pointer or the focus, which is marked on the timeline. */
const usePointed = () => {
  const [pointed, setPointed] = useState<ItemId>();
  const point = ({ target }: { readonly target: EventTarget }): void => setPointed(itemUnder(target));
  return { pointed, marks: { onMouseOver: point, onFocus: point, onMouseLeave: () => setPointed(undefined) } };
};

export const Timeline = observer(({ store, change }: DisplayProps) => {
  const { format } = useMessages();
  const { openId, note } = useOpenRow(store);
  const set = useTimeSet(store);
  const lanes = useLanes({ store, change }, set);
  const place = usePlace({ store, change }, false);
  const { take, view, width, go } = useTimeView();
  const { pointed, marks } = usePointed();
  const [popup, setPopup] = useState<Popup>();
  const [listsUndated, listUndated] = useState(false);
  const frame = useRef<HTMLDivElement>(null);
  const { narrowedPlan: plan, sort } = store;
  const years = sortOfDisplay(plan, 'TIMELINE')?.key === sort.key;
  const shown = useItemsInView(set, view, years ? sort.order : undefined);
  const { timed, undated } = set.found;
  const whole = useMemo(() => wholeOf(timed), [timed]);
  const bands = useTimeBands();
  const described = useTimelineDescription(store, view, { count: shown.length, bands });
  useTimeKept({ store, change }, view, whole);
  useFitted(store, set, { width, go, whole });
  usePaper(store, frame);
  const openPopup = (id: ItemId, mark: HTMLElement): void => {
    if (frame.current) setPopup({ id, at: placeBelow(mark, frame.current) });
  };
  const move = (next: TimeSpan): void => {
    setPopup(undefined);
    go(next);
  };
  if (set.state === 'loading' && timed.length + undated.length === 0) return <Loading />;
  // Items without a date are listed at once if there are no others.
  const isUndated = undated.length > 0 && (listsUndated || (timed.length === 0 && set.state === 'ready'));
  const ids = isUndated ? undated : shown.map(({ id }) => id);
  return (
    <div ref={frame} className="kk-timeline" {...marks}>
      <section className="kk-time-top">
        {view && timed.length > 0 && (
          <TimelineBar
            view={view}
            whole={whole}
            go={move}
            lanes={lanes.name}
            divided={lanes.divided}
            divide={lanes.divide}
            undated={undated.length}
            listsUndated={listsUndated}
            listUndated={listUndated}
            bands={bands}
          />
        )}
        <TimelineFailed set={set} />
        <TimelineAxis {...{ take, view, width, whole, bands, ...described }} go={move} open={openPopup}>
          {view && (
            <TimelineBars
              lanes={lanes.of(shown)}
              view={view}
              width={width}
              marked={{ open: openId, pointed, selected: (id) => store.selection.has(id) }}
            />
          )}
        </TimelineAxis>
      </section>
      <TimelineList
        store={store}
        place={place}
        ids={ids}
        years={years && !isUndated}
        showAll={view && ids.length === 0 && timed.length > 0 ? () => move(around(whole)) : undefined}
        head={format(isUndated ? 'timeline.undatedCount' : 'timeline.inView', { count: ids.length })}
      />
      {popup && (
        <TimelinePopup at={popup.at} close={() => setPopup(undefined)}>
          <TimelineRow id={popup.id} open={popup.id === openId} words={store.words} note={note} />
        </TimelinePopup>
      )}
    </div>
  );
});
