// Some of a few named things, each with a box to tick.

import { Checkbox } from '@blueprintjs/core';
import { useMessages } from 'src/client/ui/declaredMessages.ts';
import type { Choices } from 'src/client/fields/Choices.ts';

interface CheckListProps {
  readonly label: string;
  readonly choices: Choices;
  readonly value: readonly string[];
  readonly set: (value: readonly string[]) => void;
}

export const CheckList = ({ label, choices, value, set }: CheckListProps) => {
  const messages = useMessages();
  // A chosen value that is no longer offered can be removed.
  const gone = value.filter((key) => !choices.some(([each]) => each === key)).map((key) => [key, key] as const);
  return (
    <div className="kk-check-list" role="group" aria-label={label}>
      {choices.length + gone.length === 0 && <span className="kk-soft">{messages.format('workflow.ask.none')}</span>}
      {[...choices, ...gone].map(([key, text]) => (
        <Checkbox
          key={key}
          checked={value.includes(key)}
          onChange={({ currentTarget }) =>
            set(currentTarget.checked ? [...value, key] : value.filter((each) => each !== key))
          }
        >
          {text}
        </Checkbox>
      ))}
    </div>
  );
};
