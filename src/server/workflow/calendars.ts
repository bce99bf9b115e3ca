// The working calendar that counts for an item: that of the owner whom its type's declaration names, or of its own owner. An owner that
// has declared none works on weekdays, by UTC.

import { CALENDAR, calendarFrom } from 'src/model/calendar/calendarFrom.ts';
import { dayIn, type Day } from 'src/model/calendar/localDay.ts';
import type { WorkingCalendar } from 'src/model/calendar/workingDays.ts';
import type { ItemId } from 'src/model/item/Item.ts';
import { isItemId } from 'src/model/item/itemId.ts';
import { valuesAt } from 'src/model/schema/paths.ts';
import type { Context, Services } from 'src/server/context.ts';
import type { Queryable } from 'src/server/store/database.ts';
import type { StoredItem } from 'src/server/store/itemStorage.ts';

const ownerOf = (
  { registry }: Pick<Services, 'registry'>,
  { type, properties, owners }: Pick<StoredItem, 'type' | 'properties' | 'owners'>,
): ItemId | undefined => {
  const path = registry.workflows?.subjects[type]?.calendar;
  const named = path === undefined ? [] : valuesAt(properties, path);
  return [...named, ...owners].find((each): each is ItemId => typeof each === 'string' && isItemId(each));
};

export type Owned = Pick<StoredItem, 'type' | 'properties' | 'owners'>;

interface Reading {
  readonly registry: Services['registry'];
  readonly items: Pick<Services['items'], 'find'>;
}

const calendarOfOwner = async (
  { items }: Reading,
  db: Queryable,
  owner: ItemId | undefined,
): Promise<WorkingCalendar> => {
  const stored = owner === undefined ? undefined : await items.find(db, owner);
  return calendarFrom(stored?.properties[CALENDAR]);
};

/** Unfiltered: by when something is due is said to whoever is asked to do it. */
export const calendarOf = (reading: Reading, db: Queryable, item: Owned): Promise<WorkingCalendar> =>
  calendarOfOwner(reading, db, ownerOf(reading, item));

/** The time zones in which the owners of many items work; each owner is read once. */
export const createZones = (reading: Reading, db: Queryable): ((item: Owned) => Promise<string>) => {
  const zones = new Map<ItemId | undefined, Promise<string>>();
  return (item) => {
    const owner = ownerOf(reading, item);
    const zone = zones.get(owner) ?? calendarOfOwner(reading, db, owner).then(({ timeZone }) => timeZone);
    zones.set(owner, zone);
    return zone;
  };
};

/** The day that it is now where the owner of the item works. */
export const todayOf = async (
  { services, db, now }: Context,
  item: Pick<StoredItem, 'type' | 'properties' | 'owners'>,
): Promise<Day> => dayIn(now, (await calendarOf(services, db, item)).timeZone);
