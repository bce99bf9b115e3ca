// A number on a short scale, by a slider with its value in words beside it.

import { getInputProps, type WidgetProps } from '@rjsf/utils';
import { controlAria, useFieldState } from 'src/client/forms/session/FieldState.ts';

export const RangeWidget = (props: WidgetProps) => {
  const state = useFieldState();
  const { id, value, disabled, readonly, schema, options } = props;
  const { min, max, step } = getInputProps(schema, 'range', options);
  return (
    <div className="kf-range">
      <input
        id={id}
        type="range"
        min={min}
        max={max}
        step={step}
        value={typeof value === 'number' ? value : (min ?? 0)}
        disabled={disabled || readonly}
        {...controlAria(state)}
        onChange={(event) => props.onChange(Number(event.target.value))}
        onBlur={() => props.onBlur(id, value)}
      />
      <output htmlFor={id}>{typeof value === 'number' ? value : ''}</output>
    </div>
  );
};
