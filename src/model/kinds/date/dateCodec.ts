// Declaration, formats, limits, examples and export cells of the kind `date`.

import { DATE_BUCKETS, exampleDay, plainCodec, type KindCodec } from 'src/model/kinds/KindCodec.ts';

const MONTH_LENGTHS = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31] as const;

const isLeap = (year: number): boolean => year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);

/** `2024-02-29`; the calendar decides. */
export const isDate = (text: string): boolean => {
  const match = /^(\d{4})-(\d\d)-(\d\d)$/.exec(text);
  if (match === null) return false;
  const [year, month, day] = [Number(match[1]), Number(match[2]), Number(match[3])];
  const longest = month === 2 && !isLeap(year) ? 28 : (MONTH_LENGTHS[month - 1] ?? 0);
  return day >= 1 && day <= longest;
};

export const dateCodec: KindCodec = {
  ...plainCodec,
  declared: {},
  bucketUnits: DATE_BUCKETS,
  folder: true,
  form: { widget: 'date' },
  formats: { date: { accepts: isDate, message: 'errors.invalidDate' } },
  cell: (value, _, { words }) => words.date(String(value)),
  exact: 'day',
  example: (_, { seed }) => exampleDay(seed),
  broken: ['2024-02-30', 'errors.invalidDate'],
};
