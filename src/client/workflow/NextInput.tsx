// Edits the steps that follow each outcome of a step: one row for each outcome that leads to another step.

import { LiveForm } from 'src/client/forms/LiveForm.tsx';
import { Button, IconButton } from 'src/client/ui/Button.tsx';
import { useMessages } from 'src/client/ui/declaredMessages.ts';
import { manyField, withChosen } from 'src/client/workflow/conditionFields.ts';
import type { Choices } from 'src/client/fields/Choices.ts';
import type { NextSteps } from 'src/model/workflow/WorkflowTemplate.ts';

interface NextInputProps {
  /** Steps that an outcome may lead to. */
  readonly steps: Choices;
  readonly outcomes: Choices;
  readonly value: NextSteps | undefined;
  readonly set: (value: NextSteps | undefined) => void;
}

export const NextInput = ({ steps, outcomes, value = {}, set }: NextInputProps) => {
  const messages = useMessages();
  const rows = Object.entries(value);
  const write = (next: readonly (readonly [string, readonly string[]])[]): void =>
    set(next.length === 0 ? undefined : Object.fromEntries(next));
  const free = outcomes.find(([key]) => !Object.hasOwn(value, key));
  return (
    <div className="kk-when">
      <ul className="kk-plain-list kk-when-parts">
        {rows.map(([outcome, keys], at) => (
          <li key={outcome} className="kk-when-part">
            <LiveForm
              fields={[
                {
                  ...{ name: 'outcome', label: 'workflow.next.outcome', none: null },
                  choices: withChosen(
                    outcomes.filter(([key]) => key === outcome || !Object.hasOwn(value, key)),
                    [outcome],
                  ),
                },
                manyField({ name: 'keys', label: 'workflow.next.steps', sameRow: true, choices: steps }, keys),
              ]}
              values={{ outcome, keys }}
              set={(changes) => write(rows.with(at, [changes.outcome ?? outcome, changes.keys ?? keys]))}
            />
            <IconButton
              size="small"
              icon="cross"
              label={messages.format('workflow.when.remove')}
              onClick={() => write(rows.filter((_, index) => index !== at))}
            />
          </li>
        ))}
      </ul>
      {free && (
        <p className="kk-when-add">
          <Button size="small" icon="plus" onClick={() => write([...rows, [free[0], []]])}>
            {messages.format('workflow.next.add')}
          </Button>
        </p>
      )}
    </div>
  );
};
