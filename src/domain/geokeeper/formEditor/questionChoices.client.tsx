// The choices of a question: a list within the form or a file, which choices are offered, and whether another answer may be typed.

import { observer } from 'mobx-react-lite';
import { Button, useMessages } from 'src/client/extend.ts';
import { ChoiceListEditor } from 'src/domain/geokeeper/formEditor/choiceListEditor.client.tsx';
import { useFormEditing } from 'src/domain/geokeeper/formEditor/editorContext.client.ts';
import { CheckRow, SelectRow } from 'src/domain/geokeeper/formEditor/editorRows.client.tsx';
import { freeNameAmong, textShown, withList } from 'src/domain/geokeeper/formEditor/formEdits.ts';
import { everyQuestion, questionAt, withQuestion } from 'src/domain/geokeeper/formEditor/formTree.ts';
import { ConditionalRows, OwnExpression } from 'src/domain/geokeeper/formEditor/questionLogic.client.tsx';
import type { QuestionRowsProps } from 'src/domain/geokeeper/formEditor/questionPanel.client.tsx';

export const QuestionChoices = observer((rows: QuestionRowsProps) => {
  const { question } = rows;
  const { edited, form } = useFormEditing();
  const messages = useMessages();
  const { list = '' } = question;
  const repeats = everyQuestion(form).filter((each) => each.question.type === 'repeat');
  const answersOf = repeats.flatMap(({ question: { label, questions = [] } }) =>
    questions.map((each): readonly [string, string] => [
      `\${${each.name}}`,
      messages.format('formEditor.answersOf', { name: textShown(form, each.label ?? label) || each.name }),
    ]),
  );
  const names = Object.keys(form.lists);
  const known = [...names.map((each): readonly [string, string] => [each, each]), ...answersOf];
  const isKnown = known.some(([key]) => key === list);
  const addList = (): void => {
    const { place } = edited;
    const name = freeNameAmong(`${question.name}_choices`, new Set(names));
    const added = withList(form, name, { choices: [] });
    const owner = place && questionAt(added, place);
    if (place && owner) edited.change(withQuestion(added, place, { ...owner, list: name }));
  };
  return (
    <div className="kk-fe-choices">
      <h4>{messages.format('formEditor.choices')}</h4>
      <div className="kk-fe-rows">
        <SelectRow
          label={messages.format('formEditor.list')}
          value={list}
          choices={[...(isKnown ? [] : [[list, list || messages.format('formEditor.noList')] as const]), ...known]}
          set={(name) => edited.set({ list: name === '' ? undefined : name })}
        />
        <p className="kk-fe-tools">
          <Button size="small" icon="plus" onClick={addList}>
            {messages.format('formEditor.newList')}
          </Button>
        </p>
      </div>
      {form.lists[list] && <ChoiceListEditor key={list} name={list} />}
      <div className="kk-fe-rows">
        <OwnExpression {...rows} member="choiceFilter" />
        {question.type !== 'rank' && (
          <CheckRow
            label={messages.format('formEditor.other')}
            checked={question.other === true}
            set={(other) => edited.set({ other: other ? true : undefined })}
          />
        )}
        <ConditionalRows {...rows} member="randomize" />
      </div>
    </div>
  );
});
