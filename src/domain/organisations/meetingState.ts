// Computes the state of a meeting: to come, under way, past or cancelled. Pure; the server indexes the result. Defaults: ORG-02.

import { instantOf } from 'src/model/calendar/instantOf.ts';
import type { Json } from 'src/model/item/Item.ts';

interface Step {
  readonly from: number;
  readonly value: string;
}

const MEETING_TIME = /^\d{2}:\d{2}/;

const timeOrFallback = (time: Json | undefined, fallback: string): string =>
  (typeof time === 'string' ? MEETING_TIME.exec(time)?.[0] : undefined) ?? fallback;

/**
 * Returns the steps of a meeting's state over time; none for a meeting without a date, and one for a cancelled meeting. The day and times are those of the time zone.
 * The start defaults to 00:00, the end to the end of 23:59.
 */
export const meetingState = (properties: Readonly<Record<string, Json>>, timeZone: string): readonly Step[] => {
  const { date, cancelled } = properties;
  if (cancelled === true) return [{ from: Number.NEGATIVE_INFINITY, value: 'CANCELLED' }];
  const at = (time: string): number | undefined =>
    typeof date === 'string' ? instantOf(date, time, timeZone)?.getTime() : undefined;
  const start = at(timeOrFallback(properties['start'], '00:00'));
  const end = at(timeOrFallback(properties['end'], '23:59'));
  if (start === undefined || end === undefined) return [];
  const past = Math.max(start, end) + 60_000;
  return [
    { from: Number.NEGATIVE_INFINITY, value: 'PENDING' },
    { from: start, value: 'ONGOING' },
    { from: past, value: 'PAST' },
  ];
};
