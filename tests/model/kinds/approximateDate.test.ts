// Approximate dates: typed texts, stored values, the words that confirm them, and the days that they cover.

import fc from 'fast-check';
import { IntlMessageFormat } from 'intl-messageformat';
import { describe, expect, it } from 'vitest';
import messages from 'schemas/engine/messages.dates.en.json' with { type: 'json' };
import { dayInWords } from 'src/model/calendar/dayInWords.ts';
import { approximateDateCodec } from 'src/model/kinds/approximateDate/approximateDateCodec.ts';
import { dateAndDays } from 'src/model/kinds/approximateDate/dateAndDays.ts';
import { dateInWords, type DateWords } from 'src/model/kinds/approximateDate/dateInWords.ts';
import { checkedDate, edtfText, storedDate } from 'src/model/kinds/approximateDate/checkedDate.ts';
import { daySpan } from 'src/model/kinds/approximateDate/edtf.ts';
import { readTypedDate } from 'src/model/kinds/approximateDate/readTypedDate.ts';
import type { DateReader } from 'src/model/kinds/approximateDate/typedWords.ts';
import { unclearDate } from 'src/model/kinds/approximateDate/unclearDate.ts';

const texts: Readonly<Record<string, string>> = messages;
const format: DateWords['format'] = (id, values) => String(new IntlMessageFormat(texts[id] ?? id, 'en').format(values));
const reader: DateReader = { language: 'en', format };
const words: DateWords = {
  format,
  date: (text, year) => {
    const length = { 4: 'year', 7: 'month' }[text.length];
    if (length === 'year') return text;
    const long = new Intl.DateTimeFormat('en', { month: 'long', year: 'numeric', timeZone: 'UTC' });
    const written = length === undefined ? dayInWords(text, 'en') : long.format(Date.parse(text));
    return year === undefined ? written : written.replace(/\d+$/, year);
  },
};

const spanText = (stored: string): string => {
  const span = daySpan(stored);
  if (!span) return 'no day';
  const ends = [span.earliest, span.latest];
  return ends.map((day) => (Number.isFinite(day) ? new Date(day).toISOString().split('T')[0] : '..')).join(' ');
};

const TYPED: readonly (readonly [typed: string, stored: string, words: string, days: string])[] = [
  ['1910', '1910', '1910', '1910-01-01 1910-12-31'],
  ['c. 1910', '1910~', 'about 1910', '1910-01-01 1910-12-31'],
  ['c1910', '1910~', 'about 1910', '1910-01-01 1910-12-31'],
  ['C.1910', '1910~', 'about 1910', '1910-01-01 1910-12-31'],
  ['ca 1910', '1910~', 'about 1910', '1910-01-01 1910-12-31'],
  ['ca. 1910', '1910~', 'about 1910', '1910-01-01 1910-12-31'],
  ['circa 1910', '1910~', 'about 1910', '1910-01-01 1910-12-31'],
  ['about 1910', '1910~', 'about 1910', '1910-01-01 1910-12-31'],
  ['abt 1950', '1950~', 'about 1950', '1950-01-01 1950-12-31'],
  ['Around  May 1910', '1910-05~', 'about May 1910', '1910-05-01 1910-05-31'],
  ['[ca. 1910]', '1910~', 'about 1910', '1910-01-01 1910-12-31'],
  ['1910s', '191X', '1910s', '1910-01-01 1919-12-31'],
  ["1910's", '191X', '1910s', '1910-01-01 1919-12-31'],
  ['the 1910s', '191X', '1910s', '1910-01-01 1919-12-31'],
  ['c. 1910s', '191X~', 'about the 1910s', '1910-01-01 1919-12-31'],
  ['1800s', '18XX', '19th century', '1800-01-01 1899-12-31'],
  ['18th century', '17XX', '18th century', '1700-01-01 1799-12-31'],
  ['the 21st century', '20XX', '21st century', '2000-01-01 2099-12-31'],
  ['19th c.', '18XX', '19th century', '1800-01-01 1899-12-31'],
  ['early 1900s', '1900~/1933~', 'early 20th century', '1900-01-01 1933-12-31'],
  ['early 1910s', '1910~/1913~', 'about 1910 to about 1913', '1910-01-01 1913-12-31'],
  ['mid-1910s', '1914~/1916~', 'about 1914 to about 1916', '1914-01-01 1916-12-31'],
  ['late 18th century', '1767~/1799~', 'late 18th century', '1767-01-01 1799-12-31'],
  ['spring 1950', '1950-21', 'spring 1950', '1950-03-01 1950-05-31'],
  ['Summer of 1910', '1910-22', 'summer 1910', '1910-06-01 1910-08-31'],
  ['fall 1910', '1910-23', 'autumn 1910', '1910-09-01 1910-11-30'],
  ['winter 1910', '1910-24', 'winter 1910–11', '1910-12-01 1911-02-28'],
  ['about spring 1950', '1950-21~', 'about spring 1950', '1950-03-01 1950-05-31'],
  ['between 1910 and 1915', '1910/1915', '1910 to 1915', '1910-01-01 1915-12-31'],
  ['from 1910 to 1915', '1910/1915', '1910 to 1915', '1910-01-01 1915-12-31'],
  ['1910-1915', '1910/1915', '1910 to 1915', '1910-01-01 1915-12-31'],
  ['1910–1915', '1910/1915', '1910 to 1915', '1910-01-01 1915-12-31'],
  ['1910 - 1915', '1910/1915', '1910 to 1915', '1910-01-01 1915-12-31'],
  ['1910-15', '1910/1915', '1910 to 1915', '1910-01-01 1915-12-31'],
  ['1910-13', '1910/1913', '1910 to 1913', '1910-01-01 1913-12-31'],
  ['1900s decade', '190X', '1900s decade', '1900-01-01 1909-12-31'],
  ['1910s to 1920s', '191X/192X', '1910s to 1920s', '1910-01-01 1929-12-31'],
  ['1910s-1920s', '191X/192X', '1910s to 1920s', '1910-01-01 1929-12-31'],
  ['May to June 1910', '1910-05/1910-06', 'May 1910 to June 1910', '1910-05-01 1910-06-30'],
  ['12 – 15 May 1910', '1910-05-12/1910-05-15', 'May 12, 1910 to May 15, 1910', '1910-05-12 1910-05-15'],
  ['before 1931', '../1931', 'before 1931', '.. 1931-12-31'],
  ['until May 1931', '../1931-05', 'before May 1931', '.. 1931-05-31'],
  ['no later than 1931', '../1931', 'before 1931', '.. 1931-12-31'],
  ['before c. 1931', '../1931~', 'before about 1931', '.. 1931-12-31'],
  ['after 1931', '1931/..', 'after 1931', '1931-01-01 ..'],
  ['since 12 May 1910', '1910-05-12/..', 'after May 12, 1910', '1910-05-12 ..'],
  ['from 1910', '1910/..', 'after 1910', '1910-01-01 ..'],
  ['1984?', '1984?', 'probably 1984', '1984-01-01 1984-12-31'],
  ['1984 ?', '1984?', 'probably 1984', '1984-01-01 1984-12-31'],
  ['[1984?]', '1984?', 'probably 1984', '1984-01-01 1984-12-31'],
  ['probably 1984', '1984?', 'probably 1984', '1984-01-01 1984-12-31'],
  ['possibly c. 1984', '1984%', 'probably about 1984', '1984-01-01 1984-12-31'],
  ['c. 1984?', '1984%', 'probably about 1984', '1984-01-01 1984-12-31'],
  ['12 May 1910', '1910-05-12', 'May 12, 1910', '1910-05-12 1910-05-12'],
  ['May 12th, 1910', '1910-05-12', 'May 12, 1910', '1910-05-12 1910-05-12'],
  ['12-May-1910', '1910-05-12', 'May 12, 1910', '1910-05-12 1910-05-12'],
  ['25/3/1931', '1931-03-25', 'March 25, 1931', '1931-03-25 1931-03-25'],
  ['May 1910', '1910-05', 'May 1910', '1910-05-01 1910-05-31'],
  ['1910-05', '1910-05', 'May 1910', '1910-05-01 1910-05-31'],
  ['1910-05-12', '1910-05-12', 'May 12, 1910', '1910-05-12 1910-05-12'],
  ['450 BC', '-0449', '450 BCE', '-000449-01-01 -000449-12-31'],
  ['c. 450 BCE', '-0449~', 'about 450 BCE', '-000449-01-01 -000449-12-31'],
  ['AD 150', '0150', '150 CE', '0150-01-01 0150-12-31'],
  ['undated', 'XXXX', 'undated', 'no day'],
  ['n.d.', 'XXXX', 'undated', 'no day'],
  ['Undated, found in the Attic', 'XXXX (found in the Attic)', 'undated (found in the Attic)', 'no day'],
  ['no date (label is torn)', 'XXXX (label is torn)', 'undated (label is torn)', 'no day'],
  [
    'c. 1910 (back of the print)',
    '1910~ (back of the print)',
    'about 1910 (back of the print)',
    '1910-01-01 1910-12-31',
  ],
  ['ca 1910-1915', '1910~/1915~', 'about 1910 to about 1915', '1910-01-01 1915-12-31'],
  ['c. 1910-15', '1910~/1915~', 'about 1910 to about 1915', '1910-01-01 1915-12-31'],
  ['c. 1910 to 1915', '1910~/1915~', 'about 1910 to about 1915', '1910-01-01 1915-12-31'],
  ['from c. 1910 to 1915', '1910~/1915', 'from about 1910 to 1915', '1910-01-01 1915-12-31'],
  ['probably 1910-1915', '1910?/1915?', 'probably 1910 to 1915', '1910-01-01 1915-12-31'],
  ['1910-1915?', '1910?/1915?', 'probably 1910 to 1915', '1910-01-01 1915-12-31'],
  ['1910 to probably 1915', '1910/1915?', '1910 to probably 1915', '1910-01-01 1915-12-31'],
  ['after probably 1950', '1950?/..', 'probably after 1950', '1950-01-01 ..'],
  ['probably before c. 1950', '../1950%', 'probably before about 1950', '.. 1950-12-31'],
  ['before the 1910s', '../191X', 'before the 1910s', '.. 1919-12-31'],
  ['1910 (approx.)', '1910~', 'about 1910', '1910-01-01 1910-12-31'],
  ['1910 (c.)', '1910~', 'about 1910', '1910-01-01 1910-12-31'],
  ['1910(?)', '1910?', 'probably 1910', '1910-01-01 1910-12-31'],
  ['1910 [?]', '1910?', 'probably 1910', '1910-01-01 1910-12-31'],
  ['1910 ca.', '1910~', 'about 1910', '1910-01-01 1910-12-31'],
  ['1910, approximately', '1910~', 'about 1910', '1910-01-01 1910-12-31'],
  ['1910 (uncertain)', '1910?', 'probably 1910', '1910-01-01 1910-12-31'],
  ['undated, c. 1910', '1910~ (undated)', 'about 1910 (undated)', '1910-01-01 1910-12-31'],
  ['n.d. [ca. 1910]', '1910~ (n.d.)', 'about 1910 (n.d.)', '1910-01-01 1910-12-31'],
  ['Undated (before 1931)', '../1931 (Undated)', 'before 1931 (Undated)', '.. 1931-12-31'],
  ['undated, c. 1910 (torn)', '1910~ (undated; torn)', 'about 1910 (undated; torn)', '1910-01-01 1910-12-31'],
  ['undated, in a box (torn)', 'XXXX (in a box; torn)', 'undated (in a box; torn)', 'no day'],
  ['winter 1910-11', '1910-24', 'winter 1910–11', '1910-12-01 1911-02-28'],
  ['winter of 1899/1900', '1899-24', 'winter 1899–1900', '1899-12-01 1900-02-28'],
  ['2010-05..2010-07', '2010-05/2010-07', 'May 2010 to July 2010', '2010-05-01 2010-07-31'],
  ['[191-]', '191X', '1910s', '1910-01-01 1919-12-31'],
  ['[191-?]', '191X?', 'probably the 1910s', '1910-01-01 1919-12-31'],
  ['[19--]', '19XX', '20th century', '1900-01-01 1999-12-31'],
  ['[18--?]', '18XX?', 'probably the 19th century', '1800-01-01 1899-12-31'],
  ['[1910]', '1910', '1910', '1910-01-01 1910-12-31'],
  ['pre-1931', '../1931', 'before 1931', '.. 1931-12-31'],
  ['prior to 1931', '../1931', 'before 1931', '.. 1931-12-31'],
  ['1910 or 1911', '1910/1911 (1910 or 1911)', '1910 to 1911 (1910 or 1911)', '1910-01-01 1911-12-31'],
  ['1910 or later', '1910/..', 'after 1910', '1910-01-01 ..'],
  ['1910 and earlier', '../1910', 'before 1910', '.. 1910-12-31'],
  ['1910-', '1910/..', 'after 1910', '1910-01-01 ..'],
  ['1910+', '1910/..', 'after 1910', '1910-01-01 ..'],
  ['c. 1910.', '1910~', 'about 1910', '1910-01-01 1910-12-31'],
  ['between 1910 & 1915', '1910/1915', '1910 to 1915', '1910-01-01 1915-12-31'],
  ['1910 spring', '1910-21', 'spring 1910', '1910-03-01 1910-05-31'],
  ['May/June 1910', '1910-05/1910-06', 'May 1910 to June 1910', '1910-05-01 1910-06-30'],
  ['c. 1910 –', '1910~/..', 'after about 1910', '1910-01-01 ..'],
  ['1910 onwards', '1910/..', 'after 1910', '1910-01-01 ..'],
  ['early 1910', '1910-01~/1910-04~', 'about January 1910 to about April 1910', '1910-01-01 1910-04-30'],
  ['late May 1910', '1910-05-21~/1910-05-31~', 'about May 21, 1910 to about May 31, 1910', '1910-05-21 1910-05-31'],
  ['May-June 1910', '1910-05/1910-06', 'May 1910 to June 1910', '1910-05-01 1910-06-30'],
  ['12-15 May 1910', '1910-05-12/1910-05-15', 'May 12, 1910 to May 15, 1910', '1910-05-12 1910-05-15'],
  ['5/1910', '1910-05', 'May 1910', '1910-05-01 1910-05-31'],
  ['nineteenth century', '18XX', '19th century', '1800-01-01 1899-12-31'],
  ['the twenty-first century', '20XX', '21st century', '2000-01-01 2099-12-31'],
  ['first half of 19th century', '1800~/1849~', 'first half of the 19th century', '1800-01-01 1849-12-31'],
  ['last quarter of the 19th century', '1875~/1899~', 'last quarter of the 19th century', '1875-01-01 1899-12-31'],
  ['mid-20th century', '1934~/1966~', 'mid-20th century', '1934-01-01 1966-12-31'],
  ['probably early 20th c.', '1900%/1933%', 'probably early 20th century', '1900-01-01 1933-12-31'],
  ['1899-00', '1899/1900', '1899 to 1900', '1899-01-01 1900-12-31'],
  ['1910–12', '1910/1912', '1910 to 1912', '1910-01-01 1912-12-31'],
  ['5th century BC', '-0499/-0400', '5th century BCE', '-000499-01-01 -000400-12-31'],
  ['c. first century BC', '-0099~/0000~', 'about the 1st century BCE', '-000099-01-01 0000-12-31'],
  ['early 5th century BC', '-0499~/-0466~', 'early 5th century BCE', '-000499-01-01 -000466-12-31'],
  ['450-400 BC', '-0449/-0399', '450 BCE to 400 BCE', '-000449-01-01 -000399-12-31'],
  ['12 May 450 BC', '-0449-05-12', 'May 12, 450 BCE', '-000449-05-12 -000449-05-12'],
  ['March AD 150', '0150-03', 'March 150 CE', '0150-03-01 0150-03-31'],
  ['1910~', '1910~', 'about 1910', '1910-01-01 1910-12-31'],
  ['191X', '191X', '1910s', '1910-01-01 1919-12-31'],
  ['18xx', '18XX', '19th century', '1800-01-01 1899-12-31'],
  ['1950-21', '1950-21', 'spring 1950', '1950-03-01 1950-05-31'],
  ['1910/1915', '1910/1915', '1910 to 1915', '1910-01-01 1915-12-31'],
  ['../1931', '../1931', 'before 1931', '.. 1931-12-31'],
  ['/1931', '/1931', 'before 1931', '.. 1931-12-31'],
  ['1984%', '1984%', 'probably about 1984', '1984-01-01 1984-12-31'],
  ['1910-XX', '1910-XX', '1910', '1910-01-01 1910-12-31'],
  ['1910-05-XX', '1910-05-XX', 'May 1910', '1910-05-01 1910-05-31'],
];

describe('[FORM-01] approximate dates as people type them', () => {
  it.each(TYPED)('%s is stored as %s', (typed, stored, said, days) => {
    expect(readTypedDate(typed, reader)).toBe(stored);
    expect(dateInWords(stored, words)).toBe(said);
    expect(spanText(stored)).toBe(days);
  });

  it.each([
    ...['long ago', '31', '1910-02-30', '12 May', 'before', 'c.', 'between 1915 and 1910', '1915-1910', '5/6/1910'],
    ...[
      '1910 1911',
      '191X-05',
      '1910//1915',
      '1910/1911/1912',
      '../..',
      '/',
      '(note)',
      '1910 (a (b))',
      `1910 (${'x'.repeat(201)})`,
    ],
    ...['1910-21-05', 'spring', '0 century', '1911s', 'undated 1910', '1910~~', '12345', '-0000'],
  ])('%s is refused', (typed) => {
    expect(readTypedDate(typed, reader)).toBeUndefined();
  });

  it.each([
    ['05/06/1910', 'dates.dayOrder', ['1910-06-05', '1910-05-06']],
    ['c. 5.6.1910', 'dates.dayOrder', ['1910-06-05', '1910-05-06']],
    ['1910-12', 'dates.monthOrYears', ['1910-12', '1910/1912']],
    ['c. 1910/12', 'dates.monthOrYears', ['1910-12', '1910/1912']],
    ['1910-22 (on the box)', 'dates.monthOrYears', ['1910-22', '1910/1922']],
    ['1910-12?', 'dates.monthOrYears', ['1910-12', '1910/1912']],
    ['-1910', 'dates.minusYear', ['1910', '../1910', '-1909']],
    ['undated, 1910-12', 'dates.monthOrYears', ['1910-12', '1910/1912']],
  ])('[FORM-01] %s is not stored before a person says which date is meant', (typed, question, meanings) => {
    expect(readTypedDate(typed, reader)).toBeUndefined();
    expect(unclearDate(typed)).toMatchObject({ question, meanings });
  });

  it.each(['25/3/1931', '3/3/1931', '1910-05-06', '1910-05', '1950-21', '1910-12~', '1910-11/1911-02'])(
    '[FORM-01] %s has one meaning',
    (typed) => {
      expect(unclearDate(typed)).toBeUndefined();
      expect(readTypedDate(typed, reader)).toBeDefined();
    },
  );

  it('[FORM-01] the days are confirmed with the words, the doubt, the era and the note', () => {
    const said = (stored: string): string => dateAndDays(stored, words, 'en-GB');
    expect(said('1910~')).toBe('about 1910 (1 January 1910 to 31 December 1910)');
    expect(said('../1931')).toBe('before 1931 (31 December 1931 or earlier)');
    expect(said('1931/..')).toBe('after 1931 (1 January 1931 or later)');
    expect(said('1931-05-07')).toBe('7 May 1931');
    expect(said('1910-05-12~')).toBe('about 12 May 1910');
    expect(said('1910-05-12? (on the back)')).toBe('probably 12 May 1910 (on the back)');
    expect(said('-0499')).toBe('500 BCE (1 January 500 BCE to 31 December 500 BCE)');
    expect(said('-0449-05-12')).toBe('12 May 450 BCE');
    expect(said('0150')).toBe('150 CE (1 January 150 CE to 31 December 150 CE)');
    expect(said('XXXX')).toBe('undated');
  });

  it('[FORM-01] long texts and texts of repeated words are refused at once', () => {
    const parts = [
      'c ',
      'c. probably ',
      '1-',
      ' - ',
      '?',
      '[',
      '(',
      '1910 or ',
      'early ',
      'undated, ',
      ' ',
      '1910 c. ',
    ];
    const begun = performance.now();
    for (const part of parts)
      for (const length of [99, 399, 10_000])
        for (const end of ['', '1910', ')'])
          readTypedDate(part.repeat(length).slice(0, length - end.length) + end, reader);
    expect(performance.now() - begun).toBeLessThan(2000);
  });

  it('the words and the months of another language are data', () => {
    const french: Readonly<Record<string, string>> = {
      'dates.typed.about': 'vers|env',
      'dates.typed.decade': 'années #',
    };
    const own: DateReader = { ...reader, language: 'fr', format: (id) => french[id] ?? format(id) };
    expect(readTypedDate('vers mai 1910', own)).toBe('1910-05~');
    expect(readTypedDate('années 1910', own)).toBe('191X');
    const japanese: Readonly<Record<string, string>> = { 'dates.about': '{date}頃', 'dates.typed.about': '頃' };
    const after: DateReader = { language: 'ja', format: (id) => japanese[id] ?? format(id) };
    expect(readTypedDate('1910頃', after)).toBe('1910~');
    const afterWords = {
      ...words,
      format: (id: string, values?: Parameters<DateWords['format']>[1]) =>
        japanese[id] === undefined
          ? format(id, values)
          : String(new IntlMessageFormat(japanese[id], 'ja').format(values)),
    };
    expect(dateInWords('1910~', afterWords)).toBe('1910頃');
  });
});

const year = fc.integer({ min: 1000, max: 2200 });
const single = fc
  .record({
    year,
    month: fc.option(fc.constantFrom(...Array.from({ length: 12 }, (_, at) => at + 1), 21, 22, 23, 24)),
    day: fc.option(fc.integer({ min: 1, max: 28 })),
    unknown: fc.constantFrom('', 'X', 'XX'),
    doubt: fc.constantFrom('', '~', '?', '%'),
  })
  .map(({ year: number, month, day, unknown, doubt }) => {
    const two = (value: number): string => String(value).padStart(2, '0');
    if (unknown !== '') return `${String(number).slice(0, 4 - unknown.length)}${unknown}${doubt}`;
    if (month === null) return `${number}${doubt}`;
    return day === null || month > 12
      ? `${number}-${two(month)}${doubt}`
      : `${number}-${two(month)}-${two(day)}${doubt}`;
  });
const stored = fc.oneof(
  single,
  single.map((date) => `../${date}`),
  single.map((date) => `${date}/..`),
  fc.tuple(single, single).map((ends) => ends.join('/')),
  fc.constant('XXXX'),
);

describe('every date of EDTF level 1', () => {
  it('is printed as it was parsed', () => {
    fc.assert(
      fc.property(stored, fc.option(fc.stringMatching(/^[a-z]{1,9}$/)), (text, note) => {
        const whole = note === null ? text : `${text} (${note})`;
        const date = checkedDate(whole);
        return !date || (storedDate(date) === whole && edtfText(date) === text);
      }),
    );
  });

  it('is read again from its own words, with its parts and its days', () => {
    fc.assert(
      fc.property(stored, (text) => {
        if (!checkedDate(text)) return;
        expect(readTypedDate(dateInWords(text, words), reader)).toBe(text);
      }),
    );
  });

  it('covers its days in order, and no text makes the reader fail', () => {
    fc.assert(
      fc.property(stored, (text) => {
        const span = checkedDate(text) ? daySpan(text) : undefined;
        return span === undefined || span.earliest <= span.latest;
      }),
    );
    fc.assert(fc.property(fc.string(), (text) => (readTypedDate(text, reader), true)));
  });

  it('[EXCHANGE] is not looked for in a long text, as a cell of a file may hold: the longest of these took seconds, or the whole stack', () => {
    const patterns = ['?', 'about ', 'a - ', '1910 to ', '\u2013', 'x \u2013 about '];
    const longTexts = patterns.map((pattern) => `1984${pattern.repeat(20_000)}1910`);
    const began = performance.now();
    expect([...longTexts, `1984${'?'.repeat(20_000)}`].map((text) => readTypedDate(text, reader))).toEqual(
      Array.from({ length: 7 }, () => undefined),
    );
    expect(performance.now() - began).toBeLessThan(500);
  });

  it('[EXCHANGE] is written to a cell as words and EDTF, and read from both', () => {
    const { parse, exactText } = approximateDateCodec;
    expect(exactText?.('1910~ (a note)')).toBe('1910~');
    expect(parse('about 1910', reader)).toBe('1910~');
    expect(parse('1910~', reader)).toBe('1910~');
    expect(parse('long ago', reader)).toBe('long ago');
  });
});
