// Dates known in part: `1931`, `Mar 1931` or `7 Mar 1931`, confirmed below while they are typed.

import { formatPartialDate, plainPartialDate } from 'src/client/forms/text/partialDate.ts';
import { readPartialDate } from 'src/client/forms/text/typedDate.ts';
import { sayDay } from 'src/client/kinds/date/dateTyping.ts';
import type { TypingOf } from 'src/client/kinds/typedControls.tsx';

const WHOLE_DAY_LENGTH = 10;

export const partialDateTyping: TypingOf = ({ intl, format }, { today }) => {
  const reader = { intl, today };
  return {
    read: (text) => readPartialDate(text, reader),
    write: (kept) => (readPartialDate(kept, reader) === kept ? plainPartialDate(intl, kept) : undefined),
    say: (kept, typing) => {
      if (!typing) return '';
      return kept.length === WHOLE_DAY_LENGTH ? sayDay(intl, kept, true) : formatPartialDate(intl, kept);
    },
    example: format('forms.partialDateExample'),
    calendar: { type: 'date', valueOf: (kept) => (kept.length === WHOLE_DAY_LENGTH ? kept : '') },
  };
};
