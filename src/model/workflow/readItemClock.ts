// State of an item's legal deadline, computed from its own properties, for pages, lists and letters. Days follow the owner's calendar,
// wherever the reader is.

import { isRecord } from 'src/base/isRecord.ts';
import { dayIn, type Day } from 'src/model/calendar/dayIn.ts';
import { addDays } from 'src/model/calendar/localDay.ts';
import { readClock, type ClockStop, type WorkingCalendar } from 'src/model/calendar/workingDays.ts';
import type { ItemId, Json } from 'src/model/item/Item.ts';
import { valuesAt } from 'src/model/schema/paths.ts';
import type { WorkflowSubject } from 'src/model/schema/Workflows.ts';

type Read = Readonly<Record<string, Json | undefined>>;

export interface ShownStop extends ClockStop {
  readonly reason?: string;
  readonly by?: ItemId;
}

export interface ItemClock {
  readonly start: Day | undefined;
  /** Requested day, before stops moved it. */
  readonly asked: Day | undefined;
  /** Present last day of the deadline. */
  readonly due: Day | undefined;
  readonly stops: readonly ShownStop[];
  /** True while the clock is stopped. */
  readonly stands: boolean;
  readonly used: number;
  readonly stopped: number;
  /** Negative after the due day. Undefined without a due day. */
  readonly left: number | undefined;
  /** Set when nothing is pending: the item was answered, or its deadline ended in another way. `at` is the time, if known. */
  readonly ended: { readonly at: string | undefined } | undefined;
}

const ISO_DAY_LENGTH = '2026-11-22'.length;

/** Converts an instant to the local day. */
const dayAt = (values: Read, path: string, timeZone: string): Day | undefined => {
  const [value] = valuesAt(values as Readonly<Record<string, Json>>, path);
  if (typeof value !== 'string' || value === '') return undefined;
  return value.length <= ISO_DAY_LENGTH ? value : dayIn(new Date(value), timeZone);
};

/** Returns undefined for types without a clock and for items that have not begun. */
export const readItemClock = (
  values: Read,
  { clock }: Pick<WorkflowSubject, 'clock'>,
  { calendar, now }: { readonly calendar: WorkingCalendar; readonly now: Date },
): ItemClock | undefined => {
  if (!clock) return undefined;
  const { timeZone } = calendar;
  const stored = values['_clock'];
  const stops = (isRecord(stored) && Array.isArray(stored['stops']) ? stored['stops'] : []) as readonly ShownStop[];
  const [start, asked] = [dayAt(values, clock.start, timeZone), dayAt(values, clock.due, timeZone)];
  if (start === undefined && asked === undefined && stops.length === 0) return undefined;
  const [end] = clock.end === undefined ? [] : valuesAt(values as Readonly<Record<string, Json>>, clock.end);
  const until = typeof end === 'string' && Date.parse(end) < now.getTime() ? new Date(end) : now;
  const reading = readClock(calendar, { start: start ?? dayIn(until, timeZone), due: asked, stops, now: until });
  const { runs } = clock;
  const waits = runs === undefined || runs.is.includes(String(values[runs.property] ?? ''));
  const at = typeof end === 'string' ? end : undefined;
  const ended = waits && at === undefined ? undefined : { at };
  const due = asked === undefined ? undefined : addDays(asked, reading.stopped);
  const stands = ended === undefined && stops.some((stop) => stop.until === undefined);
  return { start, asked, due, stops, stands, ended, ...reading };
};
