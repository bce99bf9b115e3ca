// Reads the working calendar from a property of an owner, on server and client. Missing or invalid parts get the defaults of an owner
// without a calendar.

import { isRecord } from 'src/base/isRecord.ts';
import { isTimeZone } from 'src/model/calendar/dayIn.ts';
import { plainCalendar, type Closure, type WorkingCalendar } from 'src/model/calendar/workingDays.ts';
import type { Json } from 'src/model/item/Item.ts';

/** Property of an owner that holds its calendar. */
export const CALENDAR = 'calendar';

const arrayOrEmpty = (value: Json | undefined): readonly Json[] =>
  Array.isArray(value) ? (value as readonly Json[]) : [];

const closureOf = (value: Json): Closure[] => {
  if (!isRecord(value) || typeof value['from'] !== 'string') return [];
  return [{ from: value['from'], ...(typeof value['to'] === 'string' && { to: value['to'] }) }];
};

/** Returns the calendar in a stored value. `siteZone` is the time zone of an owner that declares none. */
export const calendarFrom = (value: Json | undefined, siteZone: string): WorkingCalendar => {
  const plain = plainCalendar(siteZone);
  if (!isRecord(value)) return plain;
  const { timeZone, weekdays, closures } = value as Readonly<Record<string, Json>>;
  const days = arrayOrEmpty(weekdays).map(Number);
  return {
    timeZone: typeof timeZone === 'string' && isTimeZone(timeZone) ? timeZone : siteZone,
    weekdays: days.length > 0 ? days : plain.weekdays,
    closures: arrayOrEmpty(closures).flatMap(closureOf),
  };
};
