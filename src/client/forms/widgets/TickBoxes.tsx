// Several of a few, as boxes to tick.

import { Checkbox } from '@blueprintjs/core';
import { useFieldState } from 'src/client/forms/session/FieldState.ts';
import type { Choice } from 'src/client/forms/widgets/choices.ts';

interface TickBoxesProps<T extends Choice['value']> {
  readonly id: string;
  readonly choices: readonly { readonly value: T; readonly label: string }[];
  readonly chosen: readonly unknown[];
  readonly disabled: boolean;
  readonly onChange: (chosen: readonly T[]) => void;
  readonly onLeave: () => void;
}

export const TickBoxes = <T extends Choice['value']>({
  id,
  choices,
  chosen,
  disabled,
  onChange,
  onLeave,
}: TickBoxesProps<T>) => {
  const state = useFieldState();
  // Kept in the declared order, whatever the order of ticking.
  const toggle = (value: T): void =>
    onChange(
      choices
        .map((choice) => choice.value)
        .filter((one) => (one === value ? !chosen.includes(one) : chosen.includes(one))),
    );
  return (
    <div
      role="group"
      id={id}
      aria-labelledby={state.labelId}
      aria-describedby={state.describedBy}
      className="kf-choices"
    >
      {choices.map(({ value, label }, index) => (
        <Checkbox
          key={String(value)}
          id={`${id}-${index}`}
          checked={chosen.includes(value)}
          disabled={disabled}
          label={label}
          aria-invalid={state.invalid || undefined}
          onChange={() => toggle(value)}
          onBlur={onLeave}
        />
      ))}
    </div>
  );
};
