// Reads approximate dates as people type them: "c. 1910", "spring 1950", "between 1910 and 1915", "before 1931", "18th century", "1984?",
// "undated (on loan)", and EDTF itself. docs/decisions/0059-approximate-dates.md lists what is read.

import { checkedDate, storedDate } from 'src/model/kinds/approximateDate/checkedDate.ts';
import { closedDate, doubtfully, type Reading } from 'src/model/kinds/approximateDate/closedDate.ts';
import { UNDATED, type ApproximateDate } from 'src/model/kinds/approximateDate/edtf.ts';
import { typedWords, type DateReader } from 'src/model/kinds/approximateDate/typedWords.ts';
import { isUnclear, unclearDate } from 'src/model/kinds/approximateDate/unclearDate.ts';

/** A longer text, without its note, is no date. */
const LONGEST_DATE = 100;
/** A stored date has fewer than 230 characters with its note. A cell of an imported file can hold any text. */
const LONGEST_TEXT = 400;
const NOTE = / ?\(([^()]{1,200})\)$/;
const YEARS = /^(\d{4}[^\d\s/-]{0,2}) ?[-–—/] ?(\d{4}[^\d\s/-]{0,2}|\d\d)$/;
const OPEN_AT_END = /^(.*[^\s.–—-]) ?(?:[-–—+]|\.\.)$/;
const ONLY_NUMBERS = /^\P{L}*$/u;
/** Years from which "1899-00" ends in the next century. */
const LATE_IN_CENTURY = 90;

interface ReadDate extends Pick<ApproximateDate, 'from' | 'to' | 'isRange'> {
  /** The text is the note: the stored form does not say that one of two dates is meant. */
  readonly isEither?: boolean;
}

/** Reads two dates as one range; the first one takes what it lacks from the second: "May to June 1910", "12 - 15 May 1910". */
const rangeBetween = (first: string, second: string, whole: Reading): ReadDate | undefined => {
  const reading = { ...whole, isWhole: false };
  const last = closedDate(second.trim(), reading);
  if (!last) return undefined;
  const parts = second.trim().split(' ');
  const lacking = parts.map((_, at) => ['', ...parts.slice(parts.length - at)].join(' '));
  const start = lacking
    .map((remainder) => closedDate(`${first.trim()}${remainder}`, reading))
    .find((each) => each !== undefined);
  return start && { from: start.from, to: last.to, isRange: true };
};

/** Returns the second year of "1910-15" with four digits. */
const wholeYear = (first: string, last: string): string => {
  if (last.length > 2) return last;
  const [century, year] = [Number(first.slice(0, 2)), Number(first.slice(2, 4))];
  const isNext = last === '00' && year >= LATE_IN_CENTURY;
  return `${String(century + (isNext ? 1 : 0)).padStart(2, '0')}${last}`;
};

const rangeIn = (text: string, reading: Reading): ReadDate | undefined => {
  const years = YEARS.exec(text);
  const [, first = '', last = ''] = years ?? [];
  if (years) return rangeBetween(first, wholeYear(first, last), reading);
  const { afterWord, pattern } = reading.words;
  const ends = afterWord(text, 'from') ?? text;
  const separator = new RegExp(
    String.raw` (?:${pattern('to')}) | - | ?[–—] ?| ?\.\. ?|-|(?<=\p{L}) ?/ ?(?=\p{L})`,
    'gu',
  );
  for (const { index, 0: found } of ends.matchAll(separator)) {
    const range = rangeBetween(ends.slice(0, index), ends.slice(index + found.length), reading);
    if (range) return range;
  }
  return undefined;
};

const eitherIn = (text: string, reading: Reading): ReadDate | undefined => {
  const separator = new RegExp(` (?:${reading.words.pattern('or')}) `).exec(text);
  if (!separator) return undefined;
  const range = rangeBetween(
    text.slice(0, separator.index),
    text.slice(separator.index + separator[0].length),
    reading,
  );
  return range && { ...range, isEither: true };
};

const openDate = (text: string, reading: Reading): ReadDate | undefined => {
  const { afterWord, beforeWord } = reading.words;
  const read = (remainder: string | undefined): ReadDate | undefined =>
    remainder === undefined ? undefined : closedDate(remainder, { ...reading, isWhole: false });
  const after =
    read(afterWord(text, 'after')) ?? read(beforeWord(text, 'orAfter')) ?? read(OPEN_AT_END.exec(text)?.[1]);
  if (after) return { from: after.from, to: undefined, isRange: true };
  const before = read(afterWord(text, 'before')) ?? read(beforeWord(text, 'orBefore'));
  return before && { from: undefined, to: before.to, isRange: true };
};

const wholeDate = (text: string, reading: Reading): ReadDate | undefined => {
  if (isUnclear(text)) return undefined;
  const date = closedDate(text, reading) ?? doubtfully(text, reading, wholeDate) ?? rangeIn(text, reading);
  return date ?? openDate(text, reading) ?? eitherIn(text, reading);
};

const joined = (...notes: readonly (string | undefined)[]): string | undefined =>
  notes.filter((each) => each !== undefined).join('; ') || undefined;

interface Parts {
  readonly date: string;
  readonly note: string | undefined;
}

const storedForm = ({ date, note }: Parts, reading: Reading): string | undefined => {
  const text = date.replaceAll(/[[\]]/g, '').trim();
  if (text.length > LONGEST_DATE) return undefined;
  const found = wholeDate(text.toLowerCase(), reading) ?? wholeDate(text.toLowerCase().replace(/[.,;]$/, ''), reading);
  return found && storedDate({ ...found, note: found.isEither ? joined(text, note) : note });
};

/** Reads "undated, torn label", and "undated, c. 1910" as the date with the first word as its note. */
const undatedForm = ({ date, note }: Parts, reading: Reading): string | undefined => {
  const pattern = new RegExp(
    String.raw`^(${reading.words.pattern('undated')})(?:[,:;]? ?\[(.+)\]|[,:;] ?(.+))?$`,
    'iu',
  );
  const [, word, inBrackets, others] = pattern.exec(date) ?? [];
  if (word === undefined) return undefined;
  const remainder = inBrackets ?? others;
  const text = remainder ?? note ?? '';
  const found = storedForm({ date: text, note: joined(word, remainder === undefined ? undefined : note) }, reading);
  if (found !== undefined) return found;
  if (ONLY_NUMBERS.test(text) && unclearDate(text)) return undefined;
  const all = joined(remainder, note);
  return all === undefined ? UNDATED : `${UNDATED} (${all})`;
};

/** Separates the note. A doubt in parentheses, such as "1910 (approx.)", is part of the date. */
const partsOf = (text: string, { words }: Reading): Parts => {
  const note = NOTE.exec(text)?.[1]?.trim();
  const date = text.replace(NOTE, '').replace(/^\[(.+)\]$/, '$1');
  if (!note) return { date, note: undefined };
  const isDoubt = new RegExp(String.raw`^(?:\?|(?:${words.pattern('about')}|${words.pattern('probably')})\.?)$`, 'i');
  return isDoubt.test(note) ? { date: `${date} ${note}`, note: undefined } : { date, note };
};

/** Returns the stored form of a typed text; undefined when it is no date, or can mean several. */
export const readTypedDate = (typed: string, reader: DateReader): string | undefined => {
  if (typed.length > LONGEST_TEXT) return undefined;
  const text = typed.normalize('NFC').replaceAll(/\s+/g, ' ').trim();
  const reading: Reading = { reader, words: typedWords(reader), doubts: 0, isWhole: true };
  const parts = partsOf(text, reading);
  const asStored = isUnclear(parts.date) ? undefined : checkedDate(text);
  if (asStored && asStored.note === parts.note) return text;
  const stored = undatedForm(parts, reading) ?? storedForm(parts, reading);
  return stored !== undefined && checkedDate(stored) ? stored : undefined;
};
