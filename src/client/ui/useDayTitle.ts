// A day as people say it: today, yesterday, tomorrow, a weekday of the last week, or its date. Used where things stand by the day.

import { DAY_MS } from 'src/base/dayMs.ts';
import { useMessages } from 'src/client/ui/declaredMessages.ts';
import { useClient } from 'src/client/useClient.ts';

const NEAR: Readonly<Record<number, string>> = { 0: 'days.today', 1: 'days.yesterday', [-1]: 'days.tomorrow' };
/** Days after which a weekday alone would be the one of this week. */
const WEEK = 7;

/** `day` is anything that a Date is made of. Observable: call it inside an observer. */
export const useDayTitle = (): ((day: string) => string) => {
  const { intl, format } = useMessages();
  const { today } = useClient().day;
  return (day) => {
    const date = new Date(day);
    const days = Math.round((today.getTime() - new Date(day).setHours(0, 0, 0, 0)) / DAY_MS);
    const near = NEAR[days];
    if (near !== undefined) return format(near);
    if (days > 0 && days < WEEK) return intl.formatDate(date, { weekday: 'long' });
    const year = date.getFullYear() === today.getFullYear() ? {} : { year: 'numeric' as const };
    return intl.formatDate(date, { weekday: 'long', day: 'numeric', month: 'long', ...year });
  };
};
