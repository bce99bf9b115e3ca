// Text in a community's language: kept as typed, in NFC; a palette of letters that keyboards lack; the limit counts code points.
// The field corrects nothing and does not change the case of letters.

import { InputGroup, TextArea } from '@blueprintjs/core';
import type { FieldProps } from '@rjsf/utils';
import { type ChangeEvent, useId, useRef, useState } from 'react';
import { LetterPalette } from 'src/client/fields/LetterPalette.tsx';
import { insertAt } from 'src/client/fields/text/insertAt.ts';
import { useField } from 'src/client/fields/useField.ts';
import { controlAria, useFieldState } from 'src/client/fields/session/FieldState.ts';
import { IconButton } from 'src/client/ui/Button.tsx';
import { useMessages } from 'src/client/ui/declaredMessages.ts';
import { codePoints } from 'src/model/schema/Validator.ts';

/** Texts that may be longer get a box of several lines. */
const LONGEST_LINE = 500;
/** The counter appears when few characters are left. */
const NEAR_MATCH = 0.8;

type Box = HTMLInputElement | HTMLTextAreaElement;

const Counter = ({
  id,
  text,
  limit,
}: {
  readonly id: string;
  readonly text: string;
  readonly limit: number | undefined;
}) => {
  const messages = useMessages();
  const count = codePoints(text.normalize('NFC'));
  if (limit === undefined || count < limit * NEAR_MATCH) return null;
  return (
    <p id={`${id}__count`} className="kf-help" role="status">
      {messages.format('forms.letters', { count, limit })}
    </p>
  );
};

export const LanguageField = (props: FieldProps) => {
  const field = useField(props);
  const state = useFieldState();
  const messages = useMessages();
  const box = useRef<Box>(null);
  const palette = useId();
  const [open, setOpen] = useState(false);
  const text = typeof field.value === 'string' ? field.value : '';
  const set = (next: string): void => field.set(next === '' ? undefined : next);
  // Trimmed and composed only when the field is left, so that dead keys and spaces can be typed.
  const leave = (): void => {
    const kept = text.normalize('NFC').trim();
    if (kept !== text) set(kept);
    field.leave();
  };
  const insert = (letter: string): void => {
    const input = box.current;
    if (!input) return;
    const { text: next, caret } = insertAt(text, letter, [
      input.selectionStart ?? text.length,
      input.selectionEnd ?? text.length,
    ]);
    set(next);
    input.focus();
    requestAnimationFrame(() => input.setSelectionRange(caret, caret));
  };
  const shared = {
    id: field.id,
    lang: 'und',
    dir: 'auto',
    value: text,
    disabled: field.disabled,
    fill: true,
    autoCapitalize: 'none',
    autoCorrect: 'off',
    spellCheck: false,
    autoComplete: 'off',
    intent: state.invalid ? 'danger' : 'none',
    ...controlAria(state),
    onChange: (event: ChangeEvent<Box>) => set(event.target.value),
    onBlur: leave,
  } as const;
  const isLine = (field.property.maxLength ?? 0) <= LONGEST_LINE;
  return (
    <div className="kf-language-field">
      <div className="kf-language-input">
        {isLine ? (
          <InputGroup {...shared} inputRef={(node) => void (box.current = node)} inputClassName="kf-language" />
        ) : (
          <TextArea
            {...shared}
            inputRef={(node) => void (box.current = node)}
            autoResize
            className="kf-textarea kf-language"
          />
        )}
        {!field.disabled && (
          <IconButton
            icon="font"
            variant="outlined"
            label={messages.format('forms.palette')}
            active={open}
            aria-expanded={open}
            aria-controls={palette}
            onClick={() => setOpen(!open)}
          />
        )}
      </div>
      {open && !field.disabled && <LetterPalette id={palette} onLetter={insert} />}
      <Counter id={field.id} text={text} limit={field.property.maxLength} />
    </div>
  );
};
