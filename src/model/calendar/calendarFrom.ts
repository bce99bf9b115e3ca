// The working calendar in a property of an owner, as it was stored; read alike by the server and by the page. What is missing or cannot be
// read is that of an owner that has declared none.

import { isRecord } from 'src/base/isRecord.ts';
import { isTimeZone } from 'src/model/calendar/localDay.ts';
import { PLAIN_CALENDAR, type Closure, type WorkingCalendar } from 'src/model/calendar/workingDays.ts';
import type { Json } from 'src/model/item/Item.ts';

/** The property of an owner that holds it. */
export const CALENDAR = 'calendar';

const listOf = (value: Json | undefined): readonly Json[] => (Array.isArray(value) ? (value as readonly Json[]) : []);

const closureOf = (value: Json): Closure[] => {
  if (!isRecord(value) || typeof value['from'] !== 'string') return [];
  return [{ from: value['from'], ...(typeof value['to'] === 'string' && { to: value['to'] }) }];
};

export const calendarFrom = (value: Json | undefined): WorkingCalendar => {
  if (!isRecord(value)) return PLAIN_CALENDAR;
  const { timeZone, weekdays, closures } = value as Readonly<Record<string, Json>>;
  const days = listOf(weekdays).map(Number);
  return {
    timeZone: typeof timeZone === 'string' && isTimeZone(timeZone) ? timeZone : PLAIN_CALENDAR.timeZone,
    weekdays: days.length > 0 ? days : PLAIN_CALENDAR.weekdays,
    closures: listOf(closures).flatMap(closureOf),
  };
};
