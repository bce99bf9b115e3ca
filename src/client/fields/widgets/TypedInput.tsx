// An input for values that people write in different ways, a date or a time: one line of text, its interpretation
// below, and the browser's own calendar behind a button. Invalid text stays as it was typed, so that it can be
// corrected; rules report it.

import { InputGroup } from '@blueprintjs/core';
import { useId, useMemo, useRef, useState } from 'react';
import { controlAria, useFieldState } from 'src/client/fields/session/FieldState.ts';
import { IconButton } from 'src/client/ui/Button.tsx';
import { useMessages } from 'src/client/ui/declaredMessages.ts';

export interface Typing {
  /** Returns the stored form of a text; undefined if the text is invalid. */
  readonly read: (text: string) => string | undefined;
  /** Returns what the field keeps of a text that `read` refuses, where the text itself would be valid. */
  readonly keep?: (text: string) => string;
  /** Undefined for what is kept and is no such value. */
  readonly write: (kept: string) => string | undefined;
  /** Returns the value in other words, so that people see a mistake. `isNew` is true for a value that was typed here. */
  readonly say: (kept: string, isNew: boolean) => string;
  /** Returns the question that a text raises which cannot be read. */
  readonly question?: (text: string) => string | undefined;
  readonly example: string;
  readonly calendar?: {
    readonly type: 'date' | 'datetime-local';
    readonly valueOf: (kept: string) => string;
  };
}

interface TypedInputProps {
  readonly id: string;
  readonly value: unknown;
  readonly disabled: boolean;
  readonly typing: Typing;
  readonly onChange: (kept: string | undefined) => void;
  readonly onLeave: () => void;
}

export const TypedInput = ({ id, value, disabled, typing, onChange, onLeave }: TypedInputProps) => {
  const messages = useMessages();
  const state = useFieldState();
  const hint = useId();
  const native = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState<string>();
  // The words stay after the field is left: if the line became shorter, a button below it would move away from the pointer.
  const [isNew, setIsNew] = useState(false);
  const kept = typeof value === 'string' ? value : '';
  const written = typing.write(kept);
  const { calendar } = typing;
  const question = written === undefined ? typing.question?.(kept) : undefined;
  // The problem of a wrong text has an example, so the one of the hint would repeat it.
  const isHintUsed = !state.invalid || kept === '' || written !== undefined || question !== undefined;
  const { 'aria-describedby': described, ...aria } = controlAria(state);
  const hasCalendar = calendar !== undefined && !disabled;
  const opens = messages.format('forms.calendar', { name: state.label });
  // For each new element, Blueprint measures its width, which makes the browser lay out the whole page.
  const opener = useMemo(
    () =>
      hasCalendar ? (
        <IconButton size="small" icon="calendar" label={opens} onClick={() => native.current?.showPicker()} />
      ) : undefined,
    [hasCalendar, opens],
  );
  return (
    <div className="kf-typed">
      <InputGroup
        id={id}
        name={id}
        value={typed ?? written ?? kept}
        dir="ltr"
        fill
        autoComplete="off"
        spellCheck={false}
        disabled={disabled}
        intent={state.invalid ? 'danger' : 'none'}
        {...aria}
        aria-describedby={[described, isHintUsed && hint].filter(Boolean).join(' ')}
        onChange={({ target }) => {
          setTyped(target.value);
          setIsNew(true);
          onChange(
            target.value === ''
              ? undefined
              : (typing.read(target.value) ?? typing.keep?.(target.value) ?? target.value),
          );
        }}
        onBlur={() => {
          setTyped(undefined);
          onLeave();
        }}
        rightElement={opener}
      />
      {hasCalendar && (
        <input
          ref={native}
          type={calendar.type}
          className="kf-native-date"
          tabIndex={-1}
          aria-hidden
          value={written === undefined ? '' : calendar.valueOf(kept)}
          onChange={({ target }) => {
            setTyped(undefined);
            onChange(target.value === '' ? undefined : typing.read(target.value));
            onLeave();
          }}
        />
      )}
      <span id={hint} className="kf-help" aria-live="polite" hidden={!isHintUsed}>
        {written === undefined ? (question ?? typing.example) : typing.say(kept, isNew)}
      </span>
    </div>
  );
};
