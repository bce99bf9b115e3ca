// The languages of a form: add, remove, choose the default, and translate the texts that lack one.

import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import { Button, useMessages } from 'src/client/extend.ts';
import { useFormEditing } from 'src/domain/geokeeper/formEditor/editorContext.client.ts';
import { CheckRow, SelectRow, EditorTextRow } from 'src/domain/geokeeper/formEditor/editorRows.client.tsx';
import { formTextKeys, textShown } from 'src/domain/geokeeper/formEditor/formEdits.ts';
import {
  formTexts,
  canonicalTag,
  untranslated,
  withLanguage,
  withoutLanguage,
  withTranslation,
} from 'src/domain/geokeeper/formEditor/formTexts.ts';

const TEXTS_SHOWN = 100;

const NewLanguage = observer(() => {
  const { edited, form } = useFormEditing();
  const messages = useMessages();
  const [typed, setTyped] = useState('');
  const tag = canonicalTag(typed);
  const isKnown = tag !== undefined && form.languages.includes(tag);
  const add = (): void => {
    if (tag === undefined || isKnown) return;
    edited.change(withLanguage(form, tag));
    setTyped('');
  };
  return (
    <div className="kk-fe-rows">
      <EditorTextRow
        label={messages.format('formEditor.newLanguage')}
        help={tag === undefined ? messages.format('formEditor.languageHelp') : messages.language(tag)}
        value={typed}
        set={setTyped}
      />
      <p className="kk-fe-tools">
        <Button icon="plus" disabled={tag === undefined || isKnown} onClick={add}>
          {messages.format('formEditor.addLanguage')}
        </Button>
      </p>
    </div>
  );
});

const LanguageRow = observer(({ tag }: { readonly tag: string }) => {
  const { edited, form } = useFormEditing();
  const messages = useMessages();
  const name = messages.language(tag);
  const isDefault = form.defaultLanguage === tag;
  return (
    <li className="kk-fe-language">
      <span className="kk-fill">
        {name} <code>{tag}</code>
        <span className="kk-soft">
          {' '}
          {messages.format('formEditor.untranslatedCount', { count: untranslated(form, tag).length })}
        </span>
      </span>
      {isDefault ? (
        <b>{messages.format('formEditor.defaultLanguage')}</b>
      ) : (
        <Button size="small" onClick={() => edited.change({ ...form, defaultLanguage: tag })}>
          {messages.format('formEditor.makeDefault', { name })}
        </Button>
      )}
      {form.languages.length > 1 && (
        <Button size="small" icon="trash" onClick={() => edited.change(withoutLanguage(form, tag))}>
          {messages.format('formEditor.removeLanguage', { name })}
        </Button>
      )}
    </li>
  );
});

/** The texts of one language next to those of the default language. */
const Translations = observer(() => {
  const { edited, form } = useFormEditing();
  const messages = useMessages();
  const others = formTextKeys(form).slice(1);
  const [chosen, setChosen] = useState<string>();
  const [isAll, setAll] = useState(false);
  const [most, setMost] = useState(TEXTS_SHOWN);
  const key = chosen !== undefined && others.includes(chosen) ? chosen : others[0];
  const [shown, setShown] = useState<ReadonlySet<string>>(new Set());
  if (key === undefined) return null;
  const missing = new Set(untranslated(form, key).map((each) => each.key));
  // A text that is translated now stays until the list is chosen again, so that the input keeps the focus.
  const texts = formTexts(form).filter((each) => isAll || missing.has(each.key) || shown.has(each.key));
  const again = (change: () => void): void => {
    change();
    setShown(new Set());
  };
  return (
    <>
      <h3>{messages.format('formEditor.translations')}</h3>
      <div className="kk-fe-rows">
        <SelectRow
          label={messages.format('formEditor.translateInto')}
          value={key}
          choices={others.map((each) => [each, messages.language(each)])}
          set={(next) => again(() => setChosen(next))}
        />
        <CheckRow
          label={messages.format('formEditor.allTexts')}
          checked={isAll}
          set={(next) => again(() => setAll(next))}
        />
        {texts.slice(0, most).map(({ key: id, owner, text }) => (
          <EditorTextRow
            key={id}
            multiline
            label={textShown(form, text) || id}
            language={key}
            value={text[key] ?? ''}
            set={(value) => {
              setShown((before) => new Set([...before, id]));
              edited.change(withTranslation(form, owner, [key, value]), { as: `translation ${id}` });
            }}
          />
        ))}
      </div>
      {texts.length === 0 && <p className="kk-soft">{messages.format('formEditor.allTranslated')}</p>}
      {texts.length > most && (
        <Button size="small" onClick={() => setMost(most + TEXTS_SHOWN)}>
          {messages.format('formEditor.moreTexts', { count: texts.length - most })}
        </Button>
      )}
    </>
  );
});

export const LanguagesView = observer(() => {
  const { form } = useFormEditing();
  const messages = useMessages();
  return (
    <section className="kk-fe-view" aria-label={messages.format('formEditor.views.languages')}>
      <ul className="kk-plain-list">
        {form.languages.map((tag) => (
          <LanguageRow key={tag} tag={tag} />
        ))}
      </ul>
      <NewLanguage />
      <Translations />
    </section>
  );
});
