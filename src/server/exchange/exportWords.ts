// The words of an export in the language of whoever asks for it: texts of the site over the shipped ones, and dates as the page writes them.

import { readableName } from 'src/model/text/readableName.ts';
import type { Services } from 'src/server/context.ts';
import { dateWords, type DateWords } from 'src/server/exchange/exportDates.ts';
import { formatMessage } from 'src/server/mail/composeLetter.ts';
import { localeOverrides } from 'src/server/store/accounts/localeOverrides.ts';
import type { LetterValues } from 'src/server/store/mail/mailRows.ts';

export interface ExportWords extends DateWords {
  readonly language: string;
  /** Undefined where there is no such message. */
  find(id: string): string | undefined;
  format(id: string, values?: LetterValues): string;
  /** `types.{type}.enum.{path}.{key}` and other declared words, or a plain reading of the key. */
  named(id: string, key: string): string;
  property(type: string, path: string): string;
}

const FALLBACK = 'en';

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
