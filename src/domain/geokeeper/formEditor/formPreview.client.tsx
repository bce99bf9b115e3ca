// A form as phones show it, to try out. Answers stay while the form changes, as far as their questions stay.

import { observer } from 'mobx-react-lite';
import { type ReactNode, useEffect, useMemo, useState } from 'react';
import { Button, useClient, useMessages } from 'src/client/extend.ts';
import { hrefOf } from 'src/client/extendMedia.ts';
import { fieldRowsOf } from 'src/domain/geokeeper/forms/listRows.client.ts';
import { previewAnswers } from 'src/domain/geokeeper/formEditor/previewAnswers.ts';
import { FieldFormView } from 'src/domain/geokeeper/formView/FieldFormView.client.tsx';
import { compileForm } from 'src/domain/geokeeper/forms/compileForm.ts';
import type { FieldForm, FormAnswers } from 'src/domain/geokeeper/forms/FieldFormModel.ts';
import type { FormLists, FormSession } from 'src/domain/geokeeper/forms/fillSession.ts';
import { openSession } from 'src/domain/geokeeper/forms/openSession.ts';
import type { Item } from 'src/model/item/Item.ts';

/** Milliseconds without a change after which the preview follows. */
const PREVIEW_PAUSE = 300;

/** Returns a value as it was before the changes of the last moment. */
const useSettled = <Value,>(value: Value, pause: number): Value => {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), pause);
    return () => clearTimeout(timer);
  }, [value, pause]);
  return settled;
};

const listFileNames = (form: FieldForm): readonly string[] =>
  Object.values(form.lists).flatMap((list) => ('file' in list && list.file !== '' ? [list.file] : []));

const loadPreviewLists = async (addresses: Readonly<Record<string, string>>): Promise<FormLists> => {
  const lists = await Promise.all(
    Object.entries(addresses).map(async ([name, address]) => {
      const answer = await fetch(address);
      return answer.ok ? [[name, await fieldRowsOf(name, await answer.text())] as const] : [];
    }),
  );
  return Object.fromEntries(lists.flat());
};

/** Loads the tables of the files that the form names as lists. */
const usePreviewLists = (form: FieldForm, media: Readonly<Record<string, string>>): FormLists | undefined => {
  const [lists, setLists] = useState<FormLists>();
  const key = JSON.stringify(
    Object.fromEntries(listFileNames(form).flatMap((name) => (media[name] === undefined ? [] : [[name, media[name]]]))),
  );
  useEffect(() => {
    let isLeft = false;
    if (key !== '{}')
      void loadPreviewLists(JSON.parse(key) as Record<string, string>).then(
        (loaded) => !isLeft && setLists(loaded),
        () => undefined,
      );
    return () => {
      isLeft = true;
    };
  }, [key]);
  return lists;
};

interface PreviewState {
  readonly form: FieldForm;
  readonly session: FormSession;
  /** A person has answered something, so that defaults are not computed again. */
  readonly isAnswered: boolean;
}

const openPreview = (
  form: FieldForm,
  more: {
    readonly answers?: FormAnswers | undefined;
    readonly language?: string;
    readonly userName?: string | undefined;
  },
): FormSession =>
  openSession(compileForm(form), {
    now: () => new Date(),
    timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    ...more,
    language: more.language ?? form.defaultLanguage,
  });

const followed = ({ form: before, session, isAnswered }: PreviewState, form: FieldForm): PreviewState => {
  const wasAnswered = isAnswered || session.revision > 0;
  const answers = wasAnswered ? previewAnswers(before, form, session.answers({ all: true })) : undefined;
  const { language } = session;
  return { form, session: openPreview(form, { answers, language }), isAnswered: wasAnswered };
};

/** Returns the addresses of the files of a form by their names. Observable. */
export const useFormMedia = (item: Item): Readonly<Record<string, string>> => {
  const { items } = useClient();
  const ids = Array.isArray(item['media']) ? item['media'] : [];
  return Object.fromEntries(
    ids.flatMap((id): readonly (readonly [string, string])[] => {
      const loaded = typeof id === 'string' ? items.get(id) : undefined;
      return loaded?.state === 'ready' ? [[String(loaded.item['originalName'] ?? ''), hrefOf(loaded.item)]] : [];
    }),
  );
};

interface FormPreviewProps {
  readonly item: Item;
  readonly form: FieldForm;
  /** Shown above the form, such as the number of a version. */
  readonly title: string;
  readonly children?: ReactNode;
}

export const FormPreview = observer(({ item, form, title, children }: FormPreviewProps) => {
  const { session: user } = useClient();
  const messages = useMessages();
  const settled = useSettled(form, PREVIEW_PAUSE);
  const [showsProblems, setShowsProblems] = useState(false);
  const open = (): PreviewState => ({
    form: settled,
    session: openPreview(settled, { userName: user.user?.name }),
    isAnswered: false,
  });
  const [preview, setPreview] = useState(open);
  if (preview.form !== settled) setPreview(followed(preview, settled));
  const addresses = JSON.stringify(useFormMedia(item));
  const media = useMemo(() => JSON.parse(addresses) as Record<string, string>, [addresses]);
  const lists = usePreviewLists(settled, media);
  const { session } = preview;
  useEffect(() => {
    if (lists) session.setLists(lists);
  }, [session, lists]);
  return (
    <section className="kk-fe-preview" aria-label={title}>
      <div className="kk-fe-panel-head">
        <h3 className="kk-fill">{title}</h3>
        {children}
        <Button
          size="small"
          active={showsProblems}
          aria-pressed={showsProblems}
          onClick={() => setShowsProblems(!showsProblems)}
        >
          {messages.format('formEditor.tryFinish')}
        </Button>
        <Button size="small" icon="reset" onClick={() => setPreview(open())}>
          {messages.format('formEditor.startAgain')}
        </Button>
      </div>
      {settled.questions.length === 0 ? (
        <p className="kk-soft">{messages.format('formEditor.noQuestions')}</p>
      ) : (
        <FieldFormView {...{ session, media }} showProblems={showsProblems} chooseLanguage />
      )}
    </section>
  );
});
