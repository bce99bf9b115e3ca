// Closed choices: several as boxes to tick, one of a few as radio buttons, one of many as a select, yes or no as a switch.

import { Checkbox, HTMLSelect, Radio, Switch } from '@blueprintjs/core';
import type { WidgetProps } from '@rjsf/utils';
import { observer } from 'mobx-react-lite';
import { controlAria, useFieldState } from 'src/client/fields/session/FieldState.ts';
import { RequiredMark } from 'src/client/fields/RequiredMark.tsx';
import type { Choices } from 'src/client/fields/Choices.ts';
import { readableName } from 'src/model/text/readableName.ts';
import { useRoles } from 'src/client/useRoles.ts';
import { useMessages } from 'src/client/ui/declaredMessages.ts';

interface Choice<T = string | number | boolean> {
  readonly value: T;
  readonly label: string;
  readonly help?: string | undefined;
  readonly disabled?: boolean | undefined;
}

/** Returns the choices that the form lists, or those of the schema: `types.{T}.enum.{path}.{KEY}` are their words. */
const useWidgetChoices = ({ options, uiSchema, schema }: WidgetProps): readonly Choice[] => {
  const messages = useMessages();
  const listed = uiSchema?.['ui:options']?.['choices'] as Choices | undefined;
  const read = (key: string): Choice['value'] =>
    schema.type === 'boolean' ? key === 'true' : schema.type === 'integer' ? Number(key) : key;
  if (listed) return listed.map(([key, label, note]) => ({ value: read(key), label, ...note }));
  const words = String(uiSchema?.['ui:title'] ?? '').replace('.props.', '.enum.');
  return (options.enumOptions ?? []).map(({ value, label }) => {
    const key = String(value);
    const declared = messages.find(`${words}.${key}`);
    return {
      value: value as Choice['value'],
      label: declared ?? (label === key ? readableName(key) : (messages.find(label) ?? label)),
    };
  });
};

const ChoiceLabel = ({ label, help }: Pick<Choice, 'label' | 'help'>) => (
  <>
    {label} {help && <span className="kf-level-help">{help}</span>}
  </>
);

interface TickBoxesProps<T extends Choice['value']> {
  readonly id: string;
  readonly choices: readonly Choice<T>[];
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
  // Keeps the declared order, independent of the order of selection.
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
      className={choices.some(({ help }) => help) ? 'kf-choices kf-choices-told' : 'kf-choices'}
    >
      {choices.map(({ value, label, help, disabled: isClosed }, index) => (
        <Checkbox
          key={String(value)}
          id={`${id}-${index}`}
          checked={chosen.includes(value)}
          disabled={disabled || isClosed === true}
          labelElement={<ChoiceLabel label={label} help={help} />}
          aria-invalid={state.invalid || undefined}
          onChange={() => toggle(value)}
          onBlur={onLeave}
        />
      ))}
    </div>
  );
};

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
  const choices = useWidgetChoices(props);
  const { id, value, disabled, readonly } = props;
  const { none = 'forms.choose' } = (props.uiSchema?.['ui:options'] ?? {}) as { readonly none?: string | null };
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
      {none !== null && <option value="">{messages.format(none)}</option>}
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
      choices={useWidgetChoices(props)}
      chosen={chosen}
      disabled={disabled === true || readonly === true}
      onChange={props.onChange}
      onLeave={() => props.onBlur(id, value)}
    />
  );
};

// The roles that can be given, each with its rights; a role that can no longer be given can only be removed.
const CapabilityChoice = observer((props: WidgetProps) => {
  const { id, value, disabled, readonly } = props;
  const messages = useMessages();
  const roles = useRoles();
  const chosen: readonly string[] = Array.isArray(value) ? value : [];
  return (
    <TickBoxes
      id={id}
      choices={[...new Set([...roles, ...chosen])].map((name) => ({
        value: name,
        label: messages.find(`capabilities.${name}`) ?? readableName(name),
        help: messages.find(`capabilityHelp.${name}`),
      }))}
      chosen={chosen}
      disabled={disabled === true || readonly === true}
      onChange={props.onChange}
      onLeave={() => props.onBlur(id, value)}
    />
  );
});

export const CapabilitiesWidget = (props: WidgetProps) => <CapabilityChoice {...props} />;

export const RadioWidget = (props: WidgetProps) => {
  const state = useFieldState();
  const choices = useWidgetChoices(props);
  const { id, value, disabled, readonly } = props;
  return (
    <div role="radiogroup" id={id} aria-labelledby={state.labelId} {...controlAria(state)} className="kf-choices">
      {choices.map((choice, index) => (
        <Radio
          key={String(choice.value)}
          id={`${id}-${index}`}
          name={id}
          checked={choice.value === value}
          disabled={disabled || readonly || choice.disabled}
          labelElement={<ChoiceLabel {...choice} />}
          onChange={() => props.onChange(choice.value)}
          onBlur={() => props.onBlur(id, value)}
        />
      ))}
    </div>
  );
};
