// Dates as people read them here: DD-MMM-YYYY with optional HH:mm, and "3 days ago". Spec platform 9.
// A plain date never shifts with the time zone.

import type { IntlShape } from 'react-intl';
import { isolated } from 'src/client/ui/direction.ts';

const PLAIN_DATE = /^(\d{4})-(\d{2})-(\d{2})$/;

const two = (number: number): string => String(number).padStart(2, '0');

/** `Aug`. */
export const monthName = (intl: IntlShape, month: number): string =>
  intl.formatDate(Date.UTC(2000, month, 15), { month: 'short', timeZone: 'UTC' }).replace('.', '');

/** Returns the text of `formatDate` for a box in which somebody types. */
export const plainDate = (intl: IntlShape, value: string, withTime = false): string => {
  const plain = PLAIN_DATE.exec(value);
  if (plain) return `${plain[3]}-${monthName(intl, Number(plain[2]) - 1)}-${plain[1]}`;
  const moment = new Date(value);
  if (Number.isNaN(moment.getTime())) return value;
  const day = `${two(moment.getDate())}-${monthName(intl, moment.getMonth())}-${moment.getFullYear()}`;
  return withTime ? `${day} ${two(moment.getHours())}:${two(moment.getMinutes())}` : day;
};

/** `2024-08-05` gives `05-Aug-2024`; a moment gives the reader's own day, with its time when asked for. */
export const formatDate = (intl: IntlShape, value: string, withTime = false): string =>
  isolated(plainDate(intl, value, withTime), intl.locale);

const SECOND = 1;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const WEEK = 7 * DAY;
const MONTH = 30.4375 * DAY;
const YEAR = 365.25 * DAY;

const SCALE = [
  { below: MINUTE, unit: 'second', length: SECOND },
  { below: HOUR, unit: 'minute', length: MINUTE },
  { below: 2 * DAY, unit: 'hour', length: HOUR },
  { below: 2 * WEEK, unit: 'day', length: DAY },
  { below: 2 * MONTH, unit: 'week', length: WEEK },
  { below: 2 * YEAR, unit: 'month', length: MONTH },
  { below: Number.POSITIVE_INFINITY, unit: 'year', length: YEAR },
] as const;

/** "just now" within 10 s; then the scale switches at 60 s, 1 h, 2 days, 2 weeks, 2 months, 2 years. */
export const formatRelative = (intl: IntlShape, value: string, now = Date.now()): string => {
  const seconds = (new Date(value).getTime() - now) / 1000;
  if (Number.isNaN(seconds)) return value;
  if (Math.abs(seconds) <= 10) return intl.formatMessage({ id: 'app.justNow' });
  const step = SCALE.find(({ below }) => Math.abs(seconds) < below) ?? SCALE[SCALE.length - 1];
  if (!step) return value;
  const count = Math.trunc(seconds / step.length);
  return isolated(intl.formatRelativeTime(count, step.unit, { numeric: 'always' }), intl.locale);
};
