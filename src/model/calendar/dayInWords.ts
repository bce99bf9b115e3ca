// Formats a day for letters and emails: 24 November 2026. Pure.

import type { Day } from 'src/model/calendar/dayIn.ts';

/** Returns the tag, or English for an invalid tag or a language that the runtime does not know. */
export const localeOf = (language: string): string => {
  try {
    return Intl.DateTimeFormat.supportedLocalesOf(language)[0] ?? 'en';
  } catch {
    return 'en';
  }
};

/** Formats the day in a language, or in English when the runtime does not know the language. */
export const dayInWords = (day: Day, language: string): string => {
  const locale = localeOf(language);
  return new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' }).format(Date.parse(day));
};
