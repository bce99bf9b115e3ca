// Moves of an entry of a calendar to another day. Pure; days have the form `2026-11-23`.

import { isWritable } from 'src/client/forms/draft/EditableValue.tsx';
import { dayIn, type Day } from 'src/model/calendar/dayIn.ts';
import { instantOf, offsetAt } from 'src/model/calendar/instantOf.ts';
import { addDays } from 'src/model/calendar/localDay.ts';
import type { Item, Json, Values } from 'src/model/item/Item.ts';
import { isDay, isMomentAt } from 'src/model/kinds/kindTraits.ts';
import type { Property } from 'src/model/schema/Property.ts';
import type { ItemType } from 'src/model/schema/Registry.ts';

/** Time of a new entry that begins at a moment. */
const FIRST_HOUR = '09:00';

const isDayOrMoment = (type: ItemType, property: Property | undefined): property is Property =>
  property !== undefined && !property.many && (isDay(property) || isMomentAt(type.properties, property.name));

/** Returns the property with the day of an entry; undefined where no person writes it, such as a deadline that the server computes. */
export const startProperty = (type: ItemType, closed: readonly string[]): Property | undefined => {
  const property = type.properties[type.view.schedule?.start ?? ''];
  return isDayOrMoment(type, property) && isWritable(property, closed) ? property : undefined;
};

/** Returns the same local time some days later, also where clocks change in between. */
const laterMoment = (moment: string, days: number, zone: string): string | undefined => {
  const instant = new Date(moment);
  const local = new Date(instant.getTime() + offsetAt(zone, instant.getTime()));
  return instantOf(addDays(dayIn(instant, zone), days), local.toISOString().slice(11, 19), zone)?.toISOString();
};

interface MoveOptions {
  readonly days: number;
  readonly zone: string;
}

/** Returns the new values of an entry that is moved by a number of days. It lasts as long as before. */
export const movedValues = (item: Item, type: ItemType, { days, zone }: MoveOptions): Values => {
  const { start, end } = type.view.schedule ?? {};
  return Object.fromEntries(
    [start, end].flatMap((path): [string, Json][] => {
      const value = path === undefined ? undefined : item[path];
      if (path === undefined || typeof value !== 'string') return [];
      const isMoment = isMomentAt(type.properties, path);
      const later = isMoment ? laterMoment(value, days, zone) : addDays(value, days);
      return later === undefined ? [] : [[path, later]];
    }),
  );
};

/** Returns the first values of a new item on a day. */
export const valuesOn = (day: Day, type: ItemType, zone: string): Values => {
  const start = type.view.schedule?.start ?? '';
  const value = isMomentAt(type.properties, start) ? instantOf(day, FIRST_HOUR, zone)?.toISOString() : day;
  return value === undefined ? {} : { [start]: value };
};

/** Returns the day of a stored start. */
export const dayOfStart = (item: Item, type: ItemType, zone: string): Day | undefined => {
  const start = type.view.schedule?.start ?? '';
  const value = item[start];
  if (typeof value !== 'string') return undefined;
  return isMomentAt(type.properties, start) ? dayIn(new Date(value), zone) : value;
};
