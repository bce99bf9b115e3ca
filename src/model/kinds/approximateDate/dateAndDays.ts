// The text that confirms a typed date.

import { dayInWords, localeOf } from 'src/model/calendar/dayInWords.ts';
import {
  dateInWords,
  FIRST_PLAIN_YEAR,
  earlyYear,
  type DateWords,
} from 'src/model/kinds/approximateDate/dateInWords.ts';
import { daySpan } from 'src/model/kinds/approximateDate/edtf.ts';

export const isoDay = (day: number): string => new Date(day).toISOString().split('T')[0] ?? '';

/** Returns a day in full, early years with their era. */
const longDay = (day: number, words: DateWords, language: string): string => {
  const year = new Date(day).getUTCFullYear();
  if (year >= FIRST_PLAIN_YEAR) return dayInWords(isoDay(day), language);
  return new Intl.DateTimeFormat(localeOf(language), { dateStyle: 'long', timeZone: 'UTC' })
    .formatToParts(day)
    .map(({ type, value }) => (type === 'year' ? earlyYear(year, words) : value))
    .join('');
};

/** Returns the words; a whole day is written in full. */
export const meaningWords = (stored: string, words: DateWords, language: string): string => {
  const { earliest, latest } = daySpan(stored) ?? {};
  return dateInWords(
    stored,
    earliest === undefined || earliest !== latest
      ? words
      : { ...words, date: () => longDay(earliest, words, language) },
  );
};

/** Returns the words with the first and last day: "about 1910 (1 January 1910 to 31 December 1910)". */
export const dateAndDays = (stored: string, words: DateWords, language: string): string => {
  const span = daySpan(stored);
  const long = (day: number): string => (Number.isFinite(day) ? longDay(day, words, language) : '');
  const [from, to] = [long(span?.earliest ?? Infinity), long(span?.latest ?? Infinity)];
  const date = meaningWords(stored, words, language);
  if (from === to) return date;
  const id = from === '' ? 'dates.daysBefore' : to === '' ? 'dates.daysAfter' : 'dates.days';
  return words.format(id, { date, from, to });
};
