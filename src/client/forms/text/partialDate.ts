// Dates known only in part: a year, a month or a day, stored as YYYY, YYYY-MM or YYYY-MM-DD. Source: spec platform 5, "date pattern".

import type { IntlShape } from 'react-intl';
import { formatDate } from 'src/client/ui/dates.ts';

const STORED = /^(\d{4})(?:-(\d{2})(?:-(\d{2}))?)?$/;
const TYPED = /^(\d{4})(?:[-/. ](\d{1,2})(?:[-/. ](\d{1,2}))?)?$/;

const two = (number: number): string => String(number).padStart(2, '0');

const daysIn = (year: number, month: number): number => new Date(Date.UTC(year, month, 0)).getUTCDate();

/** What was typed as it is stored: `1931 3` gives `1931-03`; undefined when it is no such date. */
export const parsePartialDate = (typed: string): string | undefined => {
  const [, year, month, day] = TYPED.exec(typed.trim()) ?? [];
  if (year === undefined) return undefined;
  if (month === undefined) return year;
  if (Number(month) < 1 || Number(month) > 12) return undefined;
  if (day === undefined) return `${year}-${two(Number(month))}`;
  if (Number(day) < 1 || Number(day) > daysIn(Number(year), Number(month))) return undefined;
  return `${year}-${two(Number(month))}-${two(Number(day))}`;
};

/** `1931` reads 1931, `1931-03` reads March 1931, `1931-03-07` reads 07-Mar-1931. */
export const formatPartialDate = (intl: IntlShape, stored: string): string => {
  const [, year, month, day] = STORED.exec(stored) ?? [];
  if (year === undefined) return stored;
  if (month === undefined) return year;
  if (day !== undefined) return formatDate(intl, stored);
  return intl.formatDate(Date.UTC(Number(year), Number(month) - 1, 15), {
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  });
};
