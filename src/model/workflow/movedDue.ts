// Moves the due days of open steps by the whole days for which the clock of the item was stopped since they began. The server stores the
// day when the clock continues; until then pages show the shift.

import type { Day } from 'src/model/calendar/dayIn.ts';
import { addDays } from 'src/model/calendar/localDay.ts';
import { daysStopped, workingDayFrom, type ClockStop, type WorkingCalendar } from 'src/model/calendar/workingDays.ts';

interface DueStep {
  readonly due: Day;
  /** Instant at which the step began. Earlier stops do not count. */
  readonly began?: string | undefined;
  /** True when the step is due on a working day. */
  readonly working?: boolean | undefined;
}

export const movedDue = (
  calendar: WorkingCalendar,
  { due, began = '', working }: DueStep,
  { stop, now }: { readonly stop: ClockStop; readonly now: Date },
): Day => {
  const from = began > stop.from ? began : stop.from;
  const days = daysStopped(calendar, [{ ...stop, from }], now);
  const moved = addDays(due, days);
  return days > 0 && working === true ? workingDayFrom(calendar, moved) : moved;
};
