// A calendar feed as iCalendar (RFC 5545). An entry keeps its UID for good, and its SEQUENCE is the update counter of its item, so that a
// program replaces what it had. Whole days are dates without a time zone; moments are in UTC, which needs no table of zones.

import ical, { ICalAlarmType } from 'ical-generator';
import { DAY_MS } from 'src/base/dayMs.ts';
import type { FeedEntry } from 'src/server/calendar/feedEntries.ts';
import type { ExportWords } from 'src/server/exchange/exportWords.ts';
import { withoutControls } from 'src/server/exchange/xmlText.ts';

interface FeedOptions {
  readonly name: string;
  readonly names: boolean;
  readonly remind: number | null;
  readonly words: ExportWords;
  readonly origin: string;
}

/** Interval at which a program should ask, in seconds. */
const ASK_EVERY = 3_600;
const MOST_NAME = 300;

const midnight = (day: string): Date => new Date(`${day}T00:00:00Z`);

/** Returns the name of the calendar as a TEXT of RFC 5545 on one line. The library escapes texts of events, and not this one. */
const escapedName = (name: string): string =>
  withoutControls(name)
    .replaceAll(/\s+/gu, ' ')
    .replaceAll(/[\\;,]/gu, '\\$&');

export const writeFeed = (entries: readonly FeedEntry[], options: FeedOptions): string => {
  const { name, names, remind, words, origin } = options;
  const { host } = new URL(origin);
  const calendar = ical({ name: escapedName(name), prodId: '-//Knowledge Keeper//Calendar//EN', ttl: ASK_EVERY });
  for (const { item, type, time, isPrivate } of entries) {
    const kind = words.named(`types.${type.name}.label`, type.name);
    const label = withoutControls(item.$label).slice(0, MOST_NAME);
    const event = calendar.createEvent({
      id: `${item.$id}@${host}`,
      sequence: item._u,
      lastModified: new Date(item.updated),
      summary: names && !isPrivate && label !== '' ? label : kind,
      categories: [{ name: kind }],
      url: `${origin}/i-${item.$id}`,
      ...(time.allDay
        ? { allDay: true, start: midnight(time.first), end: new Date(midnight(time.last).getTime() + DAY_MS) }
        : { start: time.start, ...(time.end && { end: time.end }) }),
    });
    if (remind !== null)
      event.createAlarm({ type: ICalAlarmType.display, triggerBefore: (remind * DAY_MS) / 1_000, description: kind });
  }
  return calendar.toString();
};
