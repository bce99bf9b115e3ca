// One of a few values, chosen from a list below its label.

import { HTMLSelect } from '@blueprintjs/core';
import { useId, type ReactNode } from 'react';

interface LabelledSelectProps<T extends string> {
  readonly label: string;
  /** Explanation of the choice. */
  readonly hint?: ReactNode;
  readonly value: T;
  readonly options: readonly (readonly [value: T, text: string])[];
  readonly choose: (value: T) => void;
  readonly disabled?: boolean;
}

export const LabelledSelect = <T extends string>({
  label,
  hint,
  value,
  options,
  choose,
  disabled = false,
}: LabelledSelectProps<T>): ReactNode => {
  const id = useId();
  return (
    <div>
      <label htmlFor={id}>{label}</label>
      <HTMLSelect
        id={id}
        fill
        value={value}
        disabled={disabled}
        {...(hint !== undefined && { 'aria-describedby': `${id}-hint` })}
        onChange={({ target }) => choose(options.find(([each]) => each === target.value)?.[0] ?? value)}
      >
        {options.map(([each, text]) => (
          <option key={each} value={each}>
            {text}
          </option>
        ))}
      </HTMLSelect>
      {hint !== undefined && (
        <p id={`${id}-hint`} className="kk-soft">
          {hint}
        </p>
      )}
    </div>
  );
};
