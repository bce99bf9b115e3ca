// Small controls of the browser that several kinds share: text, numbers and closed choices.

import { HTMLSelect } from '@blueprintjs/core';
import { controlAria, useFieldState } from 'src/client/fields/session/FieldState.ts';
import type { KindInputProps } from 'src/client/kinds/KindInput.ts';
import type { Json } from 'src/model/item/Item.ts';

const typedText = (value: Json | undefined): string =>
  value === undefined || value === null || typeof value === 'object' ? '' : String(value);

const inputClass = (inline = false): string => (inline ? 'bp6-input' : 'bp6-input bp6-fill');

/** An input of texts, of the type that the browser has for them. */
export const textControl = (type: 'text' | 'email' | 'url' = 'text') =>
  function TextControl({ id, value, set, maxLength, inline }: KindInputProps) {
    const state = useFieldState();
    return (
      <input
        id={id}
        type={type}
        dir="auto"
        className={inputClass(inline)}
        maxLength={maxLength}
        required={state.required}
        {...controlAria(state)}
        value={typedText(value)}
        onChange={({ target }) => set(target.value === '' ? undefined : target.value)}
      />
    );
  };

export const TextControl = textControl();

export const LinesControl = ({ id, value, set, maxLength, inline }: KindInputProps) => {
  const state = useFieldState();
  return (
    <textarea
      id={id}
      dir="auto"
      className={inputClass(inline)}
      rows={3}
      maxLength={maxLength}
      required={state.required}
      {...controlAria(state)}
      value={typedText(value)}
      onChange={({ target }) => set(target.value === '' ? undefined : target.value)}
    />
  );
};

export const NumberControl = ({ id, property, value, set, inline }: KindInputProps) => {
  const state = useFieldState();
  return (
    <input
      id={id}
      type="number"
      step="any"
      min={property.minimum}
      className={inputClass(inline)}
      required={state.required}
      {...controlAria(state)}
      value={typedText(value)}
      onChange={({ target }) => set(target.value === '' ? undefined : Number(target.value))}
    />
  );
};

/** A select; `read` turns the key of a choice into its value. */
export const choiceControl = (read: (key: string) => Json = (key) => key) =>
  function ChoiceControl({ id, value, set, choices = [], none, inline }: KindInputProps) {
    const state = useFieldState();
    return (
      <HTMLSelect
        id={id}
        fill={inline !== true}
        required={state.required}
        {...controlAria(state)}
        value={typedText(value)}
        onChange={({ target }) => set(target.value === '' ? undefined : read(target.value))}
      >
        <option value="">{none}</option>
        {choices.map(([key, text]) => (
          <option key={key} value={key}>
            {text}
          </option>
        ))}
      </HTMLSelect>
    );
  };

export const ChoiceControl = choiceControl();
