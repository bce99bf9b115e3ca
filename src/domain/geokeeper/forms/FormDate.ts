// Dates and date-times within expressions, in the time zone of the organization.

import { ExpressionError } from 'src/domain/geokeeper/forms/expressionTokens.ts';

const FORM_MINUTE_MS = 60_000;
export const MS_OF_DAY = 86_400_000;

/** A day, or a moment with the offset of its time zone. */
export class FormDate {
  /** Milliseconds since 1970 on the local clock. */
  readonly local: number;
  /** Minutes that the local clock is ahead of UTC. */
  readonly offset: number;
  readonly withTime: boolean;

  constructor(local: number, offset: number, withTime: boolean) {
    this.local = withTime ? local : Math.floor(local / MS_OF_DAY) * MS_OF_DAY;
    this.offset = offset;
    this.withTime = withTime;
  }

  /** Milliseconds since 1970 in UTC. */
  get instant(): number {
    return this.local - this.offset * FORM_MINUTE_MS;
  }

  /** Days since 1970 on the local clock. A day is a whole number. */
  get days(): number {
    return this.local / MS_OF_DAY;
  }

  toString(): string {
    const text = new Date(this.local).toISOString();
    return this.withTime ? `${text.slice(0, -1)}${offsetText(this.offset)}` : text.slice(0, 10);
  }
}

const offsetText = (offset: number): string => {
  const minutes = Math.abs(offset);
  const two = (value: number): string => String(value).padStart(2, '0');
  return `${offset < 0 ? '-' : '+'}${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
};

const formFormats = new Map<string, Intl.DateTimeFormat>();

/** Returns the minutes that a time zone is ahead of UTC at an instant. An unknown zone counts as UTC. */
export const zoneOffset = (zone: string, instant: number): number => {
  let format = formFormats.get(zone);
  if (!format) {
    try {
      format = new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'longOffset' });
    } catch {
      return 0;
    }
    formFormats.set(zone, format);
  }
  const name = format.formatToParts(instant).find(({ type }) => type === 'timeZoneName')?.value ?? '';
  const [, sign, hours, minutes] = /GMT([+-])(\d{2}):(\d{2})/.exec(name) ?? [];
  return (sign === '-' ? -1 : 1) * (Number(hours ?? 0) * 60 + Number(minutes ?? 0));
};

export const formDateOf = (instant: number, zone: string, withTime: boolean): FormDate => {
  const offset = zoneOffset(zone, instant);
  return new FormDate(instant + offset * FORM_MINUTE_MS, offset, withTime);
};

/** Returns the date of a local clock, whose offset the time zone gives. */
const localDate = (local: number, zone: string, withTime: boolean): FormDate => {
  const guess = zoneOffset(zone, local);
  return new FormDate(local, zoneOffset(zone, local - guess * FORM_MINUTE_MS), withTime);
};

export const formDayOf = (days: number, zone: string): FormDate => localDate(Math.trunc(days) * MS_OF_DAY, zone, false);

const PATTERN =
  /^(\d{4})-(\d{1,2})-(\d{1,2})(?:[T ](\d{2}):(\d{2})(?::(\d{2})(?:\.(\d{1,9}))?)?\s*(Z|[+-]\d{2}(?::?\d{2})?)?)?$/;

const formOffsetOf = (text: string): number => {
  if (text === 'Z') return 0;
  const [, sign, hours, minutes] = /^([+-])(\d{2}):?(\d{2})?$/.exec(text) ?? [];
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes ?? 0));
};

/** Reads an ISO date with or without a time. Returns undefined for another text and for a day that does not exist. */
export const readFormDate = (text: string, zone: string): FormDate | undefined => {
  const match = PATTERN.exec(text.trim());
  if (!match) return undefined;
  const [year, month, day, hour, minute, second] = match.slice(1, 7).map((part) => Number(part ?? 0)) as [
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  const midnight = Date.UTC(year, month - 1, day);
  const date = new Date(midnight);
  if (date.getUTCMonth() !== month - 1 || date.getUTCDate() !== day || year < 100) return undefined;
  if (match[4] === undefined) return localDate(midnight, zone, false);
  if (hour > 24 || minute > 59 || second > 59) return undefined;
  const fraction = Math.trunc(Number(`0.${match[7] ?? 0}`) * 1000 + 1e-6);
  const local = midnight + ((hour * 60 + minute) * 60 + second) * 1000 + fraction;
  if (match[8] === undefined) return localDate(local, zone, true);
  const instant = local - formOffsetOf(match[8]) * FORM_MINUTE_MS;
  return formDateOf(instant, zone, true);
};

const FORM_TIME_OF_DAY =
  /^([01]\d|2[0-3]):([0-5]\d)(?::([0-5]\d)(?:\.(\d{1,9}))?)?\s*(Z|[+-](?:[01]\d|2[0-3])(?::?[0-5]\d)?)?$/;

/** Returns true for a time answer such as `14:30:00.000+02:00`. */
export const isTimeOfDay = (text: string): boolean => FORM_TIME_OF_DAY.test(text.trim());

/** Returns the minutes to add to a time with an offset. A time that was recorded in the other half of the year keeps its clock time. */
const minutesToZone = (offset: string | undefined, zone: string, now: number): number => {
  if (offset === undefined) return 0;
  const year = new Date(now).getUTCFullYear();
  const offsets = [0, 6].map((month) => zoneOffset(zone, Date.UTC(year, month)));
  return offsets.includes(formOffsetOf(offset)) ? 0 : zoneOffset(zone, now) - formOffsetOf(offset);
};

/** Returns the local time of a time answer such as `14:30:00.000+02:00` as part of a day. Returns undefined for a time that does not exist. */
export const partOfDay = (text: string, zone: string, now: number): number | undefined => {
  const [, hour, minute, second, fraction, offset] = FORM_TIME_OF_DAY.exec(text.trim()) ?? [];
  if (hour === undefined) return undefined;
  const minutes = Number(hour) * 60 + Number(minute) + minutesToZone(offset, zone, now);
  const minuteOfDay = ((minutes % 1440) + 1440) % 1440;
  return (minuteOfDay * 60 + Number(second ?? 0) + Number(`0.${fraction ?? 0}`)) / 86_400;
};

const formNames = (kind: 'month' | 'weekday', language: string, local: number): string => {
  try {
    return new Intl.DateTimeFormat(language, { [kind]: 'short', timeZone: 'UTC' }).format(local);
  } catch {
    return new Intl.DateTimeFormat('en', { [kind]: 'short', timeZone: 'UTC' }).format(local);
  }
};

/** Writes a date with the letters of `format-date`: %Y %y %m %n %b %d %e %H %h %M %S %3 %a %W %Z. */
export const writeFormDate = (date: FormDate, format: string, language: string): string => {
  const day = new Date(date.local);
  const two = (value: number): string => String(value).padStart(2, '0');
  const letters: Readonly<Record<string, () => string>> = {
    '%': () => '%',
    Y: () => String(day.getUTCFullYear()).padStart(4, '0'),
    y: () => two(day.getUTCFullYear() % 100),
    m: () => two(day.getUTCMonth() + 1),
    n: () => String(day.getUTCMonth() + 1),
    b: () => formNames('month', language, date.local),
    d: () => two(day.getUTCDate()),
    e: () => String(day.getUTCDate()),
    H: () => two(day.getUTCHours()),
    h: () => String(day.getUTCHours()),
    M: () => two(day.getUTCMinutes()),
    S: () => two(day.getUTCSeconds()),
    '3': () => String(day.getUTCMilliseconds()).padStart(3, '0'),
    a: () => formNames('weekday', language, date.local),
    W: () => String(weekOfYear(day)),
    Z: () => offsetText(date.offset),
  };
  return format.replaceAll(/%(.?)/gs, (_, letter: string) => {
    const write = letters[letter];
    if (!write) throw new ExpressionError('syntax', `“%${letter}” is not a part of a date.`);
    return write();
  });
};

/** Returns the ISO week. */
const weekOfYear = (day: Date): number => {
  const thursday = new Date(day);
  thursday.setUTCDate(day.getUTCDate() + 4 - (day.getUTCDay() || 7));
  return Math.ceil(((thursday.getTime() - Date.UTC(thursday.getUTCFullYear(), 0, 1)) / MS_OF_DAY + 1) / 7);
};
