// Dates and moments as the page writes them, in the language and the zone of whoever asks. Each row of an export has several, so what the
// zone's clocks show is looked up once a day and not once a moment.

export interface DateWords {
  /** `2024-08-05` gives `05-Aug-2024`, `1931-03` gives `March 1931`. */
  date(value: string): string;
  /** A moment, with its time in the zone of whoever asks. */
  moment(value: string): string;
  /** Returns a date whose UTC parts are what clocks in that zone show at the moment; undefined for what is no moment. */
  localTime(value: string): Date | undefined;
}

const DATE = /^(\d{4})(?:-(\d{2})(?:-(\d{2}))?)?$/;
const FALLBACK = 'en';
const DAY_MS = 86_400_000;

const canFormat = (language: string): boolean => {
  try {
    return Intl.DateTimeFormat.supportedLocalesOf(language).length > 0;
  } catch {
    return false;
  }
};

/** A moment moved so that its UTC parts are what clocks in the zone show then. */
const clocksOf = (zone: string): ((at: number) => number) => {
  const parts = new Intl.DateTimeFormat('en', {
    ...{ timeZone: zone, calendar: 'gregory', hourCycle: 'h23', year: 'numeric', month: 'numeric', day: 'numeric' },
    ...{ hour: 'numeric', minute: 'numeric', second: 'numeric' },
  });
  const shownAt = (at: number): number => {
    const found = new Map(parts.formatToParts(at).map(({ type, value }) => [type, Number(value)]));
    const part = (type: Intl.DateTimeFormatPartTypes): number => found.get(type) ?? 0;
    return Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'), part('second'));
  };
  const offsetAt = (at: number): number => shownAt(at) - at;
  /** By day, for those whose beginning and end agree; on the others clocks were changed. */
  const offsets = new Map<number, number | undefined>();
  return (at) => {
    const day = Math.floor(at / DAY_MS);
    if (!offsets.has(day)) {
      const [first, last] = [offsetAt(day * DAY_MS), offsetAt((day + 1) * DAY_MS)];
      offsets.set(day, first === last ? first : undefined);
    }
    const offset = offsets.get(day);
    return offset === undefined ? shownAt(Math.floor(at / 1000) * 1000) : at + offset;
  };
};

const twoDigits = (value: number): string => String(value).padStart(2, '0');

export const dateWords = (language: string, zone: string): DateWords => {
  const locale = canFormat(language) ? language : FALLBACK;
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
    date: (value) => {
      const [, year, inYear, day] = DATE.exec(value) ?? [];
      if (year === undefined) return value;
      if (inYear === undefined) return year;
      if (day === undefined) return longMonth.format(Date.UTC(Number(year), Number(inYear) - 1, 15));
      return dayText(day, Number(inYear), year);
    },
    moment: (value) => {
      const shown = localTime(value);
      if (!shown) return value;
      const day = dayText(twoDigits(shown.getUTCDate()), shown.getUTCMonth() + 1, shown.getUTCFullYear());
      return `${day} ${twoDigits(shown.getUTCHours())}:${twoDigits(shown.getUTCMinutes())}`;
    },
  };
};
