// Reads dates of cells in the order of day, month and year that the person states. A date that can mean several days is refused without one.

import { checkedDate } from 'src/model/kinds/approximateDate/checkedDate.ts';
import { readTypedDate } from 'src/model/kinds/approximateDate/readTypedDate.ts';
import { isUnclear } from 'src/model/kinds/approximateDate/unclearDate.ts';
import { isDate } from 'src/model/kinds/date/dateCodec.ts';
import type { CellReader } from 'src/model/kinds/KindCodec.ts';
import type { Kind } from 'src/model/kinds/Kind.ts';
import type { DateOrder } from 'src/model/schema/ImportKind.ts';
import { instantOf } from 'src/model/calendar/instantOf.ts';

const IN_NUMBERS = /^(\d{1,4})\s?[./-]\s?(\d{1,2})\s?[./-]\s?(\d{1,4})$/;
const DAY_AND_TIME = /^(\S+?)(?:[T ,]+(\d{1,2}:\d\d)(:\d\d(?:\.\d+)?)?)?$/;
const WITH_ZONE = /(?:Z|[+-]\d\d:\d\d)$/;
const FULL_YEAR = 4;

export interface DateReading {
  readonly order: DateOrder | undefined;
  readonly reader: CellReader;
  readonly timeZone: string;
}

/** The stored form of a date, or the message of the reason why there is none. */
export type ReadDate = { readonly value: string } | { readonly message: string };

const AMBIGUOUS: ReadDate = { message: 'import.ambiguousDate' };
const NO_DATE: ReadDate = { message: 'import.notADate' };
const OTHER_ORDER: ReadDate = { message: 'import.otherDateOrder' };

const DAY_ORDERS: readonly DateOrder[] = ['DMY', 'MDY'];
const PART_ORDERS = { DMY: [2, 1, 0], MDY: [2, 0, 1], YMD: [0, 1, 2] } as const;

const dayOfParts = (parts: readonly string[], order: DateOrder): string | undefined => {
  const [year = '', month = '', day = ''] = PART_ORDERS[order].map((at) => parts[at] ?? '');
  const text = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  return year.length === FULL_YEAR && isDate(text) ? text : undefined;
};

/** Returns undefined for a text that is not three numbers. */
const dateInNumbers = (text: string, order: DateOrder | undefined): ReadDate | undefined => {
  const [, ...parts] = IN_NUMBERS.exec(text) ?? [];
  if (parts.length === 0) return undefined;
  const isYearFirst = parts[0]?.length === FULL_YEAR;
  const orders: readonly DateOrder[] = isYearFirst ? ['YMD'] : order ? [order] : DAY_ORDERS;
  const days = new Set(orders.flatMap((each) => dayOfParts(parts, each) ?? []));
  const [value] = days;
  if (days.size > 1) return AMBIGUOUS;
  if (value !== undefined) return { value };
  return DAY_ORDERS.some((each) => dayOfParts(parts, each) !== undefined) ? OTHER_ORDER : NO_DATE;
};

const readDay = (text: string, { order, reader }: DateReading): ReadDate => {
  if (isDate(text)) return { value: text };
  const inNumbers = dateInNumbers(text, order);
  if (inNumbers) return inNumbers;
  const typed = readTypedDate(text, reader);
  return typed !== undefined && isDate(typed) ? { value: typed } : NO_DATE;
};

const momentOfCell = (text: string, reading: DateReading): ReadDate => {
  if (WITH_ZONE.test(text) && !Number.isNaN(Date.parse(text))) return { value: text };
  const [, day = text, time = '00:00'] = DAY_AND_TIME.exec(text) ?? [];
  const read = readDay(day, reading);
  if ('message' in read) return read;
  const instant = instantOf(read.value, time.padStart(5, '0'), reading.timeZone);
  return instant ? { value: instant.toISOString() } : NO_DATE;
};

/** Reads dates that may be uncertain as forms do. A stated order makes numbers clear: `1910-12` is a month where years come first. */
const periodOfCell = (text: string, { order, reader }: DateReading): ReadDate => {
  if (order === 'YMD' && checkedDate(text)) return { value: text };
  const inNumbers = dateInNumbers(text, order);
  if (inNumbers && 'value' in inNumbers) return inNumbers;
  if (inNumbers && order !== undefined) return inNumbers;
  if (inNumbers === AMBIGUOUS || isUnclear(text)) return AMBIGUOUS;
  const value = readTypedDate(text, reader);
  return value === undefined ? NO_DATE : { value };
};

/** Returns undefined for a kind without days. */
export const readDateCell = (text: string, { time }: Kind, reading: DateReading): ReadDate | undefined => {
  switch (time) {
    case 'day':
      return readDay(text, reading);
    case 'moment':
      return momentOfCell(text, reading);
    case 'period':
      return periodOfCell(text, reading);
    default:
      return undefined;
  }
};
