// Filter of the notices page as its address contains it, so that a shared link shows the same view. Pure, except for
// the current day.

import dayjs from 'dayjs';
import type { NoticeFilter } from 'src/client/stores/NotificationStore.ts';

const DAYS: Readonly<Record<string, number>> = { today: 0, week: 7, month: 30 };

/** Undefined: all. */
export interface ChosenNotices {
  readonly kind?: string | undefined;
  readonly state?: string | undefined;
  readonly time?: string | undefined;
}

export const NOTICE_STATES: readonly string[] = ['unread'];
export const NOTICE_TIMES: readonly string[] = Object.keys(DAYS);

const FILTER_NAMES = ['state', 'time', 'kind'] as const;

/** `unread`, `unread**mentioned`: state, time and kind, each empty for all. */
export const noticesParam = (chosen: ChosenNotices): string =>
  FILTER_NAMES.map((name) => chosen[name] ?? '')
    .join('*')
    .replace(/\*+$/, '');

/** Returns the filter without unknown values. */
export const noticesChosen = (param: string | undefined, kinds: readonly string[]): ChosenNotices => {
  const [state, time, kind] = (param ?? '').split('*');
  const known = (values: readonly string[], value: string | undefined): string | undefined =>
    value !== undefined && values.includes(value) ? value : undefined;
  return { state: known(NOTICE_STATES, state), time: known(NOTICE_TIMES, time), kind: known(kinds, kind) };
};

export const noticeFilter = ({ kind, state, time }: ChosenNotices): NoticeFilter => {
  const days = time === undefined ? undefined : DAYS[time];
  return {
    ...(kind !== undefined && { kinds: [kind] }),
    ...(state === 'unread' && { unread: true as const }),
    ...(days !== undefined && { since: dayjs().startOf('day').subtract(days, 'day').toISOString() }),
  };
};
