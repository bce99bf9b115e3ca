// One text while it is changed: what is written, how it reads with sample values, and where it cannot be read.

import { observer } from 'mobx-react-lite';
import { useEffect, useRef, useState } from 'react';
import { createIntl } from 'react-intl';
import { ValuesModel } from 'src/client/fields/session/FormModel.ts';
import type { FormField } from 'src/client/forms/fieldForm.ts';
import { ValuesForm } from 'src/client/forms/ValuesForm.tsx';
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
  /** Null for the original text. */
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

interface PreviewProps {
  readonly text: string;
  readonly language: string;
}

const Preview = ({ text, language }: PreviewProps) => {
  const messages = useMessages();
  return (
    <>
      <p className="kk-soft">{messages.format('texts.preview')}</p>
      {readings(text, language).map((reading) => (
        <p key={reading} dir="auto" lang={language}>
          {reading}
        </p>
      ))}
    </>
  );
};

export const TextEditor = observer(({ id: key, shipped, text: initial, language, save, close }: TextEditorProps) => {
  const messages = useMessages();
  const { intl } = useClient();
  const [model] = useState(() => new ValuesModel({ text: initial }));
  const box = useRef<HTMLDivElement>(null);
  const text = String(model.values['text'] ?? '');
  const isReadable = text.trim() !== '' && messageFault(text, shipped) === undefined;
  const isPageLanguage = language === intl.locale;
  useInPlace(key, text, isPageLanguage && isReadable);
  useEffect(() => box.current?.querySelector('textarea')?.focus(), []);
  const send = async (next: string | null): Promise<void> => {
    if (await save(next)) close();
  };
  const fields: readonly FormField[] = [
    {
      ...{ name: 'text', label: 'texts.text', kind: 'longText', required: true, language },
      fault: (typed) => messageFault(String(typed), shipped),
    },
  ];
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- Escape of the field inside
    <div ref={box} onKeyDown={(event) => event.key === 'Escape' && close()}>
      <ValuesForm
        model={model}
        fields={fields}
        submit={(answers) => send(String(answers['text']))}
        buttons={
          <>
            <div aria-live="polite">{isReadable && <Preview text={text} language={language} />}</div>
            {isPageLanguage && <p className="kk-soft">{messages.format('texts.inPlace')}</p>}
            <p className="kk-row">
              <Button type="submit" variant="solid" intent="primary" size="small" loading={model.busy}>
                {messages.format('cells.save')}
              </Button>
              <Button size="small" disabled={model.busy} onClick={() => void model.submit(() => send(null))}>
                {messages.format('texts.reset')}
              </Button>
              <Button size="small" onClick={close}>
                {messages.format('app.cancel')}
              </Button>
            </p>
          </>
        }
      />
    </div>
  );
});
