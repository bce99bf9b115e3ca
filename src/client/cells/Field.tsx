// A labelled text input of the account pages: plain HTML, so that the first chunk needs no form library.

import { useId, type HTMLInputAutoCompleteAttribute } from 'react';

interface FieldProps {
  readonly name: string;
  readonly type: 'text' | 'email' | 'password';
  readonly label: string;
  readonly hint?: string;
  readonly autoComplete: HTMLInputAutoCompleteAttribute;
  readonly required?: boolean;
  readonly minLength?: number;
}

export const Field = ({ name, type, label, hint, autoComplete, required, minLength }: FieldProps) => {
  const id = useId();
  return (
    <div className="kk-field">
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        name={name}
        type={type}
        className="bp6-input bp6-fill"
        autoComplete={autoComplete}
        autoCapitalize="off"
        spellCheck={false}
        required={required}
        minLength={minLength}
        aria-describedby={hint === undefined ? undefined : `${id}-hint`}
      />
      {hint !== undefined && (
        <span id={`${id}-hint`} className="kk-soft">
          {hint}
        </span>
      )}
    </div>
  );
};
