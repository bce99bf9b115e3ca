// Parts of item pages: a form leads to its editor, and a program without a usable form says that nothing can be recorded.

import { observer } from 'mobx-react-lite';
import { Band, Button, useAnswer, useClient, useMessages, type PagePartProps } from 'src/client/extend.ts';
import { EDITED_TYPE } from 'src/domain/geokeeper/formEditor/editedTypes.ts';
import 'src/domain/geokeeper/pageMessages/formEditorMessages.client.ts';

const FORMS_READ = 50;

const publishedVersion = (value: unknown): number => (typeof value === 'number' ? value : 0);

/** Leads from the page of a form to its questions, and says whether phones have it. */
export const FormStartPart = observer(({ item, goTo }: PagePartProps) => {
  const { items } = useClient();
  const messages = useMessages();
  const mayUpdate = items.may(item.$id, 'update');
  const version = publishedVersion(item['version']);
  const isOnPhones = version > 0 && item['state'] === 'ACTIVE';
  const text = version === 0 ? 'formEditor.notPublished' : isOnPhones ? 'formEditor.onPhones' : 'formEditor.notActive';
  return (
    <Band
      tone={isOnPhones ? 'success' : 'info'}
      actions={
        <Button size="small" icon="form" onClick={() => goTo('formEditor')}>
          {messages.format(mayUpdate ? 'formEditor.editQuestions' : 'formEditor.showQuestions')}
        </Button>
      }
    >
      {messages.format(text, { version })}
    </Band>
  );
});

/** Warns on the page of a program that has no published, active form. */
export const MissingFormsPart = observer(({ item }: PagePartProps) => {
  const { items } = useClient();
  const messages = useMessages();
  const { answer } = useAnswer(
    { must: { _t: [EDITED_TYPE], program: [item.$id], state: ['ACTIVE'] }, max: FORMS_READ },
    [EDITED_TYPE],
  );
  if (!answer) return null;
  const forms = answer.ids.map((id) => items.get(id));
  const isUsable = forms.some(
    (form) => form.state === 'loading' || (form.state === 'ready' && publishedVersion(form.item['version']) > 0),
  );
  if (isUsable || answer.total > FORMS_READ) return null;
  return <Band tone="warning">{messages.format('formEditor.programWithoutForm')}</Band>;
});
