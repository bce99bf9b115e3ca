// The days of a month or a week as the date grid of WAI-ARIA: one stop for the Tab key; arrows, Home, End, Page Up and Page Down lead from
// day to day, Enter into the entries of a day, Escape back to it.

import { observer } from 'mobx-react-lite';
import { useEffect, useId, useRef, type KeyboardEvent } from 'react';
import { byDay, dayAfterKey, isSameMonth } from 'src/client/displays/calendar/weeksOf.ts';
import type { DayEntry } from 'src/client/displays/dayEntry.ts';
import { CalendarEntry } from 'src/client/displays/calendar/CalendarEntry.tsx';
import { entryTime } from 'src/client/displays/entryTime.ts';
import type { CalendarModel } from 'src/client/displays/calendar/useCalendar.ts';
import { useOpenRow } from 'src/client/displays/useOpenRow.ts';
import type { ListingStore } from 'src/client/listing/ListingStore.ts';
import { isRtl } from 'src/client/ui/direction.ts';
import { useMessages } from 'src/client/ui/declaredMessages.ts';
import { useClient } from 'src/client/useClient.ts';
import type { Day } from 'src/model/calendar/dayIn.ts';
import { typeOfId } from 'src/model/item/itemKey.ts';

/** Entries of one day in a month; more would make a week higher than a window. */
const MAX_DAY_ENTRIES = { month: 3, week: 60, list: 0 };

interface GridProps {
  readonly store: ListingStore;
  readonly model: CalendarModel;
  readonly title: string;
}

/** All that lasts whole days first, then by the time; what has not been read yet keeps its place. */
const useOrdered = (zone: string): ((entries: readonly DayEntry[]) => readonly DayEntry[]) => {
  const { items, registry } = useClient();
  const { intl } = useMessages();
  const orderOf = ({ id }: DayEntry): string => {
    const loaded = items.get(id);
    const type = registry.types[typeOfId(id)];
    return loaded.state === 'ready' && type ? entryTime(loaded.item, type, { intl, zone }).order : '';
  };
  return (entries) =>
    entries
      .map((entry) => ({ entry, order: orderOf(entry) }))
      .toSorted((one, other) => (one.order < other.order ? -1 : one.order > other.order ? 1 : 0))
      .map(({ entry }) => entry);
};

interface DayCellProps extends Pick<GridProps, 'store' | 'model'> {
  readonly day: Day;
  readonly entries: readonly DayEntry[];
}

/** A busier day is not read whole to show its first ones. */
const MOST_READ = 100;

const DayCell = observer(({ store, model, day, entries }: DayCellProps) => {
  const messages = useMessages();
  const { openId, note } = useOpenRow(store);
  const { view, zone, today, isWeekend, go } = model;
  const ordered = useOrdered(zone)(entries.slice(0, MOST_READ));
  const most = entries.length === MAX_DAY_ENTRIES[view] + 1 ? MAX_DAY_ENTRIES[view] + 1 : MAX_DAY_ENTRIES[view];
  const shown = ordered.slice(0, most);
  const name = messages.intl.formatDate(day, { dateStyle: 'full', timeZone: 'UTC' });
  const classes = [
    'kk-cal-day',
    ...(view === 'month' && !isSameMonth(day, model.day) ? ['kk-cal-other'] : []),
    ...(isWeekend(day) ? ['kk-cal-weekend'] : []),
    ...(day === today ? ['kk-cal-today'] : []),
  ];
  return (
    <td
      className={classes.join(' ')}
      data-day={day}
      tabIndex={day === model.day ? 0 : -1}
      aria-selected={day === model.day}
      aria-current={day === today ? 'date' : undefined}
      onClick={({ target }) => {
        if (!(target as Element).closest('a, button')) go({ day });
      }}
    >
      <span className="kk-cal-date" aria-hidden>
        {messages.intl.formatDate(day, { day: 'numeric', timeZone: 'UTC' })}
      </span>
      <span className="kk-unseen">{messages.format('calendar.dayNames', { day: name, count: entries.length })}</span>
      {shown.length > 0 && (
        <ul className="kk-plain-list">
          {shown.map((entry) => (
            <CalendarEntry
              key={entry.id}
              entry={entry}
              day={day}
              zone={zone}
              open={entry.id === openId}
              note={note}
              named={view === 'week'}
            />
          ))}
        </ul>
      )}
      {entries.length > shown.length && (
        <button
          type="button"
          className="kk-cal-more"
          tabIndex={-1}
          onClick={() => go({ view: view === 'month' ? 'week' : 'list', day })}
        >
          {messages.format('calendar.and', { count: entries.length - shown.length })}
        </button>
      )}
    </td>
  );
});

const focusStopsIn = (cell: Element): HTMLElement[] => [...cell.querySelectorAll<HTMLElement>('a, button')];

/** Within the entries of a day; true when the key was for them. */
const keyInDay = (event: KeyboardEvent<HTMLElement>, cell: HTMLElement): boolean => {
  const stops = focusStopsIn(cell);
  const at = stops.indexOf(document.activeElement as HTMLElement);
  if (at < 0) {
    if (event.key !== 'Enter' && event.key !== 'F2') return false;
    stops[0]?.focus();
    return true;
  }
  if (event.key === 'Escape') cell.focus();
  else if (event.key === 'ArrowDown') stops[Math.min(at + 1, stops.length - 1)]?.focus();
  else if (event.key === 'ArrowUp') stops[Math.max(at - 1, 0)]?.focus();
  else return false;
  return true;
};

const useCalendarKeys = ({ day, firstWeekday, go }: CalendarModel) => {
  const grid = useRef<HTMLTableElement>(null);
  const follows = useRef(false);
  useEffect(() => {
    if (!follows.current) return;
    follows.current = false;
    grid.current?.querySelector<HTMLElement>(`[data-day="${day}"]`)?.focus();
  }, [day]);
  const onKey = (event: KeyboardEvent<HTMLElement>): void => {
    const cell = (event.target as Element).closest<HTMLElement>('[data-day]');
    if (!cell || event.ctrlKey || event.metaKey || event.altKey) return;
    if (keyInDay(event, cell)) {
      event.preventDefault();
      event.stopPropagation();
      return;
    }
    if (event.target !== cell) return;
    const forward = isRtl(cell) ? 'ArrowLeft' : 'ArrowRight';
    const next = dayAfterKey(cell.dataset['day'] ?? day, event, { firstWeekday, forward });
    if (next === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    follows.current = true;
    go({ day: next });
  };
  return { grid, onKey };
};

export const CalendarGrid = observer(({ store, model, title }: GridProps) => {
  const messages = useMessages();
  const keys = useId();
  const { weeks, view, set } = model;
  const { grid, onKey } = useCalendarKeys(model);
  const days = byDay(model.entries, model.span);
  const weekday = (day: Day, form: 'long' | 'short'): string =>
    messages.intl.formatDate(day, { weekday: form, timeZone: 'UTC' });
  return (
    <div className="kk-cal-scroll">
      <table
        ref={grid}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role -- its cells are days that take the keys
        role="grid"
        className={`kk-cal kk-cal-${view}`}
        aria-label={messages.format('calendar.name', { name: title })}
        aria-describedby={keys}
        aria-busy={set.state === 'loading'}
        onKeyDown={onKey}
      >
        <thead>
          <tr>
            {weeks[0]?.map((day) => (
              <th key={day} scope="col" abbr={weekday(day, 'long')}>
                {weekday(day, 'short')}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeks.map((week) => (
            <tr key={week[0]}>
              {week.map((day) => (
                <DayCell key={day} store={store} model={model} day={day} entries={days.get(day) ?? []} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <p id={keys} className="kk-unseen">
        {messages.format('calendar.keys')}
      </p>
    </div>
  );
});
