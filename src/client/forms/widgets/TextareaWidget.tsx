// Long text in a box that grows with it.

import { TextArea } from '@blueprintjs/core';
import type { WidgetProps } from '@rjsf/utils';
import { controlAria, useFieldState } from 'src/client/forms/session/FieldState.ts';

export const TextareaWidget = (props: WidgetProps) => {
  const state = useFieldState();
  const { id, value, disabled, readonly, options } = props;
  return (
    <TextArea
      id={id}
      name={id}
      dir="auto"
      value={typeof value === 'string' ? value : ''}
      disabled={disabled}
      readOnly={readonly}
      fill
      autoResize
      className="kf-textarea"
      intent={state.invalid ? 'danger' : 'none'}
      {...controlAria(state)}
      onChange={(event) => props.onChange(event.target.value === '' ? options.emptyValue : event.target.value)}
      onBlur={(event) => props.onBlur(id, event.target.value)}
      onFocus={(event) => props.onFocus(id, event.target.value)}
    />
  );
};
