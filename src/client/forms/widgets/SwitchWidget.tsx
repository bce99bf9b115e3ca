// Yes or no. Its label is its own, so the field template leaves it out.

import { Switch } from '@blueprintjs/core';
import type { WidgetProps } from '@rjsf/utils';
import { controlAria, useFieldState } from 'src/client/forms/session/FieldState.ts';
import { RequiredMark } from 'src/client/forms/theme/RequiredMark.tsx';

export const SwitchWidget = (props: WidgetProps) => {
  const state = useFieldState();
  const { id, value, disabled, readonly } = props;
  return (
    <Switch
      id={id}
      role="switch"
      checked={value === true}
      aria-checked={value === true}
      disabled={disabled || readonly}
      className="kf-switch"
      labelElement={
        <>
          {state.label} <RequiredMark required={state.required} />
        </>
      }
      {...controlAria(state)}
      onChange={(event) => props.onChange(event.currentTarget.checked)}
      onBlur={() => props.onBlur(id, value)}
      onFocus={() => props.onFocus(id, value)}
    />
  );
};
