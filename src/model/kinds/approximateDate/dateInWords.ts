// Approximate dates as people read them and hear them: `1910~` is "about 1910". Pure; the words come from the caller in the reader's language.

import {
  approximateDate,
  seasonOf,
  type ApproximateDate,
  type Doubt,
  type SingleDate,
} from 'src/model/kinds/approximateDate/edtf.ts';

export interface DateWords {
  readonly format: (id: string, values?: Readonly<Record<string, string | number>>) => string;
  /** Returns a year, a month or a day, such as `1931-03`, as people read it, with `year` in place of the year of the text. */
  readonly date: (text: string, year?: string) => string;
}

const SEASON_KEYS = ['dates.spring', 'dates.summer', 'dates.autumn', 'dates.winter'];
const DOUBTS: Readonly<Record<Exclude<Doubt, ''>, string>> = {
  '~': 'dates.about',
  '?': 'dates.probably',
  '%': 'dates.probablyAbout',
};
/** Earlier years are written with their era. */
export const FIRST_PLAIN_YEAR = 1000;
/** The year of texts whose year is replaced; a leap year, which has all days. */
const ANY_YEAR = 2000;

/** Returns a year before 1000 with its era. */
export const earlyYear = (year: number, { format }: Pick<DateWords, 'format'>): string =>
  year > 0 ? format('dates.ce', { year: `${year}` }) : format('dates.bce', { year: `${1 - year}` });

const yearWords = (year: string, words: DateWords): string => {
  const { format, date } = words;
  if (year.endsWith('XX')) return format('dates.century', { century: Number(year.slice(0, 2)) + 1 });
  if (year.endsWith('X')) {
    const first = year.replace('X', '0');
    // "1900s" would mean the century.
    return format(first.endsWith('00') ? 'dates.firstDecade' : 'dates.decade', { year: first });
  }
  return Number(year) >= FIRST_PLAIN_YEAR ? date(year) : earlyYear(Number(year), words);
};

const plainWords = (single: SingleDate, words: DateWords): string => {
  const { year, month, day } = single;
  const season = seasonOf(single);
  if (season !== undefined) return words.format(SEASON_KEYS[season] ?? '', { year: yearWords(year, words) });
  if (month === undefined || month === 'XX') return yearWords(year, words);
  const rest = day === undefined || day === 'XX' ? month : `${month}-${day}`;
  return Number(year) >= FIRST_PLAIN_YEAR
    ? words.date(`${year}-${rest}`)
    : words.date(`${ANY_YEAR}-${rest}`, earlyYear(Number(year), words));
};

const singleWords = (single: SingleDate, words: DateWords): string => {
  const date = plainWords(single, words);
  return single.doubt === '' ? date : words.format(DOUBTS[single.doubt], { date });
};

const rangeWords = ({ from, to, isRange }: ApproximateDate, words: DateWords): string => {
  const [first, last] = [from, to].map((end) => (end ? singleWords(end, words) : ''));
  if (from && to) return isRange ? words.format('dates.range', { from: first ?? '', to: last ?? '' }) : (first ?? '');
  if (from) return words.format('dates.after', { date: first ?? '' });
  return to ? words.format('dates.before', { date: last ?? '' }) : words.format('dates.undated');
};

/** Returns the words of a stored date; any other text is returned unchanged. */
export const dateInWords = (stored: string, words: DateWords): string => {
  const date = approximateDate(stored);
  if (!date) return stored;
  const text = rangeWords(date, words);
  return date.note === undefined ? text : words.format('dates.withNote', { date: text, note: date.note });
};
