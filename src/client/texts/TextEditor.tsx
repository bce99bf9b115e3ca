// One text while it is changed: what is written, how it reads with sample values, and where it cannot be read.

import { TextArea } from '@blueprintjs/core';
import { type FormEvent, useEffect, useId, useState } from 'react';
import { createIntl } from 'react-intl';
import { Button } from 'src/client/ui/Button.tsx';
import { useMessages } from 'src/client/ui/declaredMessages.ts';
import { useClient } from 'src/client/useClient.ts';
import { messageFault, sampleValues } from 'src/model/text/messageFault.ts';

/** One and several: a plural reads differently. */
const EXAMPLE_COUNTS = [1, 3] as const;

/** Each way in which the message can read; a language that the browser does not know reads as English does. */
const readings = (text: string, language: string): readonly string[] => {
  const locale = Intl.getCanonicalLocales(language)[0] ?? 'en';
  const intl = createIntl({ locale, messages: { text }, onError: () => undefined });
  const now = new Date();
  return [
    ...new Set(
      EXAMPLE_COUNTS.map((count) =>
        String(intl.formatMessage({ id: 'text' }, sampleValues(text, count, now) as Record<string, string>)),
      ),
    ),
  ];
};

interface TextEditorProps {
  readonly id: string;
  readonly shipped: string;
  readonly text: string;
  readonly language: string;
  /** Null for the shipped text. */
  readonly save: (text: string | null) => Promise<boolean>;
  readonly close: () => void;
}

/** The page says it as it is written, as far as it can be read. */
const useInPlace = (key: string, text: string, isShown: boolean): void => {
  const { intl } = useClient();
  useEffect(() => {
    if (isShown) intl.tryOut({ [key]: text });
  }, [intl, key, text, isShown]);
  useEffect(() => () => intl.tryOut(undefined), [intl]);
};

export const TextEditor = ({ id: key, shipped, text: given, language, save, close }: TextEditorProps) => {
  const messages = useMessages();
  const { intl } = useClient();
  const id = useId();
  const [text, setText] = useState(given);
  const fault = messageFault(text, shipped);
  const isPageLanguage = language === intl.locale;
  useInPlace(key, text, isPageLanguage && fault === undefined);
  const send = (next: string | null): void => void save(next).then((isDone) => isDone && close());
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (!fault) send(text);
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Escape of the field inside
    <form className="kk-stack" onSubmit={submit} onKeyDown={(event) => event.key === 'Escape' && close()}>
      <label htmlFor={id} className="kk-unseen">
        {messages.format('texts.text')}
      </label>
      <TextArea
        id={id}
        fill
        autoResize
        dir="auto"
        lang={language}
        value={text}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- opened by the person to type here
        autoFocus
        aria-invalid={fault !== undefined}
        aria-describedby={`${id}-reads`}
        onChange={(event) => setText(event.target.value)}
      />
      <div id={`${id}-reads`} aria-live="polite">
        {fault ? (
          <p className="kk-error">{messages.format(fault.message, fault.params as Record<string, string>)}</p>
        ) : (
          <>
            <p className="kk-soft">{messages.format('texts.preview')}</p>
            {readings(text, language).map((reading) => (
              <p key={reading} dir="auto" lang={language}>
                {reading}
              </p>
            ))}
          </>
        )}
      </div>
      {isPageLanguage && <p className="kk-soft">{messages.format('texts.inPlace')}</p>}
      <p className="kk-row">
        <Button type="submit" variant="solid" intent="primary" size="small" disabled={fault !== undefined}>
          {messages.format('cells.save')}
        </Button>
        <Button size="small" onClick={() => send(null)}>
          {messages.format('texts.reset')}
        </Button>
        <Button size="small" onClick={close}>
          {messages.format('app.cancel')}
        </Button>
      </p>
    </form>
  );
};
