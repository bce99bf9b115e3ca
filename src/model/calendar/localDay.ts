// Arithmetic with calendar days: `2026-03-08`. dayIn.ts converts instants to days.

import dayjs from 'dayjs';
import utc from 'dayjs/plugin/utc.js';
import type { Day } from 'src/model/calendar/dayIn.ts';

dayjs.extend(utc);

const DAY_FORMAT = 'YYYY-MM-DD';

const at = (day: Day): dayjs.Dayjs => dayjs.utc(day);

export const addDays = (day: Day, days: number): Day => at(day).add(days, 'day').format(DAY_FORMAT);

/** Returns the same day of another month, or that month's last day: a month after the 31st of January is the 28th of February. */
export const addMonths = (day: Day, months: number): Day => at(day).add(months, 'month').format(DAY_FORMAT);

export const firstOfMonth = (day: Day): Day => at(day).startOf('month').format(DAY_FORMAT);

/** Number of days from the first day to the second; negative where the second is earlier. */
export const daysBetween = (from: Day, to: Day): number => at(to).diff(at(from), 'day');

/** Returns 1 for Monday to 7 for Sunday. */
export const weekdayOf = (day: Day): number => at(day).day() || 7;
