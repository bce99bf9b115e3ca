// Texts of an export in the asker's language: texts of the site and shipped ones, and dates as the page formats them. Instants use the
// requested time zone, or that of the site.

import { IntlMessageFormat } from 'intl-messageformat';
import { readableName } from 'src/model/text/readableName.ts';
import type { ExchangeNeeds } from 'src/server/exchange/ExchangeNeeds.ts';
import { dateWords, type ExportDates } from 'src/server/exchange/exportDates.ts';
import { formatMessage } from 'src/server/mail/composeEmail.ts';
import { localeOverrides } from 'src/server/store/accounts/localeOverrides.ts';
import type { MailValues } from 'src/server/store/mail/mailRows.ts';

export interface ExportWords extends ExportDates {
  readonly language: string;
  /** Returns undefined for an unknown message. */
  find(id: string, values?: MailValues): string | undefined;
  format(id: string, values?: MailValues): string;
  /** Returns declared texts such as `types.{type}.enum.{path}.{key}`, or a readable form of the key. */
  named(id: string, key: string): string;
  property(type: string, path: string): string;
}

const FALLBACK_LANGUAGE = 'en';
const WITHOUT_TAGS = { ignoreTag: true };

interface WordSources extends Pick<ExchangeNeeds, 'messages'> {
  /** Texts of the site, by message id. */
  readonly overrides: Readonly<Record<string, string>>;
  readonly language: string;
  readonly zone: string;
}

export const exportWordsFrom = ({ messages, overrides, language, zone }: WordSources): ExportWords => {
  const source = { shipped: messages, overrides };
  const known = new Map<string, string>();
  const withoutValues = (id: string): string => {
    const text = known.get(id) ?? formatMessage(id, source, { language, values: {} });
    known.set(id, text);
    return text;
  };
  const parsed = new Map<string, IntlMessageFormat>();
  const withValues = (id: string, values: MailValues): string => {
    try {
      const own = overrides[id];
      const known =
        parsed.get(id) ??
        new IntlMessageFormat(own ?? messages[id] ?? '', own ? language : FALLBACK_LANGUAGE, undefined, WITHOUT_TAGS);
      parsed.set(id, known);
      return String(known.format(values));
    } catch {
      return formatMessage(id, source, { language, values });
    }
  };
  const format = (id: string, values?: MailValues): string => (values ? withValues(id, values) : withoutValues(id));
  const find = (id: string, values?: MailValues): string | undefined =>
    Object.hasOwn(messages, id) ? format(id, values) : undefined;
  return {
    language,
    find,
    format,
    named: (id, key) => find(id) ?? readableName(key),
    property: (type, path) => find(`types.${type}.props.${path}`) ?? readableName(path),
    ...dateWords(language, zone),
  };
};

export const exportWords = async (
  { database, messages, timeZone }: Pick<ExchangeNeeds, 'database' | 'messages' | 'timeZone'>,
  {
    language = FALLBACK_LANGUAGE,
    zone = timeZone,
  }: { readonly language?: string | undefined; readonly zone?: string | undefined },
): Promise<ExportWords> =>
  exportWordsFrom({ messages, language, zone, overrides: await localeOverrides(database, language) });
