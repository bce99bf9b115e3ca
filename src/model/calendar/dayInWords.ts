// A day as letters and emails write it: 24 November 2026. Pure.

import type { Day } from 'src/model/calendar/localDay.ts';

/** Returns the tag, or English for a language that the runtime does not know and for a text that is no tag. */
export const localeOf = (language: string): string => {
  try {
    return Intl.DateTimeFormat.supportedLocalesOf(language)[0] ?? 'en';
  } catch {
    return 'en';
  }
};

/** `language` is the tag of a language; English takes the place of one that the runtime does not know. */
export const dayInWords = (day: Day, language: string): string => {
  const locale = localeOf(language);
  return new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' }).format(Date.parse(day));
};
