// Dates and times as people write them: `5 Aug 2024`, `August 5`, `05-Aug-2024`, `2024-08-05`, `tomorrow`, `Friday`,
// `9:30`, `2 pm`. Never guesses between day and month: `5/8/2024` is not accepted, and the hint next to the input asks
// for the month as a word.

import dayjs from 'dayjs';
import { localeOf } from 'src/model/calendar/dayInWords.ts';
import type { Day } from 'src/model/calendar/dayIn.ts';
import { addDays } from 'src/model/calendar/localDay.ts';

export interface Reader {
  readonly language: string;
  /** The day that "today" means. */
  readonly today: Day;
}

const two = (number: number): string => String(number).padStart(2, '0');

const fold = (text: string): string => text.normalize('NFC').toLowerCase().replaceAll('.', '').trim();

const MONTHS = Array.from({ length: 12 }, (_, month) => month);

const monthWords = new Map<string, readonly (readonly string[])[]>();

/** Returns the long and the short name of each month. */
const monthWordsOf = (language: string): readonly (readonly string[])[] => {
  const known = monthWords.get(language);
  if (known) return known;
  const formats = (['long', 'short'] as const).map(
    (month) => new Intl.DateTimeFormat(localeOf(language), { month, timeZone: 'UTC' }),
  );
  const words = MONTHS.map((month) => formats.map((each) => fold(each.format(Date.UTC(2000, month, 15)))));
  monthWords.set(language, words);
  return words;
};

/** Three letters are enough where no other month begins with them. */
const monthOf = (language: string, word: string): number | undefined => {
  const words = monthWordsOf(language);
  const exact = words.findIndex((names) => names.includes(word));
  if (exact >= 0) return exact + 1;
  const begun = words.flatMap((names, at) => (names.some((name) => name.startsWith(word)) ? at + 1 : []));
  return word.length >= 3 && begun.length === 1 ? begun[0] : undefined;
};

const NEAR_YEARS = [-1, 0, 1] as const;
const WEEK_OFFSETS = [1, 2, 3, 4, 5, 6, 7] as const;

/** Reads yesterday, today, tomorrow, or the next day of that name. */
export const readNearDay = (typed: string, { language, today }: Reader): string | undefined => {
  const word = fold(typed);
  const locale = localeOf(language);
  const relative = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' });
  const near = NEAR_YEARS.find((days) => fold(relative.format(days, 'day')) === word);
  if (near !== undefined) return addDays(today, near);
  const named = WEEK_OFFSETS.find((days) => {
    const day = Date.parse(`${addDays(today, days)}T12:00:00Z`);
    return (['long', 'short'] as const).some(
      (weekday) => fold(new Intl.DateTimeFormat(locale, { weekday, timeZone: 'UTC' }).format(day)) === word,
    );
  });
  return named === undefined ? undefined : addDays(today, named);
};

const dateOf = (year: string, month: number | undefined, day?: string): string | undefined => {
  if (month === undefined || month < 1 || month > 12) return undefined;
  if (day === undefined) return `${year}-${two(month)}`;
  const exists = Number(day) >= 1 && Number(day) <= dayjs(`${year}-${two(month)}-01`).daysInMonth();
  return exists ? `${year}-${two(month)}-${two(Number(day))}` : undefined;
};

const YEAR_DIGITS = /^\d{4}$/;
const DAY_NUMBER = /^\d{1,2}$/;
/** `5/1910`. */
const MONTH_OF_YEAR = /^(\d{1,2})[./-](\d{4})$/;

const inNumbers = (parts: readonly string[]): string | undefined => {
  const [first = '', second = '', third = ''] = parts;
  if (YEAR_DIGITS.test(first)) return dateOf(first, Number(second), third === '' ? undefined : third);
  if (parts.length !== 3 || !YEAR_DIGITS.test(third)) return undefined;
  const [isDayFirst, isDaySecond] = [Number(first) > 12, Number(second) > 12];
  if (first === second || isDayFirst) return dateOf(third, Number(second), first);
  return isDaySecond ? dateOf(third, Number(first), second) : undefined;
};

const withMonthName = (parts: readonly string[], language: string, thisYear?: string): string | undefined => {
  const months = parts.map((part) => (/\d/.test(part) ? undefined : monthOf(language, part)));
  const month = months.find((each) => each !== undefined);
  const others = parts.filter((part) => /\d/.test(part));
  if (month === undefined || others.length !== parts.length - 1) return undefined;
  const year = others.find((part) => YEAR_DIGITS.test(part)) ?? thisYear;
  const days = others.filter((part) => DAY_NUMBER.test(part));
  if (year === undefined || days.length > 1 || others.some((part) => !YEAR_DIGITS.test(part) && !DAY_NUMBER.test(part)))
    return undefined;
  return dateOf(year, month, days[0]);
};

/**
 * Reads a typed date as `YYYY`, `YYYY-MM` or `YYYY-MM-DD`; undefined if it is not a date. A day without a year is in
 * `thisYear`, where given.
 */
export const readPartialDate = (
  typed: string,
  { language }: Pick<Reader, 'language'>,
  thisYear?: string,
): string | undefined => {
  const text = typed
    .normalize('NFC')
    .toLowerCase()
    .replaceAll(/(\d)(?:st|nd|rd|th)\b/g, '$1')
    .trim();
  if (YEAR_DIGITS.test(text)) return text;
  const [, month, inYear] = MONTH_OF_YEAR.exec(text) ?? [];
  if (inYear !== undefined) return dateOf(inYear, Number(month));
  const parts = text.split(/[\s,./-]+/).filter((part) => part !== '');
  if (parts.length < 2 || parts.length > 3) return undefined;
  return parts.every((part) => /^\d+$/.test(part)) ? inNumbers(parts) : withMonthName(parts, language, thisYear);
};

const FULL = /^\d{4}-\d{2}-\d{2}$/;

/** Same as readPartialDate, for a whole day. */
export const readDate = (typed: string, reader: Reader): string | undefined => {
  const found = readNearDay(typed, reader) ?? readPartialDate(typed, reader, reader.today.slice(0, 4));
  return found !== undefined && FULL.test(found) ? found : undefined;
};

const TYPED_TIME = /^(\d{1,2})(?:[:.h ]?(\d{2}))?(:\d{2})?\s*(?:([ap])\.?m\.?)?$/;

/** `9:30`, `930`, `9.30`, `2 pm`, `14:00` as `HH:mm`. */
export const readTime = (typed: string): string | undefined => {
  const [, hour = '', minutes = '00', seconds = '', half] = TYPED_TIME.exec(typed.trim().toLowerCase()) ?? [];
  const noon = half === undefined ? Number(hour) : (Number(hour) % 12) + (half === 'p' ? 12 : 0);
  if (hour === '' || noon > 23 || Number(minutes) > 59 || (half !== undefined && Number(hour) > 12)) return undefined;
  return `${two(noon)}:${minutes}${seconds === ':00' ? '' : seconds}`;
};

const TIME_AT_END = /^(.+?)[\s,t]+(\d{1,2}(?:[:.h]\d{2}(?::\d{2})?\s*(?:[ap]\.?m\.?)?|\s*[ap]\.?m\.?))$/;

/** A day and a time, in the reader's zone: `YYYY-MM-DDTHH:mm`. */
export const readMoment = (typed: string, reader: Reader): string | undefined => {
  const [, day = '', clock = ''] = TIME_AT_END.exec(typed.trim().toLowerCase()) ?? [];
  const [date, time] = [readDate(day, reader), readTime(clock)];
  return date === undefined || time === undefined ? undefined : `${date}T${time}`;
};
