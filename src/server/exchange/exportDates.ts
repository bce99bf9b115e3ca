// Formats dates and instants as the page does, in the language and time zone of the asker. Each row of an export has several, so the zone's
// offset is looked up once per day.

import { DAY_MS } from 'src/base/dayMs.ts';
import { offsetAt } from 'src/model/calendar/instantOf.ts';

export interface ExportDates {
  /** Returns `05-Aug-2024` for `2024-08-05` and `March 1931` for `1931-03`, with `as` in place of the year. */
  date(value: string, as?: string): string;
  /** Formats an instant with its time in the asker's zone. */
  moment(value: string): string;
  /** Returns a date whose UTC parts are the local time at the instant; undefined for invalid text. */
  localTime(value: string): Date | undefined;
}

const DATE = /^(\d{4})(?:-(\d{2})(?:-(\d{2}))?)?$/;
const FALLBACK_LOCALE = 'en';

const canFormat = (language: string): boolean => {
  try {
    return Intl.DateTimeFormat.supportedLocalesOf(language).length > 0;
  } catch {
    return false;
  }
};

/** Shifts an instant so that its UTC parts are the local time. */
const clocksOf = (zone: string): ((at: number) => number) => {
  /** Offsets of days without a clock change. */
  const offsets = new Map<number, number | undefined>();
  return (at) => {
    const day = Math.floor(at / DAY_MS);
    if (!offsets.has(day)) {
      const [first, last] = [day, day + 1].map((each) => offsetAt(zone, each * DAY_MS));
      offsets.set(day, first === last ? first : undefined);
    }
    const offset = offsets.get(day);
    const second = Math.floor(at / 1000) * 1000;
    return offset === undefined ? second + offsetAt(zone, second) : at + offset;
  };
};

const padTwo = (value: number): string => String(value).padStart(2, '0');

export const dateWords = (language: string, zone: string): ExportDates => {
  const locale = canFormat(language) ? language : FALLBACK_LOCALE;
  const month = new Intl.DateTimeFormat(locale, { month: 'short', timeZone: 'UTC' });
  const longMonth = new Intl.DateTimeFormat(locale, { month: 'long', year: 'numeric', timeZone: 'UTC' });
  const names = Array.from({ length: 12 }, (_, at) => month.format(Date.UTC(2000, at, 15)).replace('.', ''));
  const inZone = clocksOf(zone);
  const localTime = (value: string): Date | undefined => {
    const at = Date.parse(value);
    return Number.isNaN(at) ? undefined : new Date(inZone(at));
  };
  const dayText = (day: string, inYear: number, year: string | number): string =>
    `${day}-${names[inYear - 1] ?? inYear}-${year}`;
  return {
    localTime,
    date: (value, as) => {
      const [, year, inYear, day] = DATE.exec(value) ?? [];
      if (year === undefined) return value;
      if (inYear === undefined) return as ?? year;
      if (day !== undefined) return dayText(day, Number(inYear), as ?? year);
      return longMonth
        .formatToParts(Date.UTC(Number(year), Number(inYear) - 1, 15))
        .map((part) => (part.type === 'year' ? (as ?? part.value) : part.value))
        .join('');
    },
    moment: (value) => {
      const local = localTime(value);
      if (!local) return value;
      const day = dayText(padTwo(local.getUTCDate()), local.getUTCMonth() + 1, local.getUTCFullYear());
      return `${day} ${padTwo(local.getUTCHours())}:${padTwo(local.getUTCMinutes())}`;
    },
  };
};
