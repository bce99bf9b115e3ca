// Reads typed dates that have a start and an end by themselves: a day, a month, a season, a year, a decade, a century and their parts.

import { readPartialDate } from 'src/model/calendar/typedDate.ts';
import { checkedDate, seasonMonth } from 'src/model/kinds/approximateDate/checkedDate.ts';
import {
  lastDay,
  seasonOf,
  type ApproximateDate,
  type Doubt,
  type SingleDate,
} from 'src/model/kinds/approximateDate/edtf.ts';
import type { DateReader, TypedWords } from 'src/model/kinds/approximateDate/typedWords.ts';
import { isUnclear } from 'src/model/kinds/approximateDate/unclearDate.ts';
import { partOffsets, storedYear, YEARS_PARTS } from 'src/model/kinds/approximateDate/yearsParts.ts';

export interface Reading {
  readonly reader: DateReader;
  readonly words: TypedWords;
  /** Number of words of doubt that were read around the text. */
  readonly doubts: number;
  /** False for the ends of a range: there, "1910-12" is a month. */
  readonly isWhole: boolean;
}

type Range = Pick<ApproximateDate, 'from' | 'to' | 'isRange'>;

const MOST_DOUBTS = 3;
const SEASONS = ['spring', 'summer', 'autumn', 'winter'] as const;
const WINTER_YEARS = /^(\d{4}) ?[-–—/] ?(\d{4}|\d\d)$/;
const UNKNOWN_DIGITS = /^(\d{3}(?=[-?x]$)|\d{2}(?=(?:--|\?\?|xx)$))/;
/** A leap year, so that each day of a year without four digits can be read. */
const LEAP_YEAR = '2000';

const single = (year: string, month?: string, day?: string): SingleDate => ({ year, month, day, doubt: '' });
const only = (date: SingleDate): Range => ({ from: date, to: date, isRange: false });
const twoDigits = (number: number): string => String(number).padStart(2, '0');

const withDoubt = <T extends Range>(range: T | undefined, doubt: Doubt): T | undefined => {
  const doubtful = (date: SingleDate | undefined): SingleDate | undefined =>
    date && { ...date, doubt: date.doubt === '' || date.doubt === doubt ? doubt : '%' };
  return range && { ...range, from: doubtful(range.from), to: doubtful(range.to) };
};

/** Reads a text with a word of doubt before or after it, or with a question mark; `read` reads the remainder of it. */
export const doubtfully = <T extends Range>(
  text: string,
  reading: Reading,
  read: (text: string, reading: Reading) => T | undefined,
): T | undefined => {
  if (reading.doubts === MOST_DOUBTS) return undefined;
  const { afterWord, beforeWord } = reading.words;
  const inner = { ...reading, doubts: reading.doubts + 1 };
  for (const [remainder, doubt] of [
    [text.endsWith('?') ? text.slice(0, -1).trim() : undefined, '?'],
    [afterWord(text, 'about'), '~'],
    [beforeWord(text, 'about'), '~'],
    [afterWord(text, 'probably'), '?'],
    [beforeWord(text, 'probably'), '?'],
  ] as const) {
    const found = remainder === undefined || remainder === '' ? undefined : withDoubt(read(remainder, inner), doubt);
    if (found) return found;
  }
  return undefined;
};

const yearsBetween = (first: number, last: number): Range => ({
  from: single(storedYear(first)),
  to: single(storedYear(last)),
  isRange: true,
});

/** Reads a century, also "5th century BC", whose years EDTF has as a range. */
const centuryIn = (text: string, { words }: Reading): Range | undefined => {
  const { numberIn, beforeWord } = words;
  const before = beforeWord(text, 'bce');
  const century = before ?? beforeWord(text, 'ce') ?? text;
  const number = numberIn(century, 'century') ?? numberIn(century, 'centuryByName') ?? 0;
  if (number < 1 || number > 99) return undefined;
  if (before === undefined) return only(single(`${twoDigits(number - 1)}XX`));
  return yearsBetween(1 - number * 100, 100 - number * 100);
};

const decadeIn = (text: string, { words }: Reading): Range | undefined => {
  // Cards have "191-" for a decade and "19--" for a century.
  const [, digits] = UNKNOWN_DIGITS.exec(text) ?? [];
  if (digits !== undefined) return only(single(digits.padEnd(4, 'X')));
  const first = words.numberIn(text, 'firstDecade');
  const decade = first ?? words.numberIn(text, 'decade');
  if (decade === undefined || decade < 1000 || decade > 9999 || decade % 10 !== 0) return undefined;
  return only(single(decade % 100 === 0 && first === undefined ? `${decade / 100}XX` : `${decade / 10}X`));
};

const seasonIn = (text: string, { words }: Reading): Range | undefined => {
  for (const [at, season] of SEASONS.entries()) {
    const year = words.afterWord(text, season) ?? words.beforeWord(text, season);
    if (year === undefined) continue;
    if (/^\d{4}$/.test(year)) return only(single(year, seasonMonth(at)));
    const [, first = '', last = ''] = (season === 'winter' && WINTER_YEARS.exec(year)) || [];
    const next = String(Number(first) + 1).padStart(4, '0');
    if (first !== '' && next.endsWith(last)) return only(single(first, seasonMonth(at)));
  }
  return undefined;
};

const yearBceOrCe = (text: string, { words }: Reading): string | undefined => {
  const [before, since] = [words.numberIn(text, 'bce'), words.numberIn(text, 'ce')];
  if (before !== undefined) return before >= 1 && before <= 9999 ? storedYear(1 - before) : undefined;
  return since !== undefined && since >= 1 && since <= 9999 ? storedYear(since) : undefined;
};

const calendarDate = (text: string, reading: Reading): Range | undefined => {
  const [year, month, day] = readPartialDate(text, reading.reader)?.split('-') ?? [];
  return year === undefined ? undefined : only(single(year, month, day));
};

/** Reads a year, a month or a day with an era: "450 BC", "12 May 450 BC", "May AD 150". */
const dateBceOrCe = (text: string, reading: Reading): Range | undefined => {
  const whole = yearBceOrCe(text, reading);
  if (whole !== undefined) return only(single(whole));
  for (const { index } of text.matchAll(/ /g)) {
    const year = yearBceOrCe(text.slice(index + 1), reading);
    const date = year === undefined ? undefined : calendarDate(`${text.slice(0, index)} ${LEAP_YEAR}`, reading);
    if (year !== undefined && date?.from?.month !== undefined) return only({ ...date.from, year });
  }
  return undefined;
};

/** Returns the part of a century, decade, year or month, with approximate ends. */
const partOf = ({ from, isRange, to }: Range, part: (typeof YEARS_PARTS)[number]): Range | undefined => {
  if (!from || !to || seasonOf(from) !== undefined || from.day !== undefined) return undefined;
  const offsets = (size: number): readonly [number, number] => partOffsets(part, size);
  const year = Number(from.year.replaceAll('X', '0'));
  if (isRange || from.year.includes('X')) {
    const size = from.year.endsWith('X') && !from.year.endsWith('XX') ? 10 : 100;
    const [first, last] = offsets(size);
    return yearsBetween(year + first, year + last);
  }
  if (from.month === undefined) {
    const [first, last] = offsets(12).map((month) => single(from.year, twoDigits(month + 1)));
    return { from: first, to: last, isRange: true };
  }
  const end = new Date(lastDay(year, Number(from.month))).getUTCDate();
  const [first, last] = offsets(30);
  const days = [first + 1, last === 29 ? end : last + 1].map((day) => single(from.year, from.month, twoDigits(day)));
  return { from: days[0], to: days[1], isRange: true };
};

const undoubtedDate = (text: string, reading: Reading): Range | undefined =>
  centuryIn(text, reading) ??
  decadeIn(text, reading) ??
  dateBceOrCe(text, reading) ??
  seasonIn(text, reading) ??
  calendarDate(text, reading);

const partIn = (text: string, reading: Reading): Range | undefined => {
  for (const part of YEARS_PARTS) {
    const remainder = reading.words.afterWord(text, part);
    const whole = remainder === undefined ? undefined : undoubtedDate(remainder, reading);
    if (whole) return withDoubt(partOf(whole, part), '~');
  }
  return undefined;
};

/** Reads a date that has a start and an end. */
export const closedDate = (text: string, reading: Reading): Range | undefined => {
  if (reading.isWhole && isUnclear(text)) return undefined;
  const edtf = checkedDate(text.toUpperCase());
  if (edtf?.from && edtf.to) return edtf;
  return undoubtedDate(text, reading) ?? doubtfully(text, reading, closedDate) ?? partIn(text, reading);
};
