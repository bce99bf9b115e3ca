// Days that a calendar shows, the moves between them by keys and buttons, and the entries of each day. Pure; days have
// the form `2026-11-23`.

import type { Day } from 'src/model/calendar/dayIn.ts';
import { addDays, addMonths, daysBetween, firstOfMonth, weekdayOf } from 'src/model/calendar/localDay.ts';
import type { CalendarView } from 'src/client/displays/calendar/calendarPlace.ts';
import type { DayEntry, DaySpan } from 'src/client/displays/dayEntry.ts';

const DAYS_PER_WEEK = 7;

const monthText = (day: Day): string => day.slice(0, 7);

export const isSameMonth = (one: Day, other: Day): boolean => monthText(one) === monthText(other);

const firstOfWeek = (day: Day, firstWeekday: number): Day =>
  addDays(day, -((weekdayOf(day) - firstWeekday + DAYS_PER_WEEK) % DAYS_PER_WEEK));

/** Weekdays of a language's region. 1 is Monday, 7 is Sunday. */
export interface WeekFacts {
  readonly firstDay: number;
  readonly weekend: readonly number[];
}

/** Week of ISO 8601, for browsers that do not know the week of a language. */
const ISO_WEEK: WeekFacts = { firstDay: 1, weekend: [6, 7] };

export const weekFactsOf = (language: string): WeekFacts => {
  try {
    const locale = new Intl.Locale(language).maximize() as Intl.Locale & {
      readonly getWeekInfo?: () => WeekFacts;
      readonly weekInfo?: WeekFacts;
    };
    return locale.getWeekInfo?.() ?? locale.weekInfo ?? ISO_WEEK;
  } catch {
    return ISO_WEEK;
  }
};

/**
 * Returns the days by week. A month consists of whole weeks, so that its first and last days are below their weekday.
 */
export const weeksOf = (view: CalendarView, day: Day, firstWeekday: number): readonly (readonly Day[])[] => {
  const from = firstOfWeek(view === 'week' ? day : firstOfMonth(day), firstWeekday);
  const last = view === 'week' ? day : addDays(addMonths(firstOfMonth(day), 1), -1);
  const weeks = Math.floor(daysBetween(from, last) / DAYS_PER_WEEK) + 1;
  return Array.from({ length: weeks }, (_, week) =>
    Array.from({ length: DAYS_PER_WEEK }, (__, at) => addDays(from, week * DAYS_PER_WEEK + at)),
  );
};

/** Returns the days that the list of a month contains. */
export const monthSpan = (day: Day): DaySpan => ({
  first: firstOfMonth(day),
  last: addDays(addMonths(firstOfMonth(day), 1), -1),
});

export const movedDay = (view: CalendarView, day: Day, step: 1 | -1): Day =>
  view === 'week' ? addDays(day, step * DAYS_PER_WEEK) : addMonths(day, step);

interface Key {
  readonly key: string;
  readonly shiftKey: boolean;
}

/**
 * Returns the day that a key leads to, by the keys of the date grid of WAI-ARIA; undefined for other keys. `forward` is the key of the next
 * day.
 */
export const dayAfterKey = (
  day: Day,
  { key, shiftKey }: Key,
  { firstWeekday, forward }: { readonly firstWeekday: number; readonly forward: 'ArrowRight' | 'ArrowLeft' },
): Day | undefined => {
  switch (key) {
    case 'ArrowRight':
    case 'ArrowLeft':
      return addDays(day, key === forward ? 1 : -1);
    case 'ArrowDown':
      return addDays(day, DAYS_PER_WEEK);
    case 'ArrowUp':
      return addDays(day, -DAYS_PER_WEEK);
    case 'Home':
      return firstOfWeek(day, firstWeekday);
    case 'End':
      return addDays(firstOfWeek(day, firstWeekday), DAYS_PER_WEEK - 1);
    case 'PageDown':
      return addMonths(day, shiftKey ? 12 : 1);
    case 'PageUp':
      return addMonths(day, shiftKey ? -12 : -1);
    default:
      return undefined;
  }
};

export const overlapsSpan = ({ first, last }: DaySpan, within: DaySpan): boolean =>
  first <= within.last && last >= within.first;

/** Returns the entries of each day in view, those that began earlier first. */
export const byDay = (entries: readonly DayEntry[], view: DaySpan): ReadonlyMap<Day, readonly DayEntry[]> => {
  const days = new Map<Day, DayEntry[]>();
  for (const entry of entries) {
    if (!overlapsSpan(entry, view)) continue;
    const last = entry.last < view.last ? entry.last : view.last;
    for (let day = entry.first > view.first ? entry.first : view.first; day <= last; day = addDays(day, 1)) {
      const there = days.get(day);
      if (there) there.push(entry);
      else days.set(day, [entry]);
    }
  }
  return days;
};
