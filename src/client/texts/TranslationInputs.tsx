// A short text in several languages while it is typed: one box for each language that it has, and more on demand.

import { HTMLSelect, InputGroup } from '@blueprintjs/core';
import { useId } from 'react';
import { LANGUAGES } from 'src/client/intl/languages.ts';
import 'src/client/texts/texts.css';
import { useMessages } from 'src/client/ui/declaredMessages.ts';

export type Translations = Readonly<Record<string, string>>;

/** Only what says something, as it is stored. */
export const filledTranslations = (t: Translations): Translations =>
  Object.fromEntries(
    Object.entries(t)
      .map(([locale, text]) => [locale, text.trim().normalize('NFC')] as const)
      .filter(([, text]) => text !== ''),
  );

interface TranslationInputsProps {
  readonly value: Translations;
  readonly onChange: (value: Translations) => void;
  readonly maxLength?: number;
}

export const TranslationInputs = ({ value, onChange, maxLength }: TranslationInputsProps) => {
  const messages = useMessages();
  const id = useId();
  const locales = [...new Set([...Object.keys(value), messages.intl.locale])];
  return (
    <div className="kk-translations">
      {locales.map((locale, at) => (
        <div key={locale}>
          <label htmlFor={`${id}-${locale}`}>{messages.language(locale)}</label>
          <InputGroup
            id={`${id}-${locale}`}
            lang={locale}
            dir="auto"
            value={value[locale] ?? ''}
            {...(maxLength !== undefined && { maxLength })}
            // oxlint-disable-next-line jsx-a11y/no-autofocus -- opened by the person to type here
            autoFocus={at === 0}
            onChange={(event) => onChange({ ...value, [locale]: event.target.value })}
          />
        </div>
      ))}
      <HTMLSelect
        value=""
        aria-label={messages.format('valueLists.language')}
        onChange={(event) => onChange({ ...value, [event.target.value]: '' })}
      >
        <option value="">{messages.format('forms.anotherLanguage')}</option>
        {LANGUAGES.filter((locale) => !locales.includes(locale)).map((locale) => (
          <option key={locale} value={locale}>
            {messages.language(locale)}
          </option>
        ))}
      </HTMLSelect>
    </div>
  );
};
