// Value of a number in a workbook, by the number format of its cell.

import type { NumberFormat } from 'src/server/sheets/numberFormat.ts';
import type { SheetValue } from 'src/server/sheets/Sheet.ts';

const SECONDS_OF_DAY = 86_400;
/** Day 0 of the two date systems of Excel. */
const DAY_0 = { 1900: Date.UTC(1899, 11, 30), 1904: Date.UTC(1904, 0, 1) } as const;
/** Excel counts 29 February 1900, which did not exist. */
const FALSE_LEAP_DAY = 60;
/** Last day that Excel knows, 9999-12-31. */
const LAST_SERIAL = 2_958_465;
const SHOWN_DIGITS = 15;

export type DateSystem = keyof typeof DAY_0;

const ISO_LENGTH = { year: 4, month: 7, day: 10 } as const;
const TIME_LENGTH = { from: 11, minutes: 16, seconds: 19 } as const;

/** Returns the ISO text of a moment, as Excel counts it. */
const isoMoment = (serial: number, system: DateSystem): string => {
  const seconds = Math.round(serial * SECONDS_OF_DAY);
  const isBeforeLeapDay = system === 1900 && serial < FALSE_LEAP_DAY;
  const shift = isBeforeLeapDay ? SECONDS_OF_DAY : 0;
  return new Date(DAY_0[system] + (seconds + shift) * 1_000).toISOString().slice(0, TIME_LENGTH.seconds);
};

const clockTime = (moment: string): string =>
  moment.slice(TIME_LENGTH.from, moment.endsWith(':00') ? TIME_LENGTH.minutes : TIME_LENGTH.seconds);

const dateValue = (serial: number, { day, hasTime }: NumberFormat, system: DateSystem): SheetValue => {
  const moment = isoMoment(serial, system);
  if (!day) return clockTime(moment);
  const isLeapDay = system === 1900 && Math.floor(serial) === FALSE_LEAP_DAY;
  if (isLeapDay) return '1900-02-29';
  const isMidnight = moment.endsWith('T00:00:00');
  return { date: hasTime && !isMidnight ? moment : moment.slice(0, ISO_LENGTH[day]) };
};

/** Integers with more digits than a number can have stay texts. Other numbers have the 15 digits that Excel shows. */
export const plainNumber = (text: string): SheetValue => {
  const value = Number(text);
  if (text.trim() === '' || !Number.isFinite(value)) return text;
  if (/^-?\d+$/u.test(text)) return text.replace('-', '').length > SHOWN_DIGITS ? text : value;
  return Number(value.toPrecision(SHOWN_DIGITS));
};

export const numberCell = (text: string, format: NumberFormat | undefined, system: DateSystem): SheetValue => {
  const value = plainNumber(text);
  if (typeof value !== 'number' || !format) return value;
  const isDate = (format.day !== undefined || format.hasTime) && value >= 0 && value <= LAST_SERIAL;
  if (isDate) return dateValue(value, format, system);
  const isPadded = format.digits > 0 && Number.isInteger(value) && value >= 0;
  return isPadded ? String(value).padStart(format.digits, '0') : value;
};
