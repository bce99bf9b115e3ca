// A day as letters and emails write it: 24 November 2026. Pure.

import type { Day } from 'src/model/calendar/localDay.ts';

/** `language` is the tag of a language; English takes the place of one that the runtime does not know. */
export const dayInWords = (day: Day, language: string): string => {
  const [locale = 'en'] = Intl.DateTimeFormat.supportedLocalesOf(language);
  return new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' }).format(Date.parse(day));
};
