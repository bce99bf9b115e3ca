// The working calendar of the owner whose days count for an item's workflow, as far as this person may read it: everybody counts the days
// of the law by the owner's clocks, wherever they sit.

import type { Client } from 'src/client/Client.ts';
import { listOwner } from 'src/client/workflow/stepValues.ts';
import { CALENDAR, calendarFrom } from 'src/model/calendar/calendarFrom.ts';
import { dayIn, type Day } from 'src/model/calendar/localDay.ts';
import { PLAIN_CALENDAR, type WorkingCalendar } from 'src/model/calendar/workingDays.ts';
import type { Item } from 'src/model/item/Item.ts';
import type { WorkflowSubject } from 'src/model/schema/Workflows.ts';

/** To be read by an observer: it follows the owner. */
export const ownerCalendar = (
  { items }: Pick<Client, 'items'>,
  subject: WorkflowSubject,
  item: Item | undefined,
): WorkingCalendar => {
  const owner = listOwner(subject, item);
  const found = owner === 'system' ? undefined : items.get(owner);
  return found?.state === 'ready' ? calendarFrom(found.item[CALENDAR]) : PLAIN_CALENDAR;
};

/** Read again by an observer when the reader's day or that of UTC turns. */
export const nowOf = ({ day }: Pick<Client, 'day'>): Date => (day.key === '' ? new Date(0) : new Date());

/** The day that it is now where the owner works; another one when the day turns. Observable. */
export const ownersToday = (client: Pick<Client, 'items' | 'day'>, subject: WorkflowSubject, item: Item): Day =>
  dayIn(nowOf(client), ownerCalendar(client, subject, item).timeZone);
