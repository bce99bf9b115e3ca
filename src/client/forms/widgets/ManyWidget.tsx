// Closed choices drawn openly: several as boxes to tick, one of a few as radio buttons.

import { HTMLSelect, Radio, Switch } from '@blueprintjs/core';
import type { WidgetProps } from '@rjsf/utils';
import { controlAria, useFieldState } from 'src/client/forms/session/FieldState.ts';
import { RequiredMark } from 'src/client/forms/theme/RequiredMark.tsx';
import { TickBoxes } from 'src/client/forms/widgets/TickBoxes.tsx';
import { useChoices } from 'src/client/forms/widgets/choices.ts';
import { useMessages } from 'src/client/ui/declaredMessages.ts';

// Yes or no. Its label is its own, so the field template leaves it out.
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

// One of a closed choice. The empty entry stays even where a value is required, so that nothing is chosen by accident.
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
