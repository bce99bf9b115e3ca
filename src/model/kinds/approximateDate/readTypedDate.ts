// Reads approximate dates as people type them: "c. 1910", "spring 1950", "between 1910 and 1915", "before 1931", "18th century", "1984?",
// "undated (on loan)", and EDTF itself. The words of each language are messages (`dates.typed.*`): alternatives separated by `|`, and `#` is
// the number. docs/decisions/0059-approximate-dates.md lists what is read.

import { readPartialDate, type Reader } from 'src/model/calendar/typedDate.ts';
import { checkedDate, seasonMonth, storedDate } from 'src/model/kinds/approximateDate/checkedDate.ts';
import { UNDATED, type ApproximateDate, type Doubt, type SingleDate } from 'src/model/kinds/approximateDate/edtf.ts';

export interface DateReader extends Pick<Reader, 'language'> {
  /** Returns a message of the reader's language. */
  readonly format: (id: string) => string;
}

type Word =
  | 'about'
  | 'probably'
  | 'before'
  | 'after'
  | 'from'
  | 'to'
  | 'undated'
  | 'century'
  | 'decade'
  | 'firstDecade'
  | 'early'
  | 'middle'
  | 'late'
  | 'spring'
  | 'summer'
  | 'autumn'
  | 'winter'
  | 'ce'
  | 'bce';

type Range = Pick<ApproximateDate, 'from' | 'to' | 'isRange'>;
/** Returns a pattern with the alternatives of a word. */
type Alternatives = (word: Word) => string;

const SEASONS: readonly Word[] = ['spring', 'summer', 'autumn', 'winter'];
/** First and last year of the parts of a decade and of a century. */
const PARTS = { early: ['0', '3', '00', '33'], middle: ['4', '6', '34', '66'], late: ['7', '9', '67', '99'] } as const;
/** Characters of a typed date: a stored one has fewer than 230 with its note, and reading takes time that grows with the square of the length. */
const MOST_CHARACTERS = 400;
const NOTE = / ?\(([^()]{1,200})\)$/;
const YEAR_RANGE = /^(\d{4}[^\d\s-]{0,2})-(\d{4}[^\d\s-]{0,2}|\d\d)$/;

const single = (year: string, month?: string, day?: string): SingleDate => ({ year, month, day, doubt: '' });
const only = (date: SingleDate): Range => ({ from: date, to: date, isRange: false });

const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);

/** Returns the alternatives of each word, the longest first, with `(\d+)` for the number. */
const alternativesOf = ({ format }: DateReader): Alternatives => {
  const known = new Map<Word, string>();
  const pattern = (word: Word): string =>
    format(`dates.typed.${word}`)
      .toLowerCase()
      .split('|')
      .toSorted((one, other) => other.length - one.length)
      .map((text) => escaped(text).replace('#', String.raw`(\d+)`))
      .join('|');
  return (word) => {
    const found = known.get(word) ?? pattern(word);
    known.set(word, found);
    return found;
  };
};

/** Returns the number in a text that has the form of the word; undefined for any other text. */
const numberIn = (text: string, alternatives: string): number | undefined => {
  const found = new RegExp(`^(?:${alternatives})$`).exec(text)?.slice(1);
  const number = found?.find((each) => each !== undefined);
  return number === undefined ? undefined : Number(number);
};

/** Returns what follows the word; undefined where the text does not begin with it. */
const afterWord = (text: string, alternatives: string): string | undefined =>
  new RegExp(String.raw`^(?:${alternatives})(?:\.?(?=\d)|[.-]? ?(?<=[ -]))(.+)$`).exec(text)?.[1];

const decadeOrCentury = (text: string, words: Alternatives): string | undefined => {
  const century = numberIn(text, words('century'));
  if (century !== undefined && century >= 1 && century <= 99) return `${String(century - 1).padStart(2, '0')}XX`;
  const first = numberIn(text, words('firstDecade'));
  const decade = first ?? numberIn(text, words('decade'));
  if (decade === undefined || decade < 1000 || decade > 9999 || decade % 10 !== 0) return undefined;
  return decade % 100 === 0 && first === undefined ? `${decade / 100}XX` : `${decade / 10}X`;
};

/** Reads "early 1910s" as the years in which it lies, each of them approximate. */
const partOfYears = (text: string, words: Alternatives): Range | undefined => {
  for (const part of ['early', 'middle', 'late'] as const) {
    const remainder = afterWord(text, words(part));
    const year = remainder === undefined ? undefined : decadeOrCentury(remainder, words);
    if (year === undefined) continue;
    const ends = PARTS[part].slice(year.endsWith('XX') ? 2 : 0);
    const [from, to] = ends.map((end): SingleDate => ({ ...single(year.replace(/X+$/, end)), doubt: '~' }));
    return { from, to, isRange: true };
  }
  return undefined;
};

const seasonIn = (text: string, words: Alternatives): SingleDate | undefined => {
  for (const [at, season] of SEASONS.entries()) {
    const year = afterWord(text, words(season));
    if (year !== undefined && /^\d{4}$/.test(year)) return single(year, seasonMonth(at));
  }
  return undefined;
};

const yearBceOrCe = (text: string, words: Alternatives): SingleDate | undefined => {
  const [before, since] = [numberIn(text, words('bce')), numberIn(text, words('ce'))];
  if (before !== undefined && before >= 1 && before <= 9999)
    return single(before === 1 ? '0000' : `-${String(before - 1).padStart(4, '0')}`);
  return since !== undefined && since >= 1 && since <= 9999 ? single(String(since).padStart(4, '0')) : undefined;
};

const calendarDate = (text: string, reader: DateReader): SingleDate | undefined => {
  const [year, month, day] = readPartialDate(text, reader)?.split('-') ?? [];
  return year === undefined ? undefined : single(year, month, day);
};

const withDoubt = (range: Range | undefined, doubt: Doubt): Range | undefined => {
  const doubtful = (date: SingleDate | undefined): SingleDate | undefined =>
    date && { ...date, doubt: date.doubt === '' || date.doubt === doubt ? doubt : '%' };
  return range && { ...range, from: doubtful(range.from), to: doubtful(range.to) };
};

interface Reading {
  readonly reader: DateReader;
  readonly words: Alternatives;
}

/** Reads a date without open ends. */
const closedDate = (text: string, { reader, words }: Reading): Range | undefined => {
  const edtf = checkedDate(text.toUpperCase());
  if (edtf?.from && edtf.to) return edtf;
  if (/[?]$/.test(text)) return withDoubt(closedDate(text.slice(0, -1).trim(), { reader, words }), '?');
  for (const [word, doubt] of [
    ['about', '~'],
    ['probably', '?'],
  ] as const) {
    const remainder = afterWord(text, words(word));
    const found = remainder === undefined ? undefined : withDoubt(closedDate(remainder, { reader, words }), doubt);
    if (found) return found;
  }
  const years = decadeOrCentury(text, words);
  if (years !== undefined) return only(single(years));
  const one = yearBceOrCe(text, words) ?? seasonIn(text, words) ?? calendarDate(text, reader);
  return one ? only(one) : partOfYears(text, words);
};

/** Reads two dates as one range; the first one takes what it lacks from the second: "May to June 1910", "12 - 15 May 1910". */
const rangeBetween = (first: string, second: string, reading: Reading): Range | undefined => {
  const last = closedDate(second, reading);
  if (!last) return undefined;
  const parts = second.split(' ');
  const lacking = parts.map((_, at) => ['', ...parts.slice(parts.length - at)].join(' '));
  const start = lacking.map((rest) => closedDate(`${first}${rest}`, reading)).find((each) => each !== undefined);
  return start && { from: start.from, to: last.to, isRange: true };
};

const rangeIn = (text: string, reading: Reading): Range | undefined => {
  const years = YEAR_RANGE.exec(text);
  const [, first = '', last = ''] = years ?? [];
  if (years) return rangeBetween(first, last.length === 2 ? `${first.slice(0, 2)}${last}` : last, reading);
  const ends = afterWord(text, reading.words('from')) ?? text;
  const separator = new RegExp(String.raw` (?:${reading.words('to')}) | - | ?[–—] ?`, 'g');
  for (const { index, 0: found } of ends.matchAll(separator)) {
    const range = rangeBetween(ends.slice(0, index), ends.slice(index + found.length), reading);
    if (range) return range;
  }
  return undefined;
};

const openDate = (text: string, reading: Reading): Range | undefined => {
  const { words } = reading;
  const [after, before] = [afterWord(text, words('after')), afterWord(text, words('before'))];
  const [from, to] = [after, before].map((rest) => (rest === undefined ? undefined : closedDate(rest, reading)));
  if (from) return { from: from.from, to: undefined, isRange: true };
  return to && { from: undefined, to: to.to, isRange: true };
};

const wholeDate = (text: string, reading: Reading): Range | undefined =>
  closedDate(text, reading) ?? rangeIn(text, reading) ?? openDate(text, reading);

/** Returns the stored form of a typed text; undefined when it is no date. The result never guesses between day and month. */
export const readTypedDate = (typed: string, reader: DateReader): string | undefined => {
  if (typed.length > MOST_CHARACTERS) return undefined;
  const text = typed.normalize('NFC').replaceAll(/\s+/g, ' ').trim();
  if (checkedDate(text)) return text;
  const words = alternativesOf(reader);
  const note = NOTE.exec(text)?.[1]?.trim() || undefined;
  const date = text
    .replace(NOTE, '')
    .replace(/^\[(.+)\]$/, '$1')
    .toLowerCase();
  const undated = new RegExp(`^(?:${words('undated')})(?:[,:;] ?(.+))?$`).exec(date);
  if (undated) {
    const undatedNote = note ?? (undated[1] === undefined ? undefined : text.slice(-undated[1].length));
    const stored = undatedNote === undefined ? UNDATED : `${UNDATED} (${undatedNote})`;
    return checkedDate(stored) ? stored : undefined;
  }
  const found = wholeDate(date, { reader, words });
  const stored = found && storedDate({ ...found, note });
  return stored !== undefined && checkedDate(stored) ? stored : undefined;
};

/** Returns the two days that `05/06/1910` can mean; undefined where a text has no such day. */
export const possibleDays = (typed: string): readonly [string, string] | undefined => {
  const [, first = '', second = '', year = ''] = /(?<!\d)(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})(?!\d)/.exec(typed) ?? [];
  const [one, other] = [first, second].map((part) => part.padStart(2, '0'));
  if (year === '' || one === other || Number(one) > 12 || Number(other) > 12) return undefined;
  const days = [`${year}-${other}-${one}`, `${year}-${one}-${other}`] as const;
  return days.every((day) => checkedDate(day)) ? days : undefined;
};
