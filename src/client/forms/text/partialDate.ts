// Dates known only in part: a year, a month or a day, stored as YYYY, YYYY-MM or YYYY-MM-DD. Source: spec platform 5, "date pattern".

import type { IntlShape } from 'react-intl';
import { plainDate } from 'src/client/ui/dates.ts';
import { isolated } from 'src/client/ui/direction.ts';

const STORED = /^(\d{4})(?:-(\d{2})(?:-(\d{2}))?)?$/;

/** Returns the text of `formatPartialDate` for an input that a person types in. */
export const plainPartialDate = (intl: IntlShape, stored: string): string => {
  const [, year, month, day] = STORED.exec(stored) ?? [];
  if (year === undefined) return stored;
  if (month === undefined) return year;
  if (day !== undefined) return plainDate(intl, stored);
  return intl.formatDate(Date.UTC(Number(year), Number(month) - 1, 15), {
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  });
};

/** `1931` reads 1931, `1931-03` reads March 1931, `1931-03-07` reads 07-Mar-1931. */
export const formatPartialDate = (intl: IntlShape, stored: string): string =>
  isolated(plainPartialDate(intl, stored), intl.locale);
