// Visible period of the timeline as the address contains it.

import type { TimeSpan } from 'src/client/displays/timeSpan.ts';

const SECONDS = /:\d{2}\.\d{3}Z$/;
const A_MONTH = 31 * 86_400_000;

export const TIME_PARAMETER = 'time';

/** Milliseconds since 1970. */
export type VisiblePeriod = Pick<TimeSpan, 'from' | 'to'>;

/** Returns `1931-03-07*1950-01-01`, to the minute where less than a month is visible. */
export const writePeriod = ({ from, to }: VisiblePeriod): string =>
  [from, to]
    .map((time) => new Date(time).toISOString())
    .map((text) => (to - from > A_MONTH ? text.split('T')[0] : text.replace(SECONDS, 'Z')))
    .join('*');

export const readPeriod = (text: string | undefined): VisiblePeriod | undefined => {
  const [from = Number.NaN, to = Number.NaN] = (text ?? '').split('*').map((part) => Date.parse(part));
  return from < to ? { from, to } : undefined;
};
