// Period of a stored date on a timeline: a year is the whole year, a month the whole month, a moment only itself. Years
// before year 1 are negative or zero, as in ISO 8601. Pure; used for the items in view, whose values are completely
// known.

import { DAY_MS } from 'src/base/dayMs.ts';
import type { ItemId, Json } from 'src/model/item/Item.ts';
import { KINDS } from 'src/model/generated/kinds.ts';
import type { DaySpan } from 'src/model/kinds/Kind.ts';
import { OPEN_SPAN_MS, utcDay } from 'src/model/query/timeScale.ts';
import type { Property } from 'src/model/schema/Property.ts';

/** Milliseconds since 1970; `to` is the first moment after it, or `from` itself for a moment. */
export interface TimeSpan {
  readonly from: number;
  readonly to: number;
  /** It may begin earlier or later than drawn. */
  readonly softStart?: boolean;
  readonly softEnd?: boolean;
}

/** An item with its time. */
export interface TimedItem extends TimeSpan {
  readonly id: ItemId;
}

const PARTIAL = /^(-?\d{1,6})(?:-(\d{2})(?:-(\d{2}))?)?$/;

const ofParts = (year: number, month: number | undefined, day: number | undefined): TimeSpan => {
  if (month === undefined) return { from: utcDay(year), to: utcDay(year + 1) };
  if (day === undefined) return { from: utcDay(year, month), to: utcDay(year, month + 1) };
  const from = utcDay(year, month, day);
  return { from, to: from + DAY_MS };
};

/** `1931` is all of 1931, `1931-03` that March, `-0449` the year 450 before the common era. Undefined for what is no date. */
export const spanOfDate = (value: Json | undefined): TimeSpan | undefined => {
  if (typeof value === 'number') return Number.isInteger(value) ? ofParts(value, undefined, undefined) : undefined;
  if (typeof value !== 'string') return undefined;
  const [, year, month, day] = PARTIAL.exec(value) ?? [];
  if (year !== undefined)
    return ofParts(
      Number(year),
      month === undefined ? undefined : Number(month),
      day === undefined ? undefined : Number(day),
    );
  const moment = Date.parse(value);
  return Number.isNaN(moment) ? undefined : { from: moment, to: moment };
};

export const softSpan = ({ earliest, latest, isStartSure, isEndSure }: DaySpan): TimeSpan => ({
  from: Number.isFinite(earliest) ? earliest : latest - OPEN_SPAN_MS,
  to: Number.isFinite(latest) ? latest + DAY_MS : earliest + OPEN_SPAN_MS,
  softStart: !isStartSure,
  softEnd: !isEndSure,
});

/** A stored date and the property that holds it. */
export interface Dated {
  readonly property: Property | undefined;
  readonly value: Json | undefined;
}

const spanOfProperty = ({ property, value }: Dated): TimeSpan | undefined => {
  const span = property && typeof value === 'string' ? KINDS[property.kind].span?.(value) : undefined;
  return span ? softSpan(span) : spanOfDate(value);
};

/** Returns when a date begins; undefined where it has no start. */
export const startTime = (dated: Dated): number | undefined => {
  const { property, value } = dated;
  const span = property && typeof value === 'string' ? KINDS[property.kind].span?.(value) : undefined;
  const from = span?.earliest ?? spanOfDate(value)?.from;
  return from === undefined || !Number.isFinite(from) ? undefined : from;
};

/** Returns the time from the beginning of the start to the end of the end; undefined without a start. */
export const spanOf = (start: Dated, end: Dated): TimeSpan | undefined => {
  const first = spanOfProperty(start);
  const last = spanOfProperty(end);
  if (!first || !last || last.to <= first.from) return first;
  return { ...first, to: last.to, ...(last.softEnd === undefined ? {} : { softEnd: last.softEnd }) };
};

/** Returns the span of an item in the answer of a search: a start without an end is a day, or a moment. */
export const foundSpan = (from: number, to: number | null, isDay: boolean): TimeSpan => {
  if (to !== null && to > from) return { from, to };
  return { from, to: isDay && from % DAY_MS === 0 ? from + DAY_MS : from };
};
