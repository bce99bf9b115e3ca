// All texts of the interface, which a site can replace with its own words: the declared screen with the view
// `systemTexts`. Unchanged texts stay as shipped; every open page shows a change at once.

import { Checkbox, HTMLSelect, InputGroup } from '@blueprintjs/core';
import { observer } from 'mobx-react-lite';
import { useId, useRef, useState } from 'react';
import { CellHead } from 'src/client/navigation/CellHead.tsx';
import { useColumn } from 'src/client/navigation/ColumnContext.ts';
import type { ScreenViewProps } from 'src/client/ClientDomain.ts';
import { LANGUAGES } from 'src/client/intl/languages.ts';
import 'src/client/intl/laterMessages.ts';
import 'src/client/people/people.css';
import { TextFiles } from 'src/client/texts/ImportTexts.tsx';
import { TextEditor } from 'src/client/texts/TextEditor.tsx';
import 'src/client/texts/texts.css';
import { type SiteTexts, type TextEvent, useSiteTexts } from 'src/client/texts/useSiteTexts.ts';
import { Button } from 'src/client/ui/Button.tsx';
import { BandFailed, ListFailed } from 'src/client/navigation/ListFailed.tsx';
import { Loading } from 'src/client/ui/Loading.tsx';
import { Empty } from 'src/client/ui/Notice.tsx';
import { formatDate } from 'src/client/ui/dates.ts';
import { useMessages } from 'src/client/ui/declaredMessages.ts';
import { useClient } from 'src/client/useClient.ts';
import { foldText } from 'src/model/text/foldText.ts';

const TEXTS_STEP = 50;

interface RowProps {
  readonly id: string;
  readonly texts: SiteTexts;
  readonly language: string;
}

const TextRow = observer(({ id, texts, language }: RowProps) => {
  const messages = useMessages();
  const { intl } = useClient();
  const [open, setOpen] = useState(false);
  const row = useRef<HTMLLIElement>(null);
  const close = (): void => {
    setOpen(false);
    // The button that opened the editor returns with the next frame.
    requestAnimationFrame(() => row.current?.querySelector('button')?.focus());
  };
  const shipped = intl.shippedText(id) ?? '';
  const own = texts.known?.texts[id];
  return (
    <li ref={row} className="kk-text-row">
      <div className="kk-row">
        <code className="kk-fill">{id}</code>
        {own !== undefined && <span className="kk-soft">{messages.format('texts.changed')}</span>}
        {!open && (
          <Button size="small" onClick={() => setOpen(true)}>
            <span>
              {messages.format('texts.change')} <span className="kk-unseen">{id}</span>
            </span>
          </Button>
        )}
      </div>
      {own !== undefined && (
        <p className="kk-soft" lang="en">
          {messages.format('texts.shipped')}
          {': '}
          {shipped}
        </p>
      )}
      {open ? (
        <TextEditor
          id={id}
          shipped={shipped}
          text={own ?? shipped}
          language={language}
          save={(text) => texts.save({ [id]: text })}
          close={close}
        />
      ) : (
        <p dir="auto">{own ?? shipped}</p>
      )}
    </li>
  );
});

const History = ({ events }: { readonly events: readonly TextEvent[] }) => {
  const messages = useMessages();
  const standard = messages.format('texts.wasShipped');
  return (
    <details>
      <summary>{messages.format('texts.history')}</summary>
      <ul className="kk-plain-list">
        {events.map(({ key, before, after, at, name }) => (
          <li key={`${at}/${key}`} className="kk-text-row">
            <span className="kk-soft">
              {messages.format('texts.historyLine', { name, when: formatDate(messages.intl, at, true) })}
            </span>
            <code>{key}</code>
            <del dir="auto">{before ?? standard}</del>
            <ins dir="auto">{after ?? standard}</ins>
          </li>
        ))}
      </ul>
    </details>
  );
};

const Texts = observer(({ language }: { readonly language: string }) => {
  const messages = useMessages();
  const { intl } = useClient();
  const id = useId();
  const texts = useSiteTexts(language);
  const [typed, setTyped] = useState('');
  const [changed, setChanged] = useState(false);
  const [shown, setShown] = useState(TEXTS_STEP);
  if (texts.failure !== undefined && !texts.known)
    return <ListFailed failure={texts.failure} again={() => void texts.load()} />;
  if (!texts.known) return <Loading />;
  const own = texts.known.texts;
  const wanted = foldText(typed);
  const fits = (key: string): boolean =>
    (!changed || own[key] !== undefined) &&
    foldText(`${key} ${intl.shippedText(key) ?? ''} ${own[key] ?? ''}`).includes(wanted);
  const found = intl.ids.filter(fits);
  return (
    <>
      {texts.failure !== undefined && <BandFailed message="texts.failed" again={() => void texts.load()} />}
      <div>
        <label htmlFor={id}>{messages.format('texts.find')}</label>
        <InputGroup id={id} type="search" value={typed} onChange={(event) => setTyped(event.target.value)} />
      </div>
      <div className="kk-row kk-text-tools">
        <Checkbox
          checked={changed}
          label={messages.format('texts.onlyChanged')}
          onChange={() => setChanged(!changed)}
        />
        <p role="status" className="kk-soft kk-fill">
          {messages.format('texts.count', { count: found.length })}
        </p>
        <TextFiles texts={texts} language={language} />
      </div>
      <History events={texts.known.history} />
      {found.length === 0 && <Empty icon="search" title={messages.format('texts.count', { count: 0 })} />}
      <ul className="kk-plain-list">
        {found.slice(0, shown).map((key) => (
          <TextRow key={key} id={key} texts={texts} language={language} />
        ))}
      </ul>
      {found.length > shown && (
        <p>
          <Button onClick={() => setShown(shown + TEXTS_STEP)}>{messages.format('app.showMore')}</Button>
        </p>
      )}
    </>
  );
});

export const SystemTextView = observer(({ screen, param }: ScreenViewProps) => {
  const { navigation, intl } = useClient();
  const messages = useMessages();
  const column = useColumn();
  const id = useId();
  const language = param ?? intl.locale;
  return (
    <>
      <CellHead title={messages.screen(screen.path)} />
      <div className="kk-cell-scroll">
        <div className="kk-cell-body kk-stack">
          <div>
            <label htmlFor={id}>{messages.format('texts.language')}</label>
            <HTMLSelect
              id={id}
              fill
              value={language}
              onChange={(event) => navigation.setParam(column, event.target.value)}
            >
              {[...new Set([...LANGUAGES, language])].map((tag) => (
                <option key={tag} value={tag}>
                  {messages.language(tag)}
                </option>
              ))}
            </HTMLSelect>
          </div>
          <Texts key={language} language={language} />
        </div>
      </div>
    </>
  );
});
