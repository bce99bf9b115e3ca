// Approximate dates in the words of the page.

import type { IntlShape } from 'react-intl';
import { plainDate } from 'src/client/ui/dates.ts';
import { isolated } from 'src/client/ui/direction.ts';
import { dateInWords, type DateWords } from 'src/model/kinds/approximateDate/dateInWords.ts';

const YEAR_OR_MONTH = /^(\d{4})(?:-(\d{2}))?$/;

export const pageDateWords = (intl: IntlShape): DateWords => ({
  format: (id, values) => intl.formatMessage({ id }, values),
  date: (text) => {
    const [, year, month] = YEAR_OR_MONTH.exec(text) ?? [];
    if (year === undefined) return plainDate(intl, text);
    if (month === undefined) return year;
    const day = Date.UTC(Number(year), Number(month) - 1, 15);
    return intl.formatDate(day, { month: 'long', year: 'numeric', timeZone: 'UTC' });
  },
});

/** Returns the words of a date for a page: "about 1910". */
export const formatApproximateDate = (intl: IntlShape, stored: string): string =>
  isolated(dateInWords(stored, pageDateWords(intl)), intl.locale);
