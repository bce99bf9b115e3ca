// Days, typed as people say them.

import type { IntlShape } from 'react-intl';
import { readDate } from 'src/model/calendar/typedDate.ts';
import type { TypingOf } from 'src/client/kinds/typedControls.tsx';
import { plainDate } from 'src/client/ui/dates.ts';

/** Returns "Monday, 5 August 2024" for a day that was typed, and the day of the week for a stored one. */
export const sayDay = (intl: IntlShape, day: string, isNew: boolean): string =>
  intl.formatDate(`${day}T12:00:00Z`, {
    weekday: 'long',
    timeZone: 'UTC',
    ...(isNew && { day: 'numeric', month: 'long', year: 'numeric' }),
  });

/** Returns the rules for typing and showing a day. */
export const dateTyping: TypingOf = ({ intl, format }, day) => ({
  read: (text) => readDate(text, { language: intl.locale, today: day.today }),
  write: (kept) =>
    readDate(kept, { language: intl.locale, today: day.today }) === kept ? plainDate(intl, kept) : undefined,
  say: (kept, isNew) => sayDay(intl, kept, isNew),
  example: format('forms.dateExample'),
  calendar: { type: 'date', valueOf: (kept) => kept },
});
