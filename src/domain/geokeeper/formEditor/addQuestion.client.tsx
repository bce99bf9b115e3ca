// The dialog that adds a question: the types in groups, each with an icon and a line that explains it.

import { observer } from 'mobx-react-lite';
import { Button, Dialog, Icon, useMessages } from 'src/client/extend.ts';
import { useFormEditing } from 'src/domain/geokeeper/formEditor/editorContext.client.ts';
import { withNewQuestion } from 'src/domain/geokeeper/formEditor/formEdits.ts';
import { QUESTION_ICONS, TYPE_GROUPS } from 'src/domain/geokeeper/formEditor/questionTypes.ts';
import type { QuestionType } from 'src/domain/geokeeper/forms/FieldFormModel.ts';

interface AddQuestionProps {
  /** Called after a question was added. */
  readonly added: () => void;
  readonly close: () => void;
}

export const AddQuestion = observer(({ added, close }: AddQuestionProps) => {
  const { edited, form } = useFormEditing();
  const messages = useMessages();
  const add = (type: QuestionType): void => {
    const made = withNewQuestion(form, type);
    edited.add(made.form, made.question);
    close();
    added();
  };
  return (
    <Dialog
      open
      size="wide"
      title={messages.format('formEditor.addQuestion')}
      onClose={close}
      footer={<Button onClick={close}>{messages.format('app.cancel')}</Button>}
    >
      <div className="kk-fe-types">
        {TYPE_GROUPS.map(([group, types]) => (
          <section key={group} aria-label={messages.format(`formEditor.typeGroups.${group}`)}>
            <h3>{messages.format(`formEditor.typeGroups.${group}`)}</h3>
            <ul className="kk-plain-list">
              {types.map((type) => (
                <li key={type}>
                  <button type="button" className="kk-fe-type" onClick={() => add(type)}>
                    <Icon name={QUESTION_ICONS[type]} />
                    <span>{messages.format(`formEditor.types.${type}`)}</span>
                  </button>
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
    </Dialog>
  );
});
