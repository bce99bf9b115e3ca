// One day of the grid of a calendar: its first entries in order, and the button that begins a new record on it.

import { observer } from 'mobx-react-lite';
import { isSameMonth } from 'src/client/displays/calendar/weeksOf.ts';
import type { DayEntry } from 'src/client/displays/dayEntry.ts';
import { CalendarEntry } from 'src/client/displays/calendar/CalendarEntry.tsx';
import type { CalendarMoves } from 'src/client/displays/calendar/CalendarMoves.ts';
import { DayCreate, useDayCreation } from 'src/client/displays/calendar/DayCreate.tsx';
import { entryTime } from 'src/client/displays/entryTime.ts';
import type { CalendarModel } from 'src/client/displays/calendar/useCalendar.ts';
import { useOpenRow } from 'src/client/displays/useOpenRow.ts';
import type { ListingStore } from 'src/client/listing/ListingStore.ts';
import { useMessages } from 'src/client/ui/declaredMessages.ts';
import { useClient } from 'src/client/useClient.ts';
import type { Day } from 'src/model/calendar/dayIn.ts';
import { typeOfId } from 'src/model/item/itemKey.ts';

/** Entries of one day in a month; more would make a week higher than a window. */
const MAX_DAY_ENTRIES = { month: 3, week: 60, list: 0 };

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

/** True for a part of a day without an entry or a button. */
const isEmptyPart = (target: EventTarget): boolean => !(target as Element).closest('a, button');

interface DayCellProps {
  readonly store: ListingStore;
  readonly model: CalendarModel;
  readonly moves: CalendarMoves;
  readonly day: Day;
  readonly entries: readonly DayEntry[];
}

/** A busier day is not read whole to show its first ones. */
const MOST_READ = 100;

export const DayCell = observer(({ store, model, moves, day, entries }: DayCellProps) => {
  const creation = useDayCreation(store);
  const [only, second] = creation.types;
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
    ...(moves.isOver(day) ? ['kk-cal-over'] : []),
  ];
  return (
    <td
      className={classes.join(' ')}
      data-day={day}
      tabIndex={day === model.day ? 0 : -1}
      aria-selected={day === model.day}
      aria-current={day === today ? 'date' : undefined}
      onClick={({ target }) => {
        if (isEmptyPart(target)) go({ day });
      }}
      onDoubleClick={({ target }) => {
        if (only && !second && isEmptyPart(target)) creation.begin(only, day);
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
              moves={moves}
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
      {day === model.day && <DayCreate store={store} day={day} inGrid />}
    </td>
  );
});
