// Dates as people read them: DD-MMM-YYYY with optional HH:mm, and "3 days ago" ([SHELL-19]). A plain date never shifts with the time zone.

import dayjs from 'dayjs';
import type { IntlShape } from 'react-intl';
import { isolated } from 'src/client/ui/direction.ts';

const PLAIN_DATE = /^(\d{4})-(\d{2})-(\d{2})$/;

/** `Aug`. */
export const monthName = (intl: IntlShape, month: number): string =>
  intl.formatDate(Date.UTC(2000, month, 15), { month: 'short', timeZone: 'UTC' }).replace('.', '');

/** Returns the text of `formatDate` for an input. */
export const plainDate = (intl: IntlShape, value: string, withTime = false): string => {
  const plain = PLAIN_DATE.exec(value);
  if (plain) return `${plain[3]}-${monthName(intl, Number(plain[2]) - 1)}-${plain[1]}`;
  const moment = dayjs(new Date(value));
  if (!moment.isValid()) return value;
  const day = `${moment.format('DD')}-${monthName(intl, moment.month())}-${moment.year()}`;
  return withTime ? `${day} ${moment.format('HH:mm')}` : day;
};

/** `2024-08-05` gives `05-Aug-2024`; a moment gives the reader's own day, with its time when asked for. */
export const formatDate = (intl: IntlShape, value: string, withTime = false): string =>
  isolated(plainDate(intl, value, withTime), intl.locale);

/** Units from the longest, each with the least number of them that is named. Seconds are named for all that is shorter. */
const RELATIVE_UNITS = [
  ['year', 2],
  ['month', 2],
  ['week', 2],
  ['day', 2],
  ['hour', 1],
  ['minute', 1],
] as const;

/** "just now" within 10 s; then the unit changes at 60 s, 1 h, 2 days, 2 weeks, 2 months and 2 years. */
export const formatRelative = (intl: IntlShape, value: string, now = Date.now()): string => {
  const moment = dayjs(new Date(value));
  if (!moment.isValid()) return value;
  const seconds = moment.diff(now, 'second');
  if (Math.abs(seconds) <= 10) return intl.formatMessage({ id: 'app.justNow' });
  const [unit] =
    RELATIVE_UNITS.find(([each, least]) => Math.abs(moment.diff(now, each)) >= least) ?? (['second'] as const);
  return isolated(intl.formatRelativeTime(moment.diff(now, unit), unit, { numeric: 'always' }), intl.locale);
};
