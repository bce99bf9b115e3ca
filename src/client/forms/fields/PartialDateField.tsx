// A date known in part, in one text input: 1931, 1931-03 or 1931-03-07. How it will read stands beside it while it is typed.

import { InputGroup } from '@blueprintjs/core';
import type { FieldProps } from '@rjsf/utils';
import { useId } from 'react';
import { useField } from 'src/client/forms/fields/useField.ts';
import { formatPartialDate, parsePartialDate } from 'src/client/forms/text/partialDate.ts';
import { controlAria, useFieldState } from 'src/client/forms/session/FieldState.ts';
import { useMessages } from 'src/client/ui/declaredMessages.ts';

export const PartialDateField = (props: FieldProps) => {
  const field = useField(props);
  const messages = useMessages();
  const state = useFieldState();
  const hint = useId();
  const text = typeof field.value === 'string' ? field.value : '';
  const parsed = parsePartialDate(text);
  const leave = (): void => {
    // What cannot be read stays as typed, so that it can be mended.
    if (parsed !== undefined && parsed !== text) field.set(parsed);
    field.leave();
  };
  const { 'aria-describedby': described, ...aria } = controlAria(state);
  return (
    <div className="kf-partial-date">
      <InputGroup
        id={field.id}
        value={text}
        dir="ltr"
        fill
        inputMode="numeric"
        autoComplete="off"
        placeholder={messages.format('forms.partialDatePattern')}
        disabled={field.disabled}
        intent={state.invalid ? 'danger' : 'none'}
        {...aria}
        aria-describedby={[described, hint].filter(Boolean).join(' ')}
        onChange={(event) => field.set(event.target.value === '' ? undefined : event.target.value)}
        onBlur={leave}
      />
      <span id={hint} className="kf-help">
        {parsed === undefined ? messages.format('forms.partialDateHelp') : formatPartialDate(messages.intl, parsed)}
      </span>
    </div>
  );
};
