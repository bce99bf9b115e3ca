// The days of a calendar: those of the reader's own organisation, by its time zone and its working calendar, or those of the site.

import { CALENDAR, calendarFrom } from 'src/model/calendar/calendarFrom.ts';
import type { Day } from 'src/model/calendar/dayIn.ts';
import { isWorkingDay } from 'src/model/calendar/workingDays.ts';
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
  const { items, session, day } = useClient();
  const owner = session.user?.readOrg;
  const loaded = owner ? items.get(owner) : undefined;
  const declared = loaded?.state === 'ready' ? loaded.item[CALENDAR] : undefined;
  const calendar = calendarFrom(declared, day.zone);
  return {
    zone: day.zone,
    isElsewhere: day.zone !== ownTimeZone(),
    today: day.today,
    isOpen: (each) => isWorkingDay(calendar, each),
  };
};
