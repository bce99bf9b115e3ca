// Rules of an organization's working calendar: days are counted by it for years, so a time zone that there is not, and a closure that ends
// before it begins, are refused when they are written.

import { isRecord } from 'src/base/isRecord.ts';
import { isTimeZone } from 'src/model/calendar/dayIn.ts';
import type { InvalidEntry } from 'src/model/generated/wire.ts';
import type { ValidateRule } from 'src/server/extend.ts';

export const calendarRules: ValidateRule = ({ calendar }) => {
  if (!isRecord(calendar)) return Promise.resolve([]);
  const { timeZone, closures } = calendar;
  const errors: InvalidEntry[] = [];
  if (typeof timeZone === 'string' && !isTimeZone(timeZone))
    errors.push({ path: '/calendar/timeZone', message: 'errors.organization.timeZone' });
  for (const [at, closure] of (Array.isArray(closures) ? (closures as readonly unknown[]) : []).entries()) {
    const { from, to } = isRecord(closure) ? closure : {};
    if (typeof from === 'string' && typeof to === 'string' && to < from)
      errors.push({ path: `/calendar/closures/${at}/to`, message: 'errors.endBeforeStart' });
  }
  return Promise.resolve(errors);
};
