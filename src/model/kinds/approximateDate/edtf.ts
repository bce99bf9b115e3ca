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

const STORED = /^([\dX/.~?%-]{1,25})(?: \(([^()]{1,200})\))?$/;
const SINGLE = /^(-?\d{4}|\d{3}X|\d\dXX)(?:-(0[1-9]|1[0-2]|2[1-4]|XX)(?:-(\d\d|XX))?)?([~?%]?)$/;
const OPEN = ['', '..'];

const FIRST_SEASON = 21;
/** Months per season; winter ends in the next year. */
const SEASON_MONTHS = 3;

const isSeason = (month: number): boolean => month >= FIRST_SEASON;

/** Returns the season from 0 (spring) to 3 (winter), or undefined for a month. */
export const seasonOf = ({ month }: SingleDate): number | undefined =>
  isSeason(Number(month)) ? Number(month) - FIRST_SEASON : undefined;

export const seasonMonth = (season: number): string => String(FIRST_SEASON + season);

const lastDay = (year: number, month: number): number => utcDay(year, month + 1) - DAY_MS;

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

const isDayOfMonth = ({ year, month, day }: SingleDate): boolean => {
  if (day === undefined) return true;
  if (year.includes('X') || isSeason(Number(month))) return false;
  if (day === 'XX') return true;
  return (
    month !== 'XX' &&
    Number(day) >= 1 &&
    utcDay(Number(year), Number(month), Number(day)) <= lastDay(Number(year), Number(month))
  );
};

const singleDate = (text: string): SingleDate | undefined => {
  const [, year, month, day, doubt] = SINGLE.exec(text) ?? [];
  if (year === undefined || (year.includes('X') && month !== undefined)) return undefined;
  const date = { year, month, day, doubt: doubt as Doubt };
  return isDayOfMonth(date) ? date : undefined;
};

const spanOfEnds = ({ from, to }: Pick<ApproximateDate, 'from' | 'to'>): Days => ({
  earliest: from ? singleSpan(from).earliest : -Infinity,
  latest: to ? singleSpan(to).latest : Infinity,
});

const dateWithin = (text: string): Omit<ApproximateDate, 'note'> | undefined => {
  if (text === UNDATED) return { from: undefined, to: undefined, isRange: false };
  const [first = '', second, third] = text.split('/');
  if (third !== undefined) return undefined;
  const from = singleDate(first);
  if (second === undefined) return from && { from, to: from, isRange: false };
  const to = singleDate(second);
  const isComplete = (from || OPEN.includes(first)) && (to || OPEN.includes(second)) && (from || to);
  if (!isComplete) return undefined;
  const { earliest, latest } = spanOfEnds({ from, to });
  return earliest <= latest ? { from, to, isRange: true } : undefined;
};

/** Returns the parts of a stored date; undefined for any other text. */
export const approximateDate = (stored: string): ApproximateDate | undefined => {
  const [, text, note] = STORED.exec(stored) ?? [];
  const date = text === undefined ? undefined : dateWithin(text);
  return date && { ...date, note };
};

const isSure = (date: SingleDate | undefined): boolean =>
  date !== undefined && date.doubt === '' && !date.year.includes('X');

/** Returns the days that a stored date covers; undefined for an unknown date and for any other text. */
export const daySpan = (stored: string): DaySpan | undefined => {
  const date = approximateDate(stored);
  if (!date?.from && !date?.to) return undefined;
  return { ...spanOfEnds(date), isStartSure: isSure(date.from), isEndSure: isSure(date.to) };
};

const singleText = ({ year, month, day, doubt }: SingleDate): string =>
  `${[year, month, day].filter((part) => part !== undefined).join('-')}${doubt}`;

/** Returns the EDTF text, without the note. */
export const edtfText = ({ from, to, isRange }: ApproximateDate): string => {
  if (!isRange) return from ? singleText(from) : UNDATED;
  return [from, to].map((end) => (end ? singleText(end) : '..')).join('/');
};

/** Returns the stored text. */
export const storedDate = (date: ApproximateDate): string =>
  `${edtfText(date)}${date.note === undefined ? '' : ` (${date.note})`}`;
