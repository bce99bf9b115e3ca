// One-line inputs: text, number, email, phone, web address. Typed text is stored as typed; rules report problems.

import { InputGroup, TextArea } from '@blueprintjs/core';
import type { BaseInputTemplateProps, WidgetProps } from '@rjsf/utils';
import type { HTMLInputTypeAttribute, InputHTMLAttributes } from 'react';
import { controlAria, useFieldState } from 'src/client/fields/session/FieldState.ts';
import { Icon } from 'src/client/ui/Icon.tsx';
import { useMessages } from 'src/client/ui/declaredMessages.ts';

// A colour, by the browser's picker or typed as # and 3 or 6 digits.
const SHORT_COLOUR = /^#([0-9a-f])([0-9a-f])([0-9a-f])$/i;
const LONG_COLOUR = /^#[0-9a-f]{6}$/i;

/** The picker knows the long form only. */
const pickable = (value: unknown): string => {
  const text = typeof value === 'string' ? value : '';
  const [, r, g, b] = SHORT_COLOUR.exec(text) ?? [];
  if (r && g && b) return `#${r}${r}${g}${g}${b}${b}`;
  return LONG_COLOUR.test(text) ? text : '#000000';
};

export const ColorWidget = (props: WidgetProps) => {
  const messages = useMessages();
  const { label } = useFieldState();
  return (
    <div className="kf-color">
      <input
        type="color"
        value={pickable(props.value)}
        disabled={props.disabled || props.readonly}
        aria-label={messages.format('forms.pickColor', { name: label })}
        onChange={(event) => props.onChange(event.target.value)}
      />
      <TextInput props={props} look={{ autoComplete: 'off', spellCheck: false, dir: 'ltr', className: 'kf-number' }} />
    </div>
  );
};

// Long text in a box that grows with it.
export const TextareaWidget = (props: WidgetProps) => {
  const state = useFieldState();
  const { id, value, disabled, readonly, options } = props;
  return (
    <TextArea
      id={id}
      name={id}
      dir="auto"
      lang={typeof options['language'] === 'string' ? options['language'] : undefined}
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

type InputAttributes = Pick<
  InputHTMLAttributes<HTMLInputElement>,
  'inputMode' | 'autoComplete' | 'autoCapitalize' | 'spellCheck' | 'dir'
>;

interface Look extends InputAttributes {
  readonly type?: HTMLInputTypeAttribute;
  readonly icon?: string;
  readonly className?: string;
}

export const TextInput = ({
  props,
  look,
}: {
  readonly props: WidgetProps | BaseInputTemplateProps;
  readonly look: Look;
}) => {
  const state = useFieldState();
  const { id, value, disabled, readonly, placeholder, autofocus, options } = props;
  const { type = 'text', icon, className, ...attributes } = look;
  return (
    <InputGroup
      id={id}
      name={id}
      type={type}
      value={value === undefined || value === null ? '' : String(value)}
      disabled={disabled}
      readOnly={readonly}
      placeholder={placeholder || undefined}
      // oxlint-disable-next-line jsx-a11y/no-autofocus -- only where a declared form asks for it
      autoFocus={autofocus}
      fill
      intent={state.invalid ? 'danger' : 'none'}
      leftElement={icon === undefined ? undefined : <Icon name={icon} className="kf-input-icon" />}
      inputClassName={className}
      {...attributes}
      {...(typeof options['autoComplete'] === 'string' && { autoComplete: options['autoComplete'] })}
      {...controlAria(state)}
      onChange={(event) => props.onChange(event.target.value === '' ? options.emptyValue : event.target.value)}
      onBlur={({ target }) => props.onBlur(id, target.value)}
      onFocus={(event) => props.onFocus(id, event.target.value)}
    />
  );
};

/** The theme's plain input. Numbers are typed as text, so that what is not a number can be said to be wrong and is not lost. */
export const BaseInputTemplate = (props: BaseInputTemplateProps) => {
  const isNumber = props.schema.type === 'integer' || props.schema.type === 'number';
  if (isNumber)
    return (
      <TextInput
        props={props}
        look={{
          inputMode: props.schema.type === 'integer' ? 'numeric' : 'decimal',
          autoComplete: 'off',
          dir: 'ltr',
          className: 'kf-number',
        }}
      />
    );
  return <TextInput props={props} look={{ dir: 'auto' }} />;
};

export const TextWidget = (props: WidgetProps) => <BaseInputTemplate {...props} />;

export const EmailWidget = (props: WidgetProps) => (
  <TextInput
    props={props}
    look={{
      inputMode: 'email',
      autoComplete: 'off',
      autoCapitalize: 'none',
      spellCheck: false,
      icon: 'envelope',
      dir: 'ltr',
    }}
  />
);

export const PasswordWidget = (props: WidgetProps) => (
  <TextInput props={props} look={{ type: 'password', autoCapitalize: 'off', spellCheck: false, dir: 'ltr' }} />
);

export const PhoneWidget = (props: WidgetProps) => (
  <TextInput props={props} look={{ type: 'tel', autoComplete: 'off', icon: 'phone', dir: 'ltr' }} />
);

export const UrlWidget = (props: WidgetProps) => (
  <TextInput
    props={props}
    look={{
      inputMode: 'url',
      autoComplete: 'off',
      autoCapitalize: 'none',
      spellCheck: false,
      icon: 'link',
      dir: 'ltr',
    }}
  />
);

export const HiddenWidget = ({ id, value }: WidgetProps) => (
  <input type="hidden" id={id} value={value === undefined || value === null ? '' : String(value)} readOnly />
);
