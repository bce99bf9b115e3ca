// A day as a heading: today, yesterday, or its date. Used where things stand by the day.

import { DAY_MS } from 'src/base/dayMs.ts';
import { useMessages } from 'src/client/ui/declaredMessages.ts';

/** At the reader's place, in ms since the epoch. */
export const startOfToday = (): number => new Date().setHours(0, 0, 0, 0);

/** `day` is anything that a Date is made of. */
export const useDayTitle = (): ((day: string) => string) => {
  const { intl, format } = useMessages();
  return (day) => {
    const days = Math.round((startOfToday() - new Date(day).setHours(0, 0, 0, 0)) / DAY_MS);
    if (days === 0) return format('notifications.today');
    if (days === 1) return format('notifications.yesterday');
    return intl.formatDate(day, { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' });
  };
};
