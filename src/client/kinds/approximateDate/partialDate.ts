// A year, a month or a day, as pages write it.

import type { IntlShape } from 'react-intl';
import { plainDate } from 'src/client/ui/dates.ts';

const YEAR_OR_MONTH = /^(\d{4})(?:-(\d{2}))?$/;

/** Returns `1931` for `1931`, `March 1931` for `1931-03` and `07-Mar-1931` for `1931-03-07`. */
export const partialDate = (intl: IntlShape, text: string): string => {
  const [, year, month] = YEAR_OR_MONTH.exec(text) ?? [];
  if (year === undefined) return plainDate(intl, text);
  if (month === undefined) return year;
  const day = Date.UTC(Number(year), Number(month) - 1, 15);
  return intl.formatDate(day, { month: 'long', year: 'numeric', timeZone: 'UTC' });
};
