// The days of a month or a week as the date grid of WAI-ARIA: one stop for the Tab key; arrows, Home, End, Page Up and Page Down lead from
// day to day, Enter into the entries of a day, Escape back to it.

import { observer } from 'mobx-react-lite';
import { useEffect, useId, useRef, type KeyboardEvent } from 'react';
import { byDay, dayAfterKey } from 'src/client/displays/calendar/weeksOf.ts';
import { DayCell } from 'src/client/displays/calendar/CalendarDay.tsx';
import { CalendarDrag } from 'src/client/displays/calendar/CalendarDrag.tsx';
import type { CalendarMoves } from 'src/client/displays/calendar/CalendarMoves.ts';
import type { CalendarModel } from 'src/client/displays/calendar/useCalendar.ts';
import { undoCommandOf } from 'src/client/displays/SheetEdits.ts';
import type { DayEntry } from 'src/client/displays/dayEntry.ts';
import type { ListingStore } from 'src/client/listing/ListingStore.ts';
import { isRtl } from 'src/client/ui/direction.ts';
import { areLettersOn } from 'src/client/ui/letterKeys.ts';
import { useMessages } from 'src/client/ui/declaredMessages.ts';
import type { Day } from 'src/model/calendar/dayIn.ts';
import { addDays } from 'src/model/calendar/localDay.ts';

interface GridProps {
  readonly store: ListingStore;
  readonly model: CalendarModel;
  readonly moves: CalendarMoves;
  readonly title: string;
}

const ENTRY_MENU = '.kk-cal-menu';

const focusStopsIn = (cell: Element): HTMLElement[] => [
  ...cell.querySelectorAll<HTMLElement>(`a, button:not(${ENTRY_MENU})`),
];

/** Goes from an entry to its menu and back, or opens the menu by its letter; true when the key was for them. */
const keyAtMenu = ({ key, target }: KeyboardEvent<HTMLElement>): boolean => {
  const entry = (target as Element).closest('li');
  const menu = entry?.querySelector<HTMLElement>(ENTRY_MENU);
  if (!menu) return false;
  const isAtMenu = target === menu;
  if (key === 'ArrowRight' || key === 'ArrowLeft' || (isAtMenu && key === 'Escape'))
    (isAtMenu ? entry?.querySelector<HTMLElement>('a') : menu)?.focus();
  else if (key === 't' && areLettersOn()) menu.click();
  else return false;
  return true;
};

/** Within the entries of a day; true when the key was for them. */
const keyInDay = (event: KeyboardEvent<HTMLElement>, cell: HTMLElement): boolean => {
  const stops = focusStopsIn(cell);
  const at = stops.indexOf(document.activeElement as HTMLElement);
  if (at < 0) {
    if (event.target !== cell || (event.key !== 'Enter' && event.key !== 'F2')) return false;
    stops[0]?.focus();
    return true;
  }
  if (event.key === 'Escape') cell.focus();
  else if (event.key === 'ArrowDown') stops[Math.min(at + 1, stops.length - 1)]?.focus();
  else if (event.key === 'ArrowUp') stops[Math.max(at - 1, 0)]?.focus();
  else return false;
  return true;
};

const useCalendarKeys = ({ day, firstWeekday, go }: CalendarModel, { edits }: CalendarMoves) => {
  const grid = useRef<HTMLTableElement>(null);
  const follows = useRef(false);
  useEffect(() => {
    if (!follows.current) return;
    follows.current = false;
    grid.current?.querySelector<HTMLElement>(`[data-day="${day}"]`)?.focus();
  }, [day]);
  const onKey = (event: KeyboardEvent<HTMLElement>): void => {
    const cell = (event.target as Element).closest<HTMLElement>('[data-day]');
    const command = undoCommandOf(event);
    if (command) {
      event.preventDefault();
      void edits[command]();
    }
    if (!cell || event.ctrlKey || event.metaKey || event.altKey) return;
    if (keyAtMenu(event) || keyInDay(event, cell)) {
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

/** Returns the entry where it will be once its move is saved. */
const withMove = (entry: DayEntry, moves: CalendarMoves): DayEntry => {
  const days = moves.shift({ id: entry.id, day: entry.first });
  return days === 0 ? entry : { ...entry, first: addDays(entry.first, days), last: addDays(entry.last, days) };
};

export const CalendarGrid = observer(({ store, model, moves, title }: GridProps) => {
  const messages = useMessages();
  const keys = useId();
  const { weeks, view, set } = model;
  const { grid, onKey } = useCalendarKeys(model, moves);
  const days = byDay(
    model.entries.map((entry) => withMove(entry, moves)),
    model.span,
  );
  const weekday = (day: Day, form: 'long' | 'short'): string =>
    messages.intl.formatDate(day, { weekday: form, timeZone: 'UTC' });
  return (
    <CalendarDrag model={model} moves={moves}>
      <div className={moves.dragged ? 'kk-cal-scroll kk-cal-dragging' : 'kk-cal-scroll'}>
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
                  <DayCell key={day} {...{ store, model, moves }} day={day} entries={days.get(day) ?? []} />
                ))}
              </tr>
            ))}
          </tbody>
        </table>
        <p id={keys} className="kk-unseen">
          {messages.format('calendar.keys')}
        </p>
      </div>
    </CalendarDrag>
  );
});
