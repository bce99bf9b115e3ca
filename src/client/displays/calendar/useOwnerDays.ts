// Whose days a calendar counts: those of the reader's own organisation, by its time zone and its working calendar; without one, those of
// the reader's clock.

import { CALENDAR, calendarFrom } from 'src/model/calendar/calendarFrom.ts';
import { dayIn, type Day } from 'src/model/calendar/localDay.ts';
import { isWorkingDay } from 'src/model/calendar/workingDays.ts';
import { nowOf } from 'src/client/workflow/ownerCalendar.ts';
import { useClient } from 'src/client/useClient.ts';

export interface OwnerDays {
  readonly zone: string;
  /** The zone is not that of the reader's clock. */
  readonly isElsewhere: boolean;
  readonly today: Day;
  readonly isOpen: (day: Day) => boolean;
}

const ownTimeZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

/** Observable: call it inside an observer. */
export const useOwnerDays = (): OwnerDays => {
  const client = useClient();
  const { items, session } = client;
  const owner = session.user?.readOrg;
  const loaded = owner ? items.get(owner) : undefined;
  const declared = loaded?.state === 'ready' ? loaded.item[CALENDAR] : undefined;
  const own = ownTimeZone();
  const calendar = calendarFrom(declared);
  const zone = declared === undefined || declared === null ? own : calendar.timeZone;
  return {
    zone,
    isElsewhere: zone !== own,
    today: dayIn(nowOf(client), zone),
    isOpen: (each) => isWorkingDay(calendar, each),
  };
};
