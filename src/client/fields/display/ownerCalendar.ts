// The working calendar of the owner that an item's workflow uses, if this person may read it. All readers count statutory days in the
// owner's time zone, wherever they are.

import type { Client } from 'src/client/Client.ts';
import { listOwner } from 'src/client/fields/display/stepValues.ts';
import { CALENDAR, calendarFrom } from 'src/model/calendar/calendarFrom.ts';
import { dayIn, type Day } from 'src/model/calendar/dayIn.ts';
import { plainCalendar, type WorkingCalendar } from 'src/model/calendar/workingDays.ts';
import type { Item } from 'src/model/item/Item.ts';
import type { WorkflowSubject } from 'src/model/schema/Workflows.ts';

/** Returns the calendar of the item's owner. Call it in an observer, because it follows the owner. */
export const ownerCalendar = (
  { items, site }: Pick<Client, 'items' | 'site'>,
  subject: WorkflowSubject,
  item: Item | undefined,
): WorkingCalendar => {
  const owner = listOwner(subject, item);
  const found = owner === 'system' ? undefined : items.get(owner);
  return found?.state === 'ready' ? calendarFrom(found.item[CALENDAR], site.timeZone) : plainCalendar(site.timeZone);
};

/** Returns the day that it is now where the owner works. Observable. */
export const ownersToday = (
  client: Pick<Client, 'items' | 'day' | 'site'>,
  subject: WorkflowSubject,
  item: Item,
): Day => dayIn(client.day.now, ownerCalendar(client, subject, item).timeZone);
