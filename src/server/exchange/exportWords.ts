// The words of an export in the language of whoever asks for it: texts of the site over the shipped ones, and dates as the page writes them.

import { readableName } from 'src/model/text/readableName.ts';
import type { Services } from 'src/server/context.ts';
import { formatMessage } from 'src/server/mail/composeLetter.ts';
import { localeOverrides } from 'src/server/store/accounts/localeOverrides.ts';
import type { LetterValues } from 'src/server/store/mail/mailRows.ts';

export interface ExportWords {
  readonly language: string;
  /** Undefined where there is no such message. */
  find(id: string): string | undefined;
  format(id: string, values?: LetterValues): string;
  /** `types.{type}.enum.{path}.{key}` and other declared words, or a plain reading of the key. */
  named(id: string, key: string): string;
  property(type: string, path: string): string;
  /** `2024-08-05` gives `05-Aug-2024`, `1931-03` gives `March 1931`. */
  date(value: string): string;
  /** A moment, with its time in the zone of whoever asks. */
  moment(value: string): string;
}

const DATE = /^(\d{4})(?:-(\d{2})(?:-(\d{2}))?)?$/;
const FALLBACK = 'en';

const canFormat = (language: string): boolean => {
  try {
    return Intl.DateTimeFormat.supportedLocalesOf(language).length > 0;
  } catch {
    return false;
  }
};

interface DateWords {
  readonly date: (value: string) => string;
  readonly moment: (value: string) => string;
}

const dateWords = (language: string, zone: string): DateWords => {
  const locale = canFormat(language) ? language : FALLBACK;
  const month = new Intl.DateTimeFormat(locale, { month: 'short', timeZone: 'UTC' });
  const longMonth = new Intl.DateTimeFormat(locale, { month: 'long', year: 'numeric', timeZone: 'UTC' });
  const parts = new Intl.DateTimeFormat('en', {
    ...{ timeZone: zone, hourCycle: 'h23', year: 'numeric', month: 'numeric' },
    ...{ day: '2-digit', hour: '2-digit', minute: '2-digit' },
  });
  const names = Array.from({ length: 12 }, (_, at) => month.format(Date.UTC(2000, at, 15)).replace('.', ''));
  return {
    date: (value) => {
      const [, year, inYear, day] = DATE.exec(value) ?? [];
      if (year === undefined) return value;
      if (inYear === undefined) return year;
      if (day === undefined) return longMonth.format(Date.UTC(Number(year), Number(inYear) - 1, 15));
      return `${day}-${names[Number(inYear) - 1] ?? inYear}-${year}`;
    },
    moment: (value) => {
      const at = new Date(value);
      if (Number.isNaN(at.getTime())) return value;
      const found = Object.fromEntries(parts.formatToParts(at).map((part) => [part.type, part.value]));
      const { day = '', month: inYear = '1', year = '', hour = '', minute = '' } = found;
      return `${day}-${names[Number(inYear) - 1] ?? inYear}-${year} ${hour}:${minute}`;
    },
  };
};

export const isZone = (zone: string): boolean => {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
};

export const exportWords = async (
  { database, messages }: Pick<Services, 'database' | 'messages'>,
  { language = FALLBACK, zone = 'UTC' }: { readonly language?: string | undefined; readonly zone?: string | undefined },
): Promise<ExportWords> => {
  const overrides = await localeOverrides(database, language);
  const source = { shipped: messages, overrides };
  const known = new Map<string, string>();
  const withoutValues = (id: string): string => {
    const text = known.get(id) ?? formatMessage(id, source, { language, values: {} });
    known.set(id, text);
    return text;
  };
  const format = (id: string, values?: LetterValues): string =>
    values ? formatMessage(id, source, { language, values }) : withoutValues(id);
  const find = (id: string): string | undefined => (Object.hasOwn(messages, id) ? withoutValues(id) : undefined);
  return {
    language,
    find,
    format,
    named: (id, key) => find(id) ?? readableName(key),
    property: (type, path) => find(`types.${type}.props.${path}`) ?? readableName(path),
    ...dateWords(language, zone),
  };
};
