// The text that confirms a typed date.

import { dateInWords, type DateWords } from 'src/model/kinds/approximateDate/dateInWords.ts';
import { daySpan } from 'src/model/kinds/approximateDate/edtf.ts';

export const isoDay = (day: number): string => new Date(day).toISOString().slice(0, 10);

/** Returns the words with the first and last day: "about 1910 (1 January 1910 to 31 December 1910)". `longDay` writes a day in full. */
export const dateAndDays = (stored: string, words: DateWords, longDay: (day: string) => string): string => {
  const text = dateInWords(stored, words);
  const span = daySpan(stored);
  if (!span) return text;
  const [from, to] = [span.earliest, span.latest].map((day) => (Number.isFinite(day) ? longDay(isoDay(day)) : ''));
  if (from === to) return from ?? text;
  const id = from === '' ? 'dates.daysBefore' : to === '' ? 'dates.daysAfter' : 'dates.days';
  return words.format(id, { date: text, from: from ?? '', to: to ?? '' });
};
