// How the clock of an item moves the due days of its open steps: by the whole days for which it stood since the step began. The server writes the
// day when the clock goes on; until then pages show how far it has moved.

import { addDays, type Day } from 'src/model/calendar/localDay.ts';
import { daysStopped, workingDayFrom, type ClockStop, type WorkingCalendar } from 'src/model/calendar/workingDays.ts';

interface DueStep {
  readonly due: Day;
  /** The instant at which the step began. A stop before it does not count. */
  readonly began?: string | undefined;
  /** The step is due on a working day. */
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
