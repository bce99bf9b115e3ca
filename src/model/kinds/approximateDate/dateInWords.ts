// Approximate dates as people read them and hear them: `1910~` is "about 1910". Pure; the words come from the caller in the reader's language.

import {
  approximateDate,
  seasonOf,
  type ApproximateDate,
  type Doubt,
  type SingleDate,
} from 'src/model/kinds/approximateDate/edtf.ts';
import { centuryOf, partOffsets, YEARS_PARTS } from 'src/model/kinds/approximateDate/yearsParts.ts';

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

/** Words of a part of a date, also in a phrase: "before the 1910s". */
interface Phrase extends DateWords {
  readonly isInPhrase: boolean;
}

const inPhrase = (words: DateWords): Phrase => ({ ...words, isInPhrase: true });

const centuryWords = (lastYear: number, { format, isInPhrase }: Phrase): string => {
  const { number, isBce } = centuryOf(lastYear);
  const century = format(isBce ? 'dates.centuryBce' : 'dates.century', { century: number });
  return isInPhrase ? format('dates.the', { date: century }) : century;
};

const yearWords = (year: string, words: Phrase): string => {
  if (year.endsWith('XX')) return centuryWords(Number(year.replace('XX', '99')), words);
  if (year.endsWith('X')) {
    const first = year.replace('X', '0');
    // "1900s" would mean the century.
    const decade = words.format(first.endsWith('00') ? 'dates.firstDecade' : 'dates.decade', { year: first });
    return words.isInPhrase ? words.format('dates.the', { date: decade }) : decade;
  }
  return Number(year) >= FIRST_PLAIN_YEAR ? words.date(year) : earlyYear(Number(year), words);
};

/** Returns the last two digits, except for the first year of a century. */
const secondYear = (year: number): string => String(year).slice(year % 100 === 0 ? 0 : 2);

const plainWords = (single: SingleDate, words: Phrase): string => {
  const { year, month, day } = single;
  const season = seasonOf(single);
  if (season !== undefined) {
    const id = SEASON_KEYS[season] ?? '';
    const isPlain = Number(year) >= FIRST_PLAIN_YEAR;
    return id === 'dates.winter' && isPlain
      ? words.format('dates.winterYears', { year, next: secondYear(Number(year) + 1) })
      : words.format(id, { year: yearWords(year, words) });
  }
  if (month === undefined || month === 'XX') return yearWords(year, words);
  const remainder = day === undefined || day === 'XX' ? month : `${month}-${day}`;
  return Number(year) >= FIRST_PLAIN_YEAR
    ? words.date(`${year}-${remainder}`)
    : words.date(`${ANY_YEAR}-${remainder}`, earlyYear(Number(year), words));
};

const singleWords = (single: SingleDate, words: Phrase): string =>
  single.doubt === ''
    ? plainWords(single, words)
    : words.format(DOUBTS[single.doubt], { date: plainWords(single, inPhrase(words)) });

/** Returns the words of a part of a century, such as "early 20th century", or of a century that is stored as a range. */
const partWords = (from: SingleDate, to: SingleDate, words: Phrase): string | undefined => {
  if (from.doubt !== to.doubt || ![from, to].every(({ year, month }) => !year.includes('X') && month === undefined))
    return undefined;
  const [first, last] = [Number(from.year), Number(to.year)];
  const { isBce, first: start } = centuryOf(last);
  const offsets = [first - start, last - start].join();
  if (isBce && offsets === '0,99') {
    const { doubt } = from;
    if (doubt === '') return centuryWords(last, words);
    return words.format(DOUBTS[doubt], { date: centuryWords(last, inPhrase(words)) });
  }
  const part = from.doubt === '~' && YEARS_PARTS.find((each) => partOffsets(each, 100).join() === offsets);
  return part
    ? words.format(`dates.part.${part}`, { date: centuryWords(last, { ...words, isInPhrase: false }) })
    : undefined;
};

const rangeWords = ({ from, to }: Pick<ApproximateDate, 'from' | 'to'>, words: Phrase): string => {
  if (!from || !to) {
    const single = from ?? to;
    const id = from ? 'dates.after' : to ? 'dates.before' : 'dates.undated';
    return words.format(id, { date: single ? singleWords(single, inPhrase(words)) : '' });
  }
  const part = partWords(from, to, words);
  if (part !== undefined) return part;
  // "about 1910 to 1915" would mean that both are approximate.
  const isOnlyFirst = from.doubt !== '' && !(from.doubt === '~' && to.doubt === '~');
  const ends = { from: singleWords(from, words), to: singleWords(to, words) };
  return words.format(isOnlyFirst ? 'dates.rangeFrom' : 'dates.range', ends);
};

/** Returns the doubt without "probably". */
const LESS_DOUBT: Readonly<Record<Doubt, Doubt>> = { '': '', '~': '~', '?': '', '%': '~' };

const wholeWords = ({ from, to, isRange }: ApproximateDate, words: Phrase): string => {
  if (from && !isRange) return singleWords(from, words);
  const isProbable = [from, to].every((end) => !end || end.doubt === '?' || end.doubt === '%');
  if (!isProbable || (!from && !to)) return rangeWords({ from, to }, words);
  const [first, last] = [from, to].map((end) => end && { ...end, doubt: LESS_DOUBT[end.doubt] });
  return words.format('dates.probably', { date: rangeWords({ from: first, to: last }, inPhrase(words)) });
};

/** Returns the words of a stored date; any other text is returned unchanged. */
export const dateInWords = (stored: string, words: DateWords): string => {
  const date = approximateDate(stored);
  if (!date) return stored;
  const text = wholeWords(date, { ...words, isInPhrase: false });
  return date.note === undefined ? text : words.format('dates.withNote', { date: text, note: date.note });
};
