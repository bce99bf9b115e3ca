// The rules of a question: its condition, whether it must be answered, which answers are right, and its calculation.

import { observer } from 'mobx-react-lite';
import { useMessages } from 'src/client/extend.ts';
import { useFormEditing } from 'src/domain/geokeeper/formEditor/editorContext.client.ts';
import { SelectRow, EditorTextRow, TextsRows } from 'src/domain/geokeeper/formEditor/editorRows.client.tsx';
import { ExpressionRow } from 'src/domain/geokeeper/formEditor/expressionRow.client.tsx';
import type { QuestionRowsProps } from 'src/domain/geokeeper/formEditor/questionPanel.client.tsx';
import { traitsOf } from 'src/domain/geokeeper/formEditor/questionTypes.ts';

type ExpressionName = 'relevant' | 'constraint' | 'calculation' | 'choiceFilter' | 'count';

interface OwnExpressionProps extends QuestionRowsProps {
  readonly member: ExpressionName;
}

/** One expression of the question with its label and its help. */
export const OwnExpression = observer(({ question, path, member }: OwnExpressionProps) => {
  const { edited } = useFormEditing();
  const messages = useMessages();
  return (
    <ExpressionRow
      {...{ path, member }}
      label={messages.format(`formEditor.${member}`)}
      help={messages.format(`formEditor.${member}Help`)}
      value={question[member] ?? ''}
      set={(value) => edited.set({ [member]: value === '' ? undefined : value }, member)}
    />
  );
});

interface ConditionalRowsProps extends QuestionRowsProps {
  readonly member: 'required' | 'readOnly' | 'randomize';
}

/** Yes, no, or an expression that decides. */
export const ConditionalRows = observer(({ question, path, member }: ConditionalRowsProps) => {
  const { edited } = useFormEditing();
  const messages = useMessages();
  const value = question[member];
  const state = typeof value === 'string' ? 'condition' : value === true ? 'yes' : 'no';
  const set = (next: string): void =>
    edited.set({ [member]: next === 'condition' ? '' : next === 'yes' ? true : undefined });
  return (
    <>
      <SelectRow
        label={messages.format(`formEditor.${member}`)}
        value={state}
        choices={(['no', 'yes', 'condition'] as const).map((each) => [
          each,
          messages.format(member === 'randomize' && each === 'condition' ? 'formEditor.seed' : `formEditor.${each}`),
        ])}
        set={set}
      />
      {typeof value === 'string' && (
        <ExpressionRow
          {...{ path, member }}
          label={messages.format(`formEditor.${member}Condition`)}
          value={value}
          set={(text) => edited.set({ [member]: text }, member)}
        />
      )}
    </>
  );
});

export const LogicRows = observer((rows: QuestionRowsProps) => {
  const { question } = rows;
  const { edited } = useFormEditing();
  const messages = useMessages();
  const { isAnswered, isSectionType } = traitsOf(question.type);
  const computes = question.type === 'calculate' || isAnswered;
  return (
    <>
      <OwnExpression {...rows} member="relevant" />
      {isAnswered && <ConditionalRows {...rows} member="required" />}
      {question.required !== undefined && (
        <TextsRows
          label={messages.format('formEditor.requiredMessage')}
          text={question.requiredMessage}
          set={(requiredMessage) => edited.set({ requiredMessage }, 'requiredMessage')}
        />
      )}
      {isAnswered && <OwnExpression {...rows} member="constraint" />}
      {question.constraint !== undefined && (
        <TextsRows
          label={messages.format('formEditor.constraintMessage')}
          text={question.constraintMessage}
          set={(constraintMessage) => edited.set({ constraintMessage }, 'constraintMessage')}
        />
      )}
      {computes && <OwnExpression {...rows} member="calculation" />}
      {!isSectionType && question.type !== 'note' && question.type !== 'calculate' && <DefaultRow {...rows} />}
      {isAnswered && <ConditionalRows {...rows} member="readOnly" />}
      {question.type === 'repeat' && <OwnExpression {...rows} member="count" />}
    </>
  );
});

const DefaultRow = observer(({ question, path }: QuestionRowsProps) => {
  const { edited, problems } = useFormEditing();
  const messages = useMessages();
  const problem = problems.find((each) => each.path === path && each.member === 'default');
  return (
    <EditorTextRow
      label={messages.format('formEditor.default')}
      help={messages.format('formEditor.defaultHelp')}
      problem={problem && messages.format(problem.message, problem.params)}
      value={question.default ?? ''}
      set={(value) => edited.set({ default: value === '' ? undefined : value }, 'default')}
    />
  );
});
