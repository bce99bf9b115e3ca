// Finds the working calendar of an item: that of its owner. An owner without a calendar works from Monday to Friday in the time zone of the
// site. subjectZones.ts does the same for a person.

import { CALENDAR, calendarFrom } from 'src/model/calendar/calendarFrom.ts';
import { dayIn, type Day } from 'src/model/calendar/dayIn.ts';
import type { WorkingCalendar } from 'src/model/calendar/workingDays.ts';
import type { Item, ItemId, Values } from 'src/model/item/Item.ts';
import { isItemId } from 'src/model/item/itemId.ts';
import { valuesAt } from 'src/model/schema/paths.ts';
import type { ServerItemType, ServerRegistry } from 'src/model/schema/Registry.ts';
import type { Queryable } from 'src/server/store/database.ts';
import type { ItemStorage, StoredItem } from 'src/server/store/itemStorage.ts';

export type Owned = Pick<StoredItem, 'type' | 'properties' | 'owners'>;

/** Calendars are read from these; they are a part of the services. */
export interface CalendarSources {
  readonly registry: ServerRegistry;
  readonly items: Pick<ItemStorage, 'find'>;
  /** IANA time zone of the site. */
  readonly timeZone: string;
}

/** Returns the members of an item that calendars need. */
export const ownedOf = (item: Item, { name, read }: ServerItemType): Owned => ({
  type: name,
  properties: item as Values,
  owners: read.owner === undefined ? [] : valuesAt(item as Values, read.owner).map(String),
});

/** Returns the owner that the declaration of the type names, or else the item's first owner. */
const ownerIdOf = (
  { registry }: Pick<CalendarSources, 'registry'>,
  { type, properties, owners }: Owned,
): ItemId | undefined => {
  const path = registry.workflows?.subjects[type]?.calendar;
  const named = path === undefined ? [] : valuesAt(properties, path);
  return [...named, ...owners].find((each): each is ItemId => typeof each === 'string' && isItemId(each));
};

/** Returns the working calendar of an owner; that of the site for undefined. */
export const calendarOfOwner = async (
  { items, timeZone }: Omit<CalendarSources, 'registry'>,
  db: Queryable,
  owner: ItemId | undefined,
): Promise<WorkingCalendar> => {
  const stored = owner === undefined ? undefined : await items.find(db, owner);
  return calendarFrom(stored?.properties[CALENDAR], timeZone);
};

/** Reads without a filter: people who are asked to do something learn by when, also where they may not read the owner. */
export const calendarOf = (sources: CalendarSources, db: Queryable, item: Owned): Promise<WorkingCalendar> =>
  calendarOfOwner(sources, db, ownerIdOf(sources, item));

/** Returns a function that gives the time zone of an item's owner. It reads each owner once. */
export const createZones = (sources: CalendarSources, db: Queryable): ((item: Owned) => Promise<string>) => {
  const zones = new Map<ItemId | undefined, Promise<string>>();
  return (item) => {
    const owner = ownerIdOf(sources, item);
    const zone = zones.get(owner) ?? calendarOfOwner(sources, db, owner).then(({ timeZone }) => timeZone);
    zones.set(owner, zone);
    return zone;
  };
};

interface Now {
  readonly services: CalendarSources;
  readonly db: Queryable;
  readonly now: Date;
}

/** Returns the day that it is now where the owner of the item works. */
export const todayOf = async ({ services, db, now }: Now, item: Owned): Promise<Day> =>
  dayIn(now, (await calendarOf(services, db, item)).timeZone);
