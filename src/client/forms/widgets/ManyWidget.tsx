// Closed choices drawn openly: several as boxes to tick, one of a few as radio buttons.

import { Radio } from '@blueprintjs/core';
import type { WidgetProps } from '@rjsf/utils';
import { controlAria, useFieldState } from 'src/client/forms/session/FieldState.ts';
import { useChoices } from 'src/client/forms/widgets/choices.ts';
import { TickBoxes } from 'src/client/forms/widgets/TickBoxes.tsx';

export const ManyWidget = (props: WidgetProps) => {
  const { id, value, disabled, readonly } = props;
  const chosen: readonly unknown[] = Array.isArray(value) ? value : [];
  return (
    <TickBoxes
      id={id}
      choices={useChoices(props)}
      chosen={chosen}
      disabled={disabled === true || readonly === true}
      onChange={props.onChange}
      onLeave={() => props.onBlur(id, value)}
    />
  );
};

export const RadioWidget = (props: WidgetProps) => {
  const state = useFieldState();
  const choices = useChoices(props);
  const { id, value, disabled, readonly } = props;
  return (
    <div role="radiogroup" id={id} aria-labelledby={state.labelId} {...controlAria(state)} className="kf-choices">
      {choices.map((choice, index) => (
        <Radio
          key={String(choice.value)}
          id={`${id}-${index}`}
          name={id}
          checked={choice.value === value}
          disabled={disabled || readonly}
          label={choice.label}
          onChange={() => props.onChange(choice.value)}
          onBlur={() => props.onBlur(id, value)}
        />
      ))}
    </div>
  );
};
