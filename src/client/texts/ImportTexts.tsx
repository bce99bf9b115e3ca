// Export and import of texts as a JSON file: the site's own texts, or all texts. An import shows its changes before it applies them.

import { type ChangeEvent, useRef, useState } from 'react';
import type { SiteTexts, TextChanges } from 'src/client/texts/useSiteTexts.ts';
import { keepFile } from 'src/client/exchange/keepFile.ts';
import { Button } from 'src/client/ui/Button.tsx';
import { Dialog } from 'src/client/ui/Dialog.tsx';
import { useMessages } from 'src/client/ui/declaredMessages.ts';
import { useClient } from 'src/client/useClient.ts';
import { isRecord } from 'src/base/isRecord.ts';
import { messageFault } from 'src/model/text/messageFault.ts';

type Texts = Readonly<Record<string, string>>;

/** Undefined for what is no export of this page. */
const importedTexts = (file: string): Texts | undefined => {
  try {
    const read: unknown = JSON.parse(file);
    return isRecord(read) && Object.values(read).every((each) => typeof each === 'string')
      ? (read as Texts)
      : undefined;
  } catch {
    return undefined;
  }
};

interface PartProps {
  readonly texts: SiteTexts;
  readonly language: string;
}

const ImportPreview = ({ texts, given, close }: PartProps & { readonly given: Texts; readonly close: () => void }) => {
  const messages = useMessages();
  const { intl } = useClient();
  const now = texts.known?.texts ?? {};
  const changed = Object.entries(given).filter(([key, text]) => (now[key] ?? intl.shippedText(key)) !== text);
  const faultOf = (key: string, text: string): string | undefined => {
    const shipped = intl.shippedText(key);
    if (shipped === undefined) return messages.format('errors.invalidChoice');
    const fault = messageFault(text, shipped);
    return fault && messages.format(fault.message, fault.params as Record<string, string>);
  };
  const faults = changed.flatMap(([key, text]) => {
    const fault = faultOf(key, text);
    return fault === undefined ? [] : [messages.format('texts.importFault', { key, fault })];
  });
  const apply = (): void =>
    void texts.save(Object.fromEntries(changed) satisfies TextChanges).then((isDone) => isDone && close());
  return (
    <Dialog
      open
      size="wide"
      title={messages.format('texts.importTitle')}
      onClose={close}
      footer={
        <>
          <Button onClick={close}>{messages.format('app.cancel')}</Button>
          <Button intent="primary" variant="solid" disabled={changed.length === 0 || faults.length > 0} onClick={apply}>
            {messages.format('texts.importApply', { count: changed.length })}
          </Button>
        </>
      }
    >
      {changed.length === 0 && <p>{messages.format('texts.importNone')}</p>}
      {faults.map((fault) => (
        <p key={fault} className="kk-error">
          {fault}
        </p>
      ))}
      <ul className="kk-plain-list">
        {changed.map(([key, text]) => (
          <li key={key} className="kk-text-row">
            <code>{key}</code>
            <del dir="auto">{now[key] ?? intl.shippedText(key)}</del>
            <ins dir="auto">{text}</ins>
          </li>
        ))}
      </ul>
    </Dialog>
  );
};

export const TextFiles = ({ texts, language }: PartProps) => {
  const messages = useMessages();
  const { alerts, intl } = useClient();
  const input = useRef<HTMLInputElement>(null);
  const [given, setGiven] = useState<Texts>();
  const own = texts.known?.texts ?? {};
  // Source texts of the translation.
  const shipped = Object.fromEntries(intl.ids.map((id) => [id, intl.shippedText(id) ?? '']));
  const download = (content: Texts): void => {
    const blob = new Blob([JSON.stringify(content, undefined, 2)], { type: 'application/json' });
    keepFile(blob, `texts.${language}.json`);
  };
  const read = async ({ target }: ChangeEvent<HTMLInputElement>): Promise<void> => {
    const [file] = target.files ?? [];
    if (!file) return;
    const found = importedTexts(await file.text());
    target.value = '';
    if (found) setGiven(found);
    else alerts.warn('texts.importUnreadable');
  };
  return (
    <span className="kk-row">
      <Button size="small" icon="export" onClick={() => download(own)}>
        {messages.format('texts.export')}
      </Button>
      <Button size="small" icon="export" onClick={() => download({ ...shipped, ...own })}>
        {messages.format('texts.exportAll')}
      </Button>
      <Button size="small" icon="import" onClick={() => input.current?.click()}>
        {messages.format('texts.import')}
      </Button>
      <input
        ref={input}
        type="file"
        accept="application/json"
        hidden
        aria-label={messages.format('texts.import')}
        onChange={(event) => void read(event)}
      />
      {given && <ImportPreview texts={texts} language={language} given={given} close={() => setGiven(undefined)} />}
    </span>
  );
};
