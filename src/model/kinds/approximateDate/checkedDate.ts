// The check of approximate dates, and their stored text. Forms, exports and the validation use it; pages only read what was checked.

import {
  approximateDate,
  daySpan,
  FIRST_SEASON,
  lastDay,
  seasonOf,
  STORED_PATTERN,
  UNDATED,
  type ApproximateDate,
  type SingleDate,
} from 'src/model/kinds/approximateDate/edtf.ts';
import { utcDay } from 'src/model/query/timeScale.ts';

const OPEN = ['', '..'];

export const seasonMonth = (season: number): string => String(FIRST_SEASON + season);

const isDayOfMonth = (date: SingleDate): boolean => {
  const { year, month, day } = date;
  if (day === undefined) return true;
  if (year.includes('X') || seasonOf(date) !== undefined) return false;
  if (day === 'XX') return true;
  return (
    month !== 'XX' &&
    Number(day) >= 1 &&
    utcDay(Number(year), Number(month), Number(day)) <= lastDay(Number(year), Number(month))
  );
};

const isSingle = (date: SingleDate): boolean =>
  !(date.year.includes('X') && date.month !== undefined) && isDayOfMonth(date);

/** Returns the parts of a text that is a stored date; undefined for any other text. */
export const checkedDate = (stored: string): ApproximateDate | undefined => {
  const date = approximateDate(stored);
  if (!date) return undefined;
  const ends = (STORED_PATTERN.exec(stored)?.[1] ?? '').split('/');
  const isComplete = [date.from, date.to].every((end, at) => (end ? isSingle(end) : OPEN.includes(ends[at] ?? '')));
  if (!date.isRange) return date.from === undefined || isComplete ? date : undefined;
  const { earliest, latest } = daySpan(stored) ?? { earliest: 0, latest: 0 };
  return ends.length === 2 && isComplete && earliest <= latest ? date : undefined;
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
