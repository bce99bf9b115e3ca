// The dialog that publishes a form: the changes since the last version, by question, and the problems that prevent publication.

import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import { Band, Button, Dialog, failureText, useClient, useMessages, type ItemDraft } from 'src/client/extend.ts';
import { useSave } from 'src/client/extendForms.ts';
import { useFormEditing } from 'src/domain/geokeeper/formEditor/editorContext.client.ts';
import { CheckRow } from 'src/domain/geokeeper/formEditor/editorRows.client.tsx';
import { formDifferences, type QuestionDifference } from 'src/domain/geokeeper/formEditor/formDifferences.ts';
import { textShown } from 'src/domain/geokeeper/formEditor/formEdits.ts';
import { ProblemLinks } from 'src/domain/geokeeper/formEditor/problemLinks.client.tsx';
import { useFormVersions } from 'src/domain/geokeeper/formEditor/useFormVersions.client.ts';
import type { FieldForm } from 'src/domain/geokeeper/forms/FieldFormModel.ts';

const PUBLISHED_STATE = 'ACTIVE';

const DifferenceLine = ({ difference }: { readonly difference: QuestionDifference }) => {
  const { form } = useFormEditing();
  const messages = useMessages();
  const { kind, question, members } = difference;
  const names = members.map((member) => messages.find(`formEditor.members.${member}`) ?? member).join(', ');
  return (
    <li>
      <b>{messages.format(`formEditor.difference.${kind}`)}</b>{' '}
      <bdi>{textShown(form, question.label) || question.name}</bdi>
      {names !== '' && <span className="kk-soft"> {names}</span>}
    </li>
  );
};

const Differences = ({ before }: { readonly before: FieldForm }) => {
  const { form } = useFormEditing();
  const messages = useMessages();
  const { questions, lists, settings } = formDifferences(before, form);
  if (questions.length + lists.length + settings.length === 0)
    return <p className="kk-soft">{messages.format('formEditor.noDifferences')}</p>;
  const settingNames = settings.map((name) => messages.find(`formEditor.members.${name}`) ?? name).join(', ');
  return (
    <ul className="kk-fe-differences">
      {questions.map((each) => (
        <DifferenceLine key={`${each.kind} ${each.name}`} difference={each} />
      ))}
      {lists.length > 0 && <li>{messages.format('formEditor.difference.lists', { names: lists.join(', ') })}</li>}
      {settings.length > 0 && <li>{messages.format('formEditor.difference.settings', { names: settingNames })}</li>}
    </ul>
  );
};

/** Saves the draft, publishes the saved form, and returns the number of the version; undefined when the draft was not saved. */
const usePublish = (draft: ItemDraft) => {
  const { connection } = useClient();
  const { item } = useFormEditing();
  const save = useSave(draft);
  return async (activates: boolean): Promise<number | undefined> => {
    if (activates) draft.set({ ...draft.values, state: PUBLISHED_STATE });
    if (draft.dirty && (!(await save()) || draft.dirty)) return undefined;
    const { version } = await connection.send('act/publishFieldForm', { _t: item._t, _i: item._i });
    return version;
  };
};

interface PublishFormProps {
  readonly draft: ItemDraft;
  readonly close: () => void;
}

export const PublishForm = observer(({ draft, close }: PublishFormProps) => {
  const { alerts } = useClient();
  const { item, form, problems } = useFormEditing();
  const messages = useMessages();
  const { versions } = useFormVersions(item.$id, 1);
  const publish = usePublish(draft);
  const isInactive = draft.values['state'] !== PUBLISHED_STATE;
  const [activates, setActivates] = useState(true);
  const [isBusy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<string>();
  const errors = problems.filter(({ level }) => level === 'error');
  const [last] = versions ?? [];
  const run = async (): Promise<void> => {
    setBusy(true);
    setRefusal(undefined);
    try {
      const version = await publish(isInactive && activates);
      if (version === undefined) setRefusal(messages.format('formEditor.notSaved'));
      else {
        alerts.info('formEditor.published', { version });
        close();
      }
    } catch (error) {
      setRefusal(failureText(messages, error));
    } finally {
      setBusy(false);
    }
  };
  const isReady = versions !== undefined && errors.length === 0 && form.questions.length > 0;
  return (
    <Dialog
      open
      size="wide"
      title={messages.format('formEditor.publishTitle')}
      onClose={close}
      footer={
        <>
          <Button onClick={close}>{messages.format('app.cancel')}</Button>
          <Button variant="solid" intent="primary" disabled={!isReady} loading={isBusy} onClick={() => void run()}>
            {messages.format(draft.dirty ? 'formEditor.saveAndPublish' : 'formEditor.publish')}
          </Button>
        </>
      }
    >
      <div className="kk-stack">
        {refusal !== undefined && (
          <div role="alert">
            <Band tone="danger">{refusal}</Band>
          </div>
        )}
        {errors.length > 0 && (
          <>
            <Band tone="danger">{messages.format('formEditor.mustCorrect', { count: errors.length })}</Band>
            <ProblemLinks problems={errors} followed={close} />
          </>
        )}
        {form.questions.length === 0 && <Band tone="warning">{messages.format('formEditor.noQuestions')}</Band>}
        <h3>
          {messages.format(last ? 'formEditor.differences' : 'formEditor.firstVersion', {
            version: last?.version ?? 0,
          })}
        </h3>
        {last?.form && <Differences before={last.form} />}
        {isInactive && (
          <CheckRow label={messages.format('formEditor.activate')} checked={activates} set={setActivates} />
        )}
        <p className="kk-soft">{messages.format('formEditor.publishHelp')}</p>
      </div>
    </Dialog>
  );
});
