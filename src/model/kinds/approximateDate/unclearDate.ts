// Typed dates that have several meanings. The page asks which one is meant, because a guess can be wrong by years.

import { checkedDate } from 'src/model/kinds/approximateDate/checkedDate.ts';
import { storedYear } from 'src/model/kinds/approximateDate/yearsParts.ts';

export interface UnclearDate {
  /** Message that asks which meaning is right; its values are `first`, `second` and `third`. */
  readonly question: 'dates.dayOrder' | 'dates.monthOrYears' | 'dates.minusYear';
  /** Stored form of each meaning. */
  readonly meanings: readonly string[];
  /** The part of the typed text that is unclear. */
  readonly text: string;
}

const DAY_IN_NUMBERS = /(?<!\d)(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})(?!\d)/;
const TWO_DIGITS = /(?<![\d/.-])(\d{4}) ?[-/] ?(\d\d)(?![\d/.~%X-])/i;
const MINUS_YEAR = /^\s*[-–—\u2212] ?([1-9]\d{2,3})(?!\d)/;
/** Months, and the seasons of EDTF. */
const MONTH = /^(?:0[1-9]|1[0-2]|2[1-4])$/;

const daysIn = ([, first = '', second = '', year = '']: readonly string[]): readonly string[] => {
  const [one, other] = [first, second].map((part) => part.padStart(2, '0'));
  if (one === other || Number(one) > 12 || Number(other) > 12) return [];
  const days = [`${year}-${other}-${one}`, `${year}-${one}-${other}`];
  return days.every((day) => checkedDate(day)) ? days : [];
};

const monthOrYears = ([, year = '', end = '']: readonly string[]): readonly string[] => {
  const isUnclear = MONTH.test(end) && Number(end) > Number(year.slice(2));
  return isUnclear ? [`${year}-${end}`, `${year}/${year.slice(0, 2)}${end}`] : [];
};

const minusYears = ([, year = '']: readonly string[]): readonly string[] => {
  const stored = storedYear(Number(year));
  return [stored, `../${stored}`, storedYear(1 - Number(year))];
};

const ASKED = [
  { question: 'dates.minusYear', pattern: MINUS_YEAR, meaningsOf: minusYears },
  { question: 'dates.dayOrder', pattern: DAY_IN_NUMBERS, meaningsOf: daysIn },
  { question: 'dates.monthOrYears', pattern: TWO_DIGITS, meaningsOf: monthOrYears },
] as const;

/** Returns the meanings of a text such as `05/06/1910`, `1910-12` or `-1910`; undefined where it has one or none. */
export const unclearDate = (typed: string): UnclearDate | undefined => {
  for (const { question, pattern, meaningsOf } of ASKED) {
    const found = pattern.exec(typed);
    const meanings = found ? meaningsOf(found) : [];
    if (found && meanings.length > 0) return { question, meanings, text: found[0] };
  }
  return undefined;
};

/** Returns true for a text that is an unclear date and nothing else, except for a question mark. */
export const isUnclear = (typed: string): boolean => {
  const text = typed.replace(/ ?\?$/, '');
  return unclearDate(text)?.text === text;
};
