// Whether a meeting is still to come, under way or past. Pure; the server indexes it.
// Times are local to the site: the server's time zone (TZ). Defaults: spec domain 3 (ORG-02).

import type { Json } from 'src/model/item/Item.ts';

interface Step {
  readonly from: number;
  readonly value: string;
}

const DATE = /^(\d{4})-(\d{2})-(\d{2})$/;
const TIME = /^(\d{2}):(\d{2})/;

const localTime = (date: Json | undefined, time: Json | undefined, fallback: string): number | undefined => {
  const day = DATE.exec(typeof date === 'string' ? date : '');
  const clock = TIME.exec(typeof time === 'string' ? time : fallback) ?? TIME.exec(fallback);
  if (!day || !clock) return undefined;
  return new Date(Number(day[1]), Number(day[2]) - 1, Number(day[3]), Number(clock[1]), Number(clock[2])).getTime();
};

/** Steps of a meeting's state over time; without a date there is none. Start defaults to 00:00, end to the end of 23:59. */
export const meetingState = (properties: Readonly<Record<string, Json>>): readonly Step[] => {
  const start = localTime(properties['date'], properties['start'], '00:00');
  const end = localTime(properties['date'], properties['end'], '23:59');
  if (start === undefined || end === undefined) return [];
  const past = Math.max(start, end) + 60_000;
  return [
    { from: Number.NEGATIVE_INFINITY, value: 'PENDING' },
    { from: start, value: 'ONGOING' },
    { from: past, value: 'PAST' },
  ];
};
