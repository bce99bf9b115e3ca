// The control of one question on the page of a record. It is the control of the field page, so the same conditions hold. The change waits with
// the other unsaved edits of the page.

import { useEffect, useId, useMemo, useRef } from 'react';
import { Button, useClient, useMessages } from 'src/client/extend.ts';
import 'src/client/extendMessages.ts';
import { compileForm } from 'src/domain/geokeeper/forms/compileForm.ts';
import type { AnswerValue, FieldForm, QuestionType } from 'src/domain/geokeeper/forms/FieldFormModel.ts';
import { openSession } from 'src/domain/geokeeper/forms/openSession.ts';
import { FormViewProvider, type FormViewSettings } from 'src/domain/geokeeper/formView/formViewContext.client.ts';
import { QuestionView } from 'src/domain/geokeeper/formView/questionView.client.tsx';
import type { AnswerRow } from 'src/domain/geokeeper/review/answerRows.ts';
import { editedRecord } from 'src/domain/geokeeper/review/editedRecord.client.ts';
import { isEditableState } from 'src/domain/geokeeper/review/fieldDataType.ts';
import type { FieldDataEdits } from 'src/domain/geokeeper/review/FieldDataEdits.client.ts';
import { reviewAnswersOf } from 'src/domain/geokeeper/review/recordAnswers.client.ts';
import type { Item, Json } from 'src/model/item/Item.ts';
import 'src/domain/geokeeper/formView/fieldForm.css';

const EDITABLE_TYPES: ReadonlySet<QuestionType> = new Set([
  ...(['text', 'integer', 'decimal', 'range', 'date', 'time', 'dateTime', 'barcode', 'acknowledge'] as const),
  ...(['selectOne', 'selectMany', 'rank', 'point', 'line', 'area'] as const),
]);

/** Returns true for answers with a control here. Files are changed on the form of the item, and lists in files are on the devices only. */
export const isEditable = (form: FieldForm | undefined, { question }: AnswerRow, item: Item): boolean => {
  if (!form || !question || !EDITABLE_TYPES.has(question.type) || question.readOnly === true) return false;
  if (!isEditableState(item['state'])) return false;
  const { list } = question;
  return list === undefined || list.startsWith('${') || 'choices' in (form.lists[list] ?? {});
};

interface AnswerEditorProps {
  readonly item: Item;
  readonly form: FieldForm;
  readonly path: string;
  readonly edits: FieldDataEdits;
  readonly done: () => void;
}

/** Opens the record with the unsaved answers of the page. */
const useEditedSession = ({ item, form, edits }: AnswerEditorProps) => {
  const { intl } = useClient();
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  return useMemo(() => {
    const options = { answers: reviewAnswersOf(item), now: () => new Date(), timeZone, language: intl.locale };
    const session = openSession(compileForm(form), options);
    for (const [path, value] of Object.entries(edits.of(item.$id)?.answers ?? {}))
      if (session.node(path)?.role === 'question')
        session.set(path, value === null ? undefined : (value as AnswerValue));
    return session;
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- later edits of other answers open no other session
  }, [form, item, intl.locale]);
};

export const AnswerEditor = (props: AnswerEditorProps) => {
  const { item, path, edits, done } = props;
  const messages = useMessages();
  const session = useEditedSession(props);
  const idPrefix = `${useId()}/`;
  const host = useRef<HTMLDivElement>(null);
  useEffect(() => host.current?.querySelector<HTMLElement>('input, select, textarea, button')?.focus(), []);
  useEffect(
    () =>
      session.subscribe(() => {
        const value = session.node(path)?.value;
        edits.change(item.$id, { answers: { [path]: (value ?? null) as Json } }, editedRecord(item));
      }),
    [session, path, edits, item],
  );
  const settings = useMemo(
    (): FormViewSettings => ({
      ...{ session, files: undefined, unfinished: undefined, readOnly: false, showProblems: true, idPrefix },
      mediaUrl: () => undefined,
    }),
    [session, idPrefix],
  );
  return (
    <FormViewProvider value={settings}>
      <div ref={host} className="kk-questions kk-answer-editor" lang={session.language}>
        <QuestionView path={path} />
        <Button size="small" icon="tick" onClick={done}>
          {messages.format('fieldReview.placeDone')}
        </Button>
      </div>
    </FormViewProvider>
  );
};
