// A labelled text input of the account pages: plain HTML, so that the first chunk needs no form library.

import { type HTMLInputAutoCompleteAttribute, useId } from 'react';

interface AccountFieldProps {
  readonly name: string;
  readonly type: 'text' | 'email' | 'password';
  readonly label: string;
  readonly hint?: string | undefined;
  /** Problem of the field. */
  readonly error?: string | undefined;
  readonly autoComplete: HTMLInputAutoCompleteAttribute;
  readonly required?: boolean;
  readonly numeric?: boolean;
}

export const AccountField = (props: AccountFieldProps) => {
  const { name, type, label, hint, error, autoComplete, required, numeric } = props;
  const id = useId();
  const notes = [error === undefined ? '' : `${id}-error`, hint === undefined ? '' : `${id}-hint`].join(' ').trim();
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
        inputMode={numeric ? 'numeric' : undefined}
        aria-invalid={error === undefined ? undefined : true}
        aria-describedby={notes === '' ? undefined : notes}
      />
      {error !== undefined && (
        <span id={`${id}-error`} role="alert" className="kk-field-error">
          {error}
        </span>
      )}
      {hint !== undefined && (
        <span id={`${id}-hint`} className="kk-soft">
          {hint}
        </span>
      )}
    </div>
  );
};
