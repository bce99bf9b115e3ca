// Approximate dates as they are stored: EDTF (ISO 8601-2) level 1, such as `1910~`, `191X`, `1950-21` (spring) or `1910/1915`, and optionally
// a note in parentheses: `XXXX (no date on the label)`. docs/decisions/0059-approximate-dates.md gives the reasons.

import { DAY_MS } from 'src/base/dayMs.ts';
import type { DaySpan } from 'src/model/kinds/Kind.ts';
import { utcDay } from 'src/model/query/timeScale.ts';

/** `~` means about, `?` means probably, `%` means both. */
export type Doubt = '' | '~' | '?' | '%';

/** One date, by the texts of its parts. */
export interface SingleDate {
  /** `1910`, `191X`, `19XX` or `-0449`, which is 450 before the common era. */
  readonly year: string;
  /** `01` to `12`, a season from `21` (spring) to `24` (winter), or `XX`. */
  readonly month: string | undefined;
  readonly day: string | undefined;
  readonly doubt: Doubt;
}

export interface ApproximateDate {
  /** Undefined for an open start or an unknown date. */
  readonly from: SingleDate | undefined;
  readonly to: SingleDate | undefined;
  readonly isRange: boolean;
  readonly note: string | undefined;
}

export const UNDATED = 'XXXX';

export const STORED_PATTERN = /^([\dX/.~?%-]{1,25})(?: \(([^()]{1,200})\))?$/;
// The standard has no year -0000.
const SINGLE_PATTERN = /^(?!-0000)(-?\d{4}|\d{3}X|\d\dXX)(?:-(0[1-9]|1[0-2]|2[1-4]|XX)(?:-(\d\d|XX))?)?([~?%]?)$/;

export const FIRST_SEASON = 21;
/** Months per season; winter ends in the next year. */
const SEASON_MONTHS = 3;

/** Returns the season from 0 (spring) to 3 (winter), or undefined for a month. */
export const seasonOf = ({ month }: SingleDate): number | undefined =>
  Number(month) >= FIRST_SEASON ? Number(month) - FIRST_SEASON : undefined;

export const lastDay = (year: number, month: number): number => utcDay(year, month + 1) - DAY_MS;

type Days = Pick<DaySpan, 'earliest' | 'latest'>;

/** Returns the first and last day that a single date covers. Seasons are those of the northern half of the earth. */
const singleSpan = (date: SingleDate): Days => {
  const [first, last] = [Number(date.year.replaceAll('X', '0')), Number(date.year.replaceAll('X', '9'))];
  const season = seasonOf(date);
  const month = Number(date.month);
  if (season !== undefined) {
    const begins = SEASON_MONTHS * (season + 1);
    return { earliest: utcDay(first, begins), latest: lastDay(first, begins + SEASON_MONTHS - 1) };
  }
  if (!(month > 0)) return { earliest: utcDay(first), latest: lastDay(last, 12) };
  const day = Number(date.day);
  if (!(day > 0)) return { earliest: utcDay(first, month), latest: lastDay(first, month) };
  return { earliest: utcDay(first, month, day), latest: utcDay(first, month, day) };
};

const singleDate = (text: string): SingleDate | undefined => {
  const [, year, month, day, doubt] = SINGLE_PATTERN.exec(text) ?? [];
  return year === undefined ? undefined : { year, month, day, doubt: doubt as Doubt };
};

const spanOfEnds = ({ from, to }: Pick<ApproximateDate, 'from' | 'to'>): Days => ({
  earliest: from ? singleSpan(from).earliest : -Infinity,
  latest: to ? singleSpan(to).latest : Infinity,
});

/** Returns the parts of a stored date. The validation (checkedDate.ts) has checked the text: this accepts more. */
export const approximateDate = (stored: string): ApproximateDate | undefined => {
  const [, text = '', note] = STORED_PATTERN.exec(stored) ?? [];
  const [first = '', second] = text.split('/');
  const isRange = second !== undefined;
  const from = singleDate(first);
  const to = isRange ? singleDate(second) : from;
  return from || to || text === UNDATED ? { from, to, isRange, note } : undefined;
};

const isSure = (date: SingleDate | undefined): boolean =>
  date !== undefined && date.doubt === '' && !date.year.includes('X');

/** Returns the days that a stored date covers; undefined for an unknown date and for any other text. */
export const daySpan = (stored: string): DaySpan | undefined => {
  const date = approximateDate(stored);
  if (!date?.from && !date?.to) return undefined;
  return { ...spanOfEnds(date), isStartSure: isSure(date.from), isEndSure: isSure(date.to) };
};
