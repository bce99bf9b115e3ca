// The day of a moment in the reader's words: today, yesterday, tomorrow, a weekday of the last week, or its date.

import dayjs from 'dayjs';
import { useMessages } from 'src/client/ui/declaredMessages.ts';
import { useClient } from 'src/client/useClient.ts';

const NEAR_DAYS: Readonly<Record<number, string>> = { 0: 'days.today', 1: 'days.yesterday', [-1]: 'days.tomorrow' };
/** Days after which a weekday without a date would mean the one of this week. */
const WEEK_DAYS = 7;

/** Takes a moment. Observable: call it inside an observer. */
export const useDayTitle = (): ((moment: string) => string) => {
  const { intl, format } = useMessages();
  const { midnight } = useClient().day;
  return (moment) => {
    const date = new Date(moment);
    const days = dayjs(midnight).diff(dayjs(date).startOf('day'), 'day');
    const near = NEAR_DAYS[days];
    if (near !== undefined) return format(near);
    if (days > 0 && days < WEEK_DAYS) return intl.formatDate(date, { weekday: 'long' });
    const year = date.getFullYear() === midnight.getFullYear() ? {} : { year: 'numeric' as const };
    return intl.formatDate(date, { weekday: 'long', day: 'numeric', month: 'long', ...year });
  };
};
