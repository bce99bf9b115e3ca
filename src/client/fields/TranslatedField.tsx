// One text in several languages: an input per language, and a way to add one. Any language tag is allowed; the reader's own comes first.

import { HTMLSelect, InputGroup, TextArea } from '@blueprintjs/core';
import type { FieldProps } from '@rjsf/utils';
import { useId, useRef, useState } from 'react';
import { FormattedMessage } from 'react-intl';
import { useField, type FieldControl } from 'src/client/fields/useField.ts';
import { isObject } from 'src/client/fields/rules/FormProblem.ts';
import { controlAria, useFieldState } from 'src/client/fields/session/FieldState.ts';
import { Button, IconButton } from 'src/client/ui/Button.tsx';
import { LANGUAGES, LANGUAGE_TAG } from 'src/client/intl/languages.ts';
import { useMessages } from 'src/client/ui/declaredMessages.ts';

const OTHER_TAG = 'other';
const LONG_TEXT_LENGTH = 120;

const translationsIn = (field: FieldControl): Readonly<Record<string, string>> =>
  isObject(field.value)
    ? Object.fromEntries(Object.entries(field.value).map(([locale, text]) => [locale, String(text ?? '')]))
    : {};

interface OneProps {
  readonly field: FieldControl;
  readonly locale: string;
  readonly text: string;
  readonly inputId: string;
  readonly onText: (text: string) => void;
  readonly onRemove: (() => void) | undefined;
}

const OneLanguage = ({ field, locale, text, inputId, onText, onRemove }: OneProps) => {
  const messages = useMessages();
  const state = useFieldState();
  const name = messages.language(locale);
  const shared = {
    id: inputId,
    lang: locale,
    dir: 'auto',
    value: text,
    disabled: field.disabled,
    fill: true,
    'aria-labelledby': `${state.labelId} ${inputId}__language`,
    ...controlAria(state),
    onChange: (event: { readonly target: { readonly value: string } }) => onText(event.target.value),
    onBlur: field.leave,
  } as const;
  const isLong =
    (field.property.maxLength ?? 0) > LONG_TEXT_LENGTH * 4 || text.length > LONG_TEXT_LENGTH || text.includes('\n');
  return (
    <div className="kf-language-row">
      <label id={`${inputId}__language`} htmlFor={inputId} className="kf-language-name">
        {name}
      </label>
      {isLong ? <TextArea {...shared} autoResize className="kf-textarea" /> : <InputGroup {...shared} />}
      {onRemove && <IconButton icon="cross" label={messages.format('forms.remove', { name })} onClick={onRemove} />}
    </div>
  );
};

const AddLanguage = ({
  used,
  onAdd,
}: {
  readonly used: readonly string[];
  readonly onAdd: (locale: string) => void;
}) => {
  const messages = useMessages();
  const { label } = useFieldState();
  const id = useId();
  const [picked, setPicked] = useState('');
  const [tag, setTag] = useState('');
  const wanted = picked === OTHER_TAG ? tag.trim() : picked;
  const isTag = LANGUAGE_TAG.test(wanted) && !used.includes(wanted);
  const add = (): void => {
    if (!isTag) return;
    onAdd(wanted);
    setPicked('');
    setTag('');
  };
  return (
    <div className="kf-language-add">
      <HTMLSelect
        value={picked}
        onChange={(event) => setPicked(event.target.value)}
        aria-label={messages.format('forms.languageFor', { name: label })}
      >
        <option value="">{messages.format('forms.anotherLanguage')}</option>
        {LANGUAGES.filter((locale) => !used.includes(locale)).map((locale) => (
          <option key={locale} value={locale}>
            {messages.language(locale)}
          </option>
        ))}
        <option value={OTHER_TAG}>{messages.format('forms.languageByTag')}</option>
      </HTMLSelect>
      {picked === OTHER_TAG && (
        <>
          <InputGroup
            id={id}
            value={tag}
            dir="ltr"
            onChange={(event) => setTag(event.target.value)}
            aria-label={messages.format('forms.languageTag')}
            aria-describedby={`${id}-help`}
            autoComplete="off"
            spellCheck={false}
          />
          <span id={`${id}-help`} className="kf-help">
            <FormattedMessage id="forms.languageTagHelp" />
          </span>
        </>
      )}
      {picked !== '' && (
        <Button icon="plus" disabled={!isTag} onClick={add}>
          <FormattedMessage id="forms.addLanguage" />
        </Button>
      )}
    </div>
  );
};

export const TranslatedField = (props: FieldProps) => {
  const field = useField(props);
  const { intl } = useMessages();
  const texts = translationsIn(field);
  const [opened, setOpened] = useState<readonly string[]>([]);
  const box = useRef<HTMLDivElement>(null);
  const own = intl.locale.split('-')[0] ?? 'en';
  const locales = [...new Set([...(Object.keys(texts).length === 0 ? [own] : []), ...Object.keys(texts), ...opened])];
  const write = (locale: string, text: string): void => {
    setOpened((before) => [...new Set([...before, locale])]);
    const next = Object.fromEntries(Object.entries({ ...texts, [locale]: text }).filter(([, one]) => one !== ''));
    field.set(Object.keys(next).length === 0 ? undefined : next);
  };
  const remove = (locale: string): void => {
    write(locale, '');
    setOpened((before) => before.filter((one) => one !== locale));
    requestAnimationFrame(() => box.current?.querySelector<HTMLElement>('input, textarea, select')?.focus());
  };
  const add = (locale: string): void => {
    setOpened([...opened, locale]);
    requestAnimationFrame(() => document.getElementById(`${field.id}/${locale}`)?.focus());
  };
  return (
    <div className="kf-translated" ref={box} id={field.id}>
      {locales.map((locale) => (
        <OneLanguage
          key={locale}
          field={field}
          locale={locale}
          text={texts[locale] ?? ''}
          inputId={`${field.id}/${locale}`}
          onText={(text) => write(locale, text)}
          onRemove={locales.length > 1 && !field.disabled ? () => remove(locale) : undefined}
        />
      ))}
      {!field.disabled && <AddLanguage used={locales} onAdd={add} />}
    </div>
  );
};
