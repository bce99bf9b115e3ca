// An expression with completion: `${` offers the questions of the form, letters offer functions and questions. The arrow keys and Enter
// choose, Escape closes the list. The form engine checks the expression while it is typed.

import { type KeyboardEvent, useId, useMemo, useRef, useState } from 'react';
import { arrowKeys, Listbox, optionId, useMessages } from 'src/client/extend.ts';
import { type Completion, completionsAt } from 'src/domain/geokeeper/formEditor/completions.ts';
import { useFormEditing } from 'src/domain/geokeeper/formEditor/editorContext.client.ts';
import { EditorRow } from 'src/domain/geokeeper/formEditor/editorRows.client.tsx';
import { textShown } from 'src/domain/geokeeper/formEditor/formEdits.ts';
import { everyQuestion } from 'src/domain/geokeeper/formEditor/formTree.ts';
import type { FormProblem } from 'src/domain/geokeeper/forms/fillSession.ts';
import { functionNames } from 'src/domain/geokeeper/forms/formFunctions.ts';

interface ExpressionRowProps {
  readonly label: string;
  readonly help?: string;
  readonly value: string;
  readonly set: (value: string) => void;
  /** Path of the question, and the member of the expression. Its problems are shown here. */
  readonly path: string;
  readonly member: NonNullable<FormProblem['member']>;
}

const useKnownWords = () => {
  const { form } = useFormEditing();
  return useMemo(
    () => ({
      questions: everyQuestion(form).map(({ question }) => ({
        name: question.name,
        label: textShown(form, question.label),
      })),
      functions: functionNames(),
    }),
    [form],
  );
};

export const ExpressionRow = ({ value, set, path, member, ...row }: ExpressionRowProps) => {
  const messages = useMessages();
  const listId = useId();
  const box = useRef<HTMLTextAreaElement>(null);
  const [caret, setCaret] = useState<number>();
  const [at, setAt] = useState(0);
  const words = useKnownWords();
  const { problems } = useFormEditing();
  const problem = problems.find((each) => each.path === path && each.member === member);
  const { from, to, offers } = completionsAt(value, caret ?? 0, words);
  const isOffering = caret !== undefined && offers.length > 0;
  const chosenAt = Math.min(at, offers.length - 1);
  const choose = ({ insert }: Completion): void => {
    set(`${value.slice(0, from)}${insert}${value.slice(to)}`);
    setCaret(undefined);
    setAt(0);
    const after = from + insert.length;
    requestAnimationFrame(() => box.current?.setSelectionRange(after, after));
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (!isOffering) return;
    const next = arrowKeys(event.key, chosenAt, offers.length);
    const chosen = offers[chosenAt];
    if (next !== undefined) setAt(next);
    else if (chosen && (event.key === 'Enter' || event.key === 'Tab')) choose(chosen);
    else if (event.key === 'Escape') setCaret(undefined);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <EditorRow {...row} problem={problem && messages.format(problem.message, problem.params)}>
      {(ids) => (
        <div className="kk-fe-expression">
          <textarea
            {...ids}
            ref={box}
            className="bp6-input kk-fe-text kk-fe-code"
            rows={1}
            spellCheck={false}
            dir="ltr"
            aria-autocomplete="list"
            aria-controls={isOffering ? listId : undefined}
            aria-activedescendant={isOffering ? optionId(listId, chosenAt) : undefined}
            value={value}
            onChange={({ target }) => {
              setCaret(target.selectionStart);
              setAt(0);
              set(target.value);
            }}
            onBlur={() => setCaret(undefined)}
            onKeyDown={onKeyDown}
          />
          {isOffering && (
            <Listbox
              id={listId}
              label={messages.format('formEditor.completions')}
              className="kk-fe-offers"
              optionClass="kk-fe-offer"
              options={offers}
              at={chosenAt}
              choose={choose}
            >
              {({ key, note }) => (
                <>
                  <code>{key}</code>
                  <span className="kk-soft kk-ellipsis" dir="auto">
                    {note}
                  </span>
                </>
              )}
            </Listbox>
          )}
        </div>
      )}
    </EditorRow>
  );
};
