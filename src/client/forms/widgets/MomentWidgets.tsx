// Dates, moments and times of day, typed as people say them and shown as everywhere else. A moment is kept in UTC and typed in the
// reader's zone.

import type { WidgetProps } from '@rjsf/utils';
import dayjs from 'dayjs';
import type { IntlShape } from 'react-intl';
import { readDate, readMoment, readTime } from 'src/client/forms/text/typedDate.ts';
import { TypedInput, type Typing } from 'src/client/forms/widgets/TypedInput.tsx';
import type { DayStore } from 'src/client/stores/DayStore.ts';
import { plainDate } from 'src/client/ui/dates.ts';
import { useMessages, type Messages } from 'src/client/ui/declaredMessages.ts';
import { useClient } from 'src/client/useClient.ts';

/** Dates are typed by the day of the organisation, moments by that of the reader. */
type Days = Pick<DayStore, 'today' | 'midnight'>;

const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** "Monday, 5 August 2024" while it is typed; the day of the week afterwards. */
export const sayDay = (intl: IntlShape, day: string, typing: boolean): string =>
  intl.formatDate(`${day}T12:00:00Z`, {
    weekday: 'long',
    timeZone: 'UTC',
    ...(typing && { day: 'numeric', month: 'long', year: 'numeric' }),
  });

/** Returns the rules for typing and showing a day. */
export const dates = ({ intl, format }: Messages, day: Days): Typing => ({
  read: (text) => readDate(text, { intl, today: day.today }),
  write: (kept) => (readDate(kept, { intl, today: day.today }) === kept ? plainDate(intl, kept) : undefined),
  say: (kept, typing) => sayDay(intl, kept, typing),
  example: format('forms.dateExample'),
  calendar: { type: 'date', valueOf: (kept) => kept },
});

const momentOf = (kept: string): dayjs.Dayjs | undefined => {
  const moment = DAY.test(kept.slice(0, 10)) ? dayjs(kept) : undefined;
  return moment?.isValid() === true ? moment : undefined;
};

/** How a moment is typed and shown: an instant in UTC, in the reader's zone. A text that is no moment has no `write`. */
export const moments = ({ intl, format }: Messages, day: Days): Typing => ({
  read: (text) => {
    const local = readMoment(text, { intl, today: dayjs(day.midnight).format('YYYY-MM-DD') });
    return local === undefined ? undefined : dayjs(local).toISOString();
  },
  write: (kept) => (momentOf(kept) ? plainDate(intl, kept, true) : undefined),
  say: (kept, typing) => {
    const moment = momentOf(kept);
    return moment ? sayDay(intl, moment.format('YYYY-MM-DD'), typing) : '';
  },
  example: format('forms.momentExample'),
  calendar: { type: 'datetime-local', valueOf: (kept) => momentOf(kept)?.format('YYYY-MM-DDTHH:mm') ?? '' },
});

/** `09:30:00Z`, `09:30:00` and `09:30` stand as `09:30`. */
const timeOf = (kept: string): string | undefined => {
  const [, hours, seconds] = /^(\d{2}:\d{2})(:\d{2})?/.exec(kept) ?? [];
  if (hours === undefined) return undefined;
  return seconds === undefined || seconds === ':00' ? hours : hours + seconds;
};

const times = ({ intl, format }: Messages): Typing => ({
  read: readTime,
  write: timeOf,
  say: (kept, typing) =>
    typing ? intl.formatTime(`2000-01-01T${timeOf(kept)}:00Z`, { timeStyle: 'short', timeZone: 'UTC' }) : '',
  example: format('forms.timeExample'),
});

const typedWidget = (typingOf: (messages: Messages, days: Days) => Typing) => (props: WidgetProps) => (
  <TypedInput
    id={props.id}
    value={props.value}
    disabled={props.disabled === true || props.readonly === true}
    typing={typingOf(useMessages(), useClient().day)}
    onChange={props.onChange}
    onLeave={() => props.onBlur(props.id, props.value)}
  />
);

export const DateWidget = typedWidget(dates);
export const DateTimeWidget = typedWidget(moments);
export const TimeWidget = typedWidget(times);
