// The entries of "My days": meetings, deadlines and steps with the days that are left, grouped as people speak of days. Pure.

import { foundSpan } from 'src/client/displays/timeSpan.ts';
import { spanOfTimes, type DayEntry } from 'src/client/displays/dayEntry.ts';
import type { Day } from 'src/model/calendar/dayIn.ts';
import { daysBetween } from 'src/model/calendar/localDay.ts';
import type { SearchAnswer } from 'src/model/generated/wire.ts';
import { typeOfId } from 'src/model/item/itemKey.ts';
import { isMomentAt } from 'src/model/kinds/kindTraits.ts';
import type { ItemType, Registry } from 'src/model/schema/Registry.ts';

/** Days for which a deadline that has passed is still shown. */
const PASSED_DAYS = 60;
/** Days until the end of "This week". */
const DAYS_OF_WEEK_GROUP = 7;

export interface DueEntry extends DayEntry {
  /** Days from today to its first day; negative for the past. */
  readonly inDays: number;
  /** True for the day by which something is expected, not the day on which it happens. */
  readonly isDeadline: boolean;
}

/** The name of the day on which something happens. A single day with another name is one by which something is expected. */
const DAY_OF_EVENT = 'date';

const hasDeadlines = ({ view, properties }: ItemType): boolean => {
  const { start, end, from } = view.schedule ?? {};
  const isSingle = end === undefined && from === undefined && !isMomentAt(properties, start ?? '');
  return isSingle && start !== DAY_OF_EVENT;
};

interface Today {
  readonly registry: Pick<Registry, 'types'>;
  readonly zone: string;
  readonly today: Day;
}

/** Returns the entries that are not over, the nearest first, and the deadlines that have passed lately. */
export const dueEntries = ({ ids, times }: SearchAnswer, { registry, zone, today }: Today): readonly DueEntry[] =>
  ids
    .flatMap((id, at): readonly DueEntry[] => {
      const [from, to] = times?.[at] ?? [];
      const type = registry.types[typeOfId(id)];
      if (from === null || from === undefined || !type) return [];
      const isMoment = isMomentAt(type.properties, type.view.schedule?.start ?? '');
      const found = foundSpan(from, to ?? null, false);
      const span = spanOfTimes(found.from, found.to, { isMoment, zone });
      const isDeadline = hasDeadlines(type);
      const inDays = daysBetween(today, span.first);
      const isShown = isDeadline ? inDays >= -PASSED_DAYS : span.last >= today;
      return isShown ? [{ id, ...span, inDays, isDeadline }] : [];
    })
    .toSorted((one, other) => one.inDays - other.inDays);

export type DayGroup = 'overdue' | 'today' | 'tomorrow' | 'week' | 'later';

/** An entry that has begun and is not over belongs to today. */
export const dayGroupOf = ({ inDays, isDeadline }: DueEntry): DayGroup => {
  if (inDays < 0 && isDeadline) return 'overdue';
  if (inDays <= 0) return 'today';
  if (inDays === 1) return 'tomorrow';
  return inDays <= DAYS_OF_WEEK_GROUP ? 'week' : 'later';
};
