// Controls for answers that are typed: texts, numbers, dates, times, barcodes and ranges.

import { type ChangeEvent, useState } from 'react';
import { Button, useMessages } from 'src/client/extend.ts';
import { insertAt, LetterPalette } from 'src/client/extendLetters.ts';
import { looksLike } from 'src/domain/geokeeper/formView/formLabels.ts';
import type { AnswerControlProps } from 'src/domain/geokeeper/formView/formViewContext.client.ts';
import { localTime, withOffset } from 'src/domain/geokeeper/formView/localTimes.ts';

const viewTextOf = (value: unknown): string =>
  typeof value === 'string' ? value : typeof value === 'number' ? String(value) : '';

const commonProps = ({ id, describedBy, invalid, node, leave }: AnswerControlProps) => ({
  id,
  className: `bp6-input bp6-fill${invalid ? ' bp6-intent-danger' : ''}`,
  'aria-describedby': describedBy,
  'aria-invalid': invalid || undefined,
  'aria-required': node.required || undefined,
  readOnly: node.readOnly,
  onBlur: leave,
});

type TextBox = HTMLInputElement | HTMLTextAreaElement;

/** Letters of the community's language, opened on demand. The letter goes to the caret. */
const Letters = ({
  id,
  text,
  set,
}: {
  readonly id: string;
  readonly text: string;
  readonly set: (text: string) => void;
}) => {
  const messages = useMessages();
  const [isOpen, setOpen] = useState(false);
  const insert = (letter: string): void => {
    const box = document.getElementById(id) as TextBox | null;
    if (!box) return;
    const selection = [box.selectionStart ?? text.length, box.selectionEnd ?? text.length] as const;
    const { text: next, caret } = insertAt(text, letter, selection);
    set(next);
    box.focus();
    requestAnimationFrame(() => box.setSelectionRange(caret, caret));
  };
  return (
    <>
      <Button
        className="kf-letters-button"
        icon="font"
        variant="minimal"
        aria-expanded={isOpen}
        aria-controls={`${id}/letters`}
        onClick={() => setOpen(!isOpen)}
      >
        {messages.format(isOpen ? 'fieldForms.closeLetters' : 'fieldForms.letters')}
      </Button>
      {isOpen && <LetterPalette id={`${id}/letters`} onLetter={insert} />}
    </>
  );
};

export const TextControl = (props: AnswerControlProps) => {
  const { node, id, set } = props;
  const { appearance } = node.question;
  const text = viewTextOf(node.value);
  const write = (next: string): void => set(next === '' ? undefined : next);
  const shared = {
    ...commonProps(props),
    ...{ dir: 'auto' as const, value: text },
    onChange: ({ target }: ChangeEvent<TextBox>) => write(target.value),
  };
  const isNumeric = looksLike(appearance, 'numbers');
  return (
    <>
      {looksLike(appearance, 'multiline') ? (
        <textarea rows={4} {...shared} />
      ) : (
        <input type="text" inputMode={isNumeric ? 'decimal' : undefined} {...shared} />
      )}
      {!isNumeric && !node.readOnly && <Letters id={id} text={text} set={write} />}
    </>
  );
};

const INTEGER = /^[+-]?\d+$/u;
const DECIMAL = /^[+-]?(?:\d+(?:[.,]\d*)?|[.,]\d+)$/u;

/** Returns the typed number. Other text stays the answer, so that the session reports it and nothing typed is lost. */
const typedNumber = (text: string, pattern: RegExp): number | string | undefined => {
  const trimmed = text.trim().replace('−', '-');
  if (trimmed === '') return undefined;
  return pattern.test(trimmed) ? Number(trimmed.replace(',', '.')) : text;
};

/** Keeps the text as typed, because `4.` and `-` are steps on the way to a number. */
export const NumberControl = (props: AnswerControlProps) => {
  const { node, set } = props;
  const pattern = node.question.type === 'integer' ? INTEGER : DECIMAL;
  const [typed, setTyped] = useState(() => viewTextOf(node.value));
  const isSame = typedNumber(typed, pattern) === node.value;
  return (
    <input
      {...commonProps(props)}
      type="text"
      dir="ltr"
      inputMode={pattern === INTEGER ? 'numeric' : 'decimal'}
      autoComplete="off"
      value={isSame ? typed : viewTextOf(node.value)}
      onChange={({ target }) => {
        setTyped(target.value);
        set(typedNumber(target.value, pattern));
      }}
    />
  );
};

export const RangeControl = (props: AnswerControlProps) => {
  const { node, set } = props;
  const messages = useMessages();
  const { start, end, step } = node.question.range ?? { start: 0, end: 10, step: 1 };
  const value = typeof node.value === 'number' ? node.value : undefined;
  return (
    <div className="kf-range">
      <span aria-hidden>{start}</span>
      <input
        {...commonProps(props)}
        className="kf-slider"
        type="range"
        disabled={node.readOnly}
        {...{ min: start, max: end, step }}
        value={value ?? start}
        aria-valuetext={value === undefined ? messages.format('fieldForms.noAnswer') : String(value)}
        onChange={({ target }) => set(Number(target.value))}
        onPointerUp={({ currentTarget }) => value === undefined && set(Number(currentTarget.value))}
      />
      <span aria-hidden>{end}</span>
      <output htmlFor={props.id} className="kf-range-value">
        {value ?? '–'}
      </output>
      {value !== undefined && !node.readOnly && (
        <Button variant="minimal" onClick={() => set(undefined)}>
          {messages.format('fieldForms.clear')}
        </Button>
      )}
    </div>
  );
};

/** Returns a date of which appearances ask for less than a day: `2026-05` or `2026`. */
const datePart = (appearance: string | undefined): 'date' | 'month' | 'year' =>
  looksLike(appearance, 'year') ? 'year' : looksLike(appearance, 'month-year') ? 'month' : 'date';

export const DateControl = (props: AnswerControlProps) => {
  const { node, set } = props;
  const part = datePart(node.question.appearance);
  const text = viewTextOf(node.value);
  if (part === 'year') {
    return (
      <input
        {...commonProps(props)}
        type="text"
        inputMode="numeric"
        maxLength={4}
        value={text.slice(0, 4)}
        onChange={({ target }) =>
          set(target.value === '' ? undefined : /^\d{4}$/u.test(target.value) ? `${target.value}-01-01` : target.value)
        }
      />
    );
  }
  const length = part === 'month' ? 7 : 10;
  return (
    <input
      {...commonProps(props)}
      type={part}
      value={text.slice(0, length)}
      onChange={({ target }) =>
        set(target.value === '' ? undefined : part === 'month' ? `${target.value}-01` : target.value)
      }
    />
  );
};

export const TimeControl = (props: AnswerControlProps) => (
  <input
    {...commonProps(props)}
    type="time"
    value={viewTextOf(props.node.value).slice(0, 5)}
    onChange={({ target }) =>
      props.set(target.value === '' ? undefined : withOffset(`${target.value}:00.000`, new Date()))
    }
  />
);

export const DateTimeControl = (props: AnswerControlProps) => (
  <input
    {...commonProps(props)}
    type="datetime-local"
    value={localTime(viewTextOf(props.node.value))}
    onChange={({ target }) =>
      props.set(target.value === '' ? undefined : withOffset(`${target.value}:00.000`, new Date(target.value)))
    }
  />
);

export const AcknowledgeControl = ({ node, id, describedBy, invalid, set, leave }: AnswerControlProps) => {
  const messages = useMessages();
  return (
    <label className="kf-choice">
      <input
        type="checkbox"
        {...{ id, 'aria-describedby': describedBy, 'aria-invalid': invalid || undefined }}
        checked={node.value === 'OK'}
        disabled={node.readOnly}
        onBlur={leave}
        onChange={({ target }) => set(target.checked ? 'OK' : undefined)}
      />
      <span>{messages.format('fieldForms.acknowledge')}</span>
    </label>
  );
};
