// Moments, stored in UTC and typed in the reader's zone.

import dayjs from 'dayjs';
import { readMoment } from 'src/model/calendar/typedDate.ts';
import { sayDay } from 'src/client/kinds/date/dateTyping.ts';
import type { TypingOf } from 'src/client/kinds/typedControls.tsx';
import { plainDate } from 'src/client/ui/dates.ts';

const STARTS_WITH_DAY = /^\d{4}-\d{2}-\d{2}$/;

const keptMoment = (kept: string): dayjs.Dayjs | undefined => {
  const moment = STARTS_WITH_DAY.test(kept.slice(0, 10)) ? dayjs(kept) : undefined;
  return moment?.isValid() === true ? moment : undefined;
};

/** Reads and writes an instant in UTC as text in the reader's zone. A text that is no moment has no `write`. */
export const dateTimeTyping: TypingOf = ({ intl, format }, day) => ({
  read: (text) => {
    const local = readMoment(text, { language: intl.locale, today: dayjs(day.midnight).format('YYYY-MM-DD') });
    return local === undefined ? undefined : dayjs(local).toISOString();
  },
  write: (kept) => (keptMoment(kept) ? plainDate(intl, kept, true) : undefined),
  say: (kept, isNew) => {
    const moment = keptMoment(kept);
    return moment ? sayDay(intl, moment.format('YYYY-MM-DD'), isNew) : '';
  },
  example: format('forms.momentExample'),
  calendar: { type: 'datetime-local', valueOf: (kept) => keptMoment(kept)?.format('YYYY-MM-DDTHH:mm') ?? '' },
});
