// A date known in part, in one text input: 1931, 1931-03 or 1931-03-07. How it will read stands beside it while it is typed.

import { InputGroup } from '@blueprintjs/core';
import type { FieldProps } from '@rjsf/utils';
import { useId } from 'react';
import type { IntlShape } from 'react-intl';
import { useField } from 'src/client/forms/fields/useField.ts';
import { controlAria, useFieldState } from 'src/client/forms/session/FieldState.ts';
import { formatDate } from 'src/client/ui/dates.ts';
import { useMessages } from 'src/client/ui/declaredMessages.ts';

// Dates known only in part: a year, a month or a day, stored as YYYY, YYYY-MM or YYYY-MM-DD. Source: spec platform 5, "date pattern".
const STORED = /^(\d{4})(?:-(\d{2})(?:-(\d{2}))?)?$/;
const TYPED = /^(\d{4})(?:[-/. ](\d{1,2})(?:[-/. ](\d{1,2}))?)?$/;

const two = (number: number): string => String(number).padStart(2, '0');

const daysIn = (year: number, month: number): number => new Date(Date.UTC(year, month, 0)).getUTCDate();

/** What was typed as it is stored: `1931 3` gives `1931-03`; undefined when it is no such date. */
export const parsePartialDate = (typed: string): string | undefined => {
  const [, year, month, day] = TYPED.exec(typed.trim()) ?? [];
  if (year === undefined) return undefined;
  if (month === undefined) return year;
  if (Number(month) < 1 || Number(month) > 12) return undefined;
  if (day === undefined) return `${year}-${two(Number(month))}`;
  if (Number(day) < 1 || Number(day) > daysIn(Number(year), Number(month))) return undefined;
  return `${year}-${two(Number(month))}-${two(Number(day))}`;
};

/** `1931` reads 1931, `1931-03` reads March 1931, `1931-03-07` reads 07-Mar-1931. */
export const formatPartialDate = (intl: IntlShape, stored: string): string => {
  const [, year, month, day] = STORED.exec(stored) ?? [];
  if (year === undefined) return stored;
  if (month === undefined) return year;
  if (day !== undefined) return formatDate(intl, stored);
  return intl.formatDate(Date.UTC(Number(year), Number(month) - 1, 15), {
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  });
};

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
