// A year, a month or a day, as pages write it.

import type { IntlShape } from 'react-intl';
import { plainDate } from 'src/client/ui/dates.ts';

const YEAR_OR_MONTH = /^(\d{4})(?:-(\d{2}))?$/;

const YEAR_AT_END = /\d+$/;

/** Returns `1931` for `1931`, `March 1931` for `1931-03` and `07-Mar-1931` for `1931-03-07`, with `as` in place of the year. */
export const partialDate = (intl: IntlShape, text: string, as?: string): string => {
  const [, year, month] = YEAR_OR_MONTH.exec(text) ?? [];
  if (year === undefined) return plainDate(intl, text).replace(YEAR_AT_END, (own) => as ?? own);
  if (month === undefined) return as ?? year;
  const day = Date.UTC(Number(year), Number(month) - 1, 15);
  return intl
    .formatDateToParts(day, { month: 'long', year: 'numeric', timeZone: 'UTC' })
    .map(({ type, value }) => (type === 'year' ? (as ?? value) : value))
    .join('');
};
