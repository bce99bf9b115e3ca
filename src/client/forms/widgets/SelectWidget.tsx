// One of a closed choice. The empty entry stays even where a value is required, so that nothing is chosen by accident.

import { HTMLSelect } from '@blueprintjs/core';
import type { WidgetProps } from '@rjsf/utils';
import { controlAria, useFieldState } from 'src/client/forms/session/FieldState.ts';
import { useChoices } from 'src/client/forms/widgets/choices.ts';
import { ManyWidget } from 'src/client/forms/widgets/ManyWidget.tsx';
import { useMessages } from 'src/client/ui/declaredMessages.ts';

export const SelectWidget = (props: WidgetProps) => (props.multiple ? <ManyWidget {...props} /> : <OneOf {...props} />);

const OneOf = (props: WidgetProps) => {
  const messages = useMessages();
  const state = useFieldState();
  const choices = useChoices(props);
  const { id, value, disabled, readonly } = props;
  const pick = (key: string): void => props.onChange(choices.find((choice) => String(choice.value) === key)?.value);
  return (
    <HTMLSelect
      id={id}
      name={id}
      fill
      value={value === undefined || value === null ? '' : String(value)}
      disabled={disabled || readonly}
      className={state.invalid ? 'kf-select-invalid' : ''}
      {...controlAria(state)}
      onChange={(event) => pick(event.target.value)}
      onBlur={() => props.onBlur(id, value)}
      onFocus={() => props.onFocus(id, value)}
    >
      <option value="">{messages.format('forms.choose')}</option>
      {choices.map((choice) => (
        <option key={String(choice.value)} value={String(choice.value)}>
          {choice.label}
        </option>
      ))}
    </HTMLSelect>
  );
};
