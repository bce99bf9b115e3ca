// The working calendar that counts for an item: that of the owner whom its type's declaration names, or of its own owner. An owner that
// has declared none works on weekdays, by UTC.

import { isRecord } from 'src/base/isRecord.ts';
import type { ItemId, Json } from 'src/model/item/Item.ts';
import { isItemId } from 'src/model/item/itemId.ts';
import { isTimeZone } from 'src/model/calendar/localDay.ts';
import { PLAIN_CALENDAR, type Closure, type WorkingCalendar } from 'src/model/calendar/workingDays.ts';
import { valuesAt } from 'src/model/schema/paths.ts';
import type { Services } from 'src/server/context.ts';
import type { Queryable } from 'src/server/store/database.ts';
import type { StoredItem } from 'src/server/store/itemStorage.ts';

/** Of an owner. */
const CALENDAR = 'calendar';

const listOf = (value: Json | undefined): readonly Json[] => (Array.isArray(value) ? (value as readonly Json[]) : []);

const closureOf = (value: Json): Closure[] => {
  if (!isRecord(value) || typeof value['from'] !== 'string') return [];
  return [{ from: value['from'], ...(typeof value['to'] === 'string' && { to: value['to'] }) }];
};

export const calendarFrom = (value: Json | undefined): WorkingCalendar => {
  if (!isRecord(value)) return PLAIN_CALENDAR;
  const { timeZone, weekdays, closures } = value as Readonly<Record<string, Json>>;
  const days = listOf(weekdays).map(Number);
  return {
    timeZone: typeof timeZone === 'string' && isTimeZone(timeZone) ? timeZone : PLAIN_CALENDAR.timeZone,
    weekdays: days.length > 0 ? days : PLAIN_CALENDAR.weekdays,
    closures: listOf(closures).flatMap(closureOf),
  };
};

const ownerOf = (
  { registry }: Pick<Services, 'registry'>,
  { type, properties, owners }: Pick<StoredItem, 'type' | 'properties' | 'owners'>,
): ItemId | undefined => {
  const path = registry.workflows?.subjects[type]?.calendar;
  const named = path === undefined ? [] : valuesAt(properties, path);
  return [...named, ...owners].find((each): each is ItemId => typeof each === 'string' && isItemId(each));
};

/** Unfiltered: by when something is due is said to whoever is asked to do it. */
export const calendarOf = async (
  services: Pick<Services, 'registry' | 'items'>,
  db: Queryable,
  item: Pick<StoredItem, 'type' | 'properties' | 'owners'>,
): Promise<WorkingCalendar> => {
  const owner = ownerOf(services, item);
  const stored = owner === undefined ? undefined : await services.items.find(db, owner);
  return calendarFrom(stored?.properties[CALENDAR]);
};
