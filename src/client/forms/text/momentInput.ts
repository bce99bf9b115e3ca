// Between stored moments (UTC, RFC 3339) and what native inputs hold (local, without zone).

import dayjs from 'dayjs';

/** `2024-08-05T16:30:00.000Z` as `2024-08-05T09:30` in the reader's zone; seconds only when there are any. */
export const toLocalInput = (stored: unknown): string => {
  if (typeof stored !== 'string' || stored === '') return '';
  const moment = dayjs(stored);
  if (!moment.isValid()) return '';
  return moment.format(moment.second() === 0 ? 'YYYY-MM-DDTHH:mm' : 'YYYY-MM-DDTHH:mm:ss');
};

export const fromLocalInput = (typed: string): string | undefined => {
  if (typed === '') return undefined;
  const moment = dayjs(typed);
  return moment.isValid() ? moment.toISOString() : undefined;
};

/** `09:30:00Z`, `09:30:00` and `09:30` stand as `09:30` in a time input. */
export const toTimeInput = (stored: unknown): string => {
  const [, hours, seconds] = /^(\d{2}:\d{2})(:\d{2})?/.exec(typeof stored === 'string' ? stored : '') ?? [];
  if (hours === undefined) return '';
  return seconds === undefined || seconds === ':00' ? hours : hours + seconds;
};
