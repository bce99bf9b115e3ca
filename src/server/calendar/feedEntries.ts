// Entries of a calendar feed: the items that its search finds, on the days that their types declare for a calendar, as its person may read
// them now.

import { dayIn, type Day } from 'src/model/calendar/dayIn.ts';
import { addDays } from 'src/model/calendar/localDay.ts';
import { instantOf } from 'src/model/calendar/instantOf.ts';
import type { Item, ItemId } from 'src/model/item/Item.ts';
import { levelOf } from 'src/model/item/levelOf.ts';
import type { Query } from 'src/model/generated/wire.ts';
import { valuesAt } from 'src/model/schema/paths.ts';
import type { ServerItemType } from 'src/model/schema/Registry.ts';
import type { ReadFilter } from 'src/server/store/readers/readFilters.ts';
import type { CalendarNeeds } from 'src/server/calendar/CalendarNeeds.ts';
import { createZones, ownedOf } from 'src/server/store/calendars.ts';
import { isMomentAt } from 'src/model/kinds/kindTraits.ts';

/** Channel of calendar feeds in the audit of reads. */
export const FEED_CHANNEL = 'calendarFeed';
/** Largest number of entries that calendar programs handle well. */
const MOST_FEED_ENTRIES = 2_000;
/** Days before and after today: older ones are looked up in the calendar of the page. */
const BACK = 400;
const AHEAD = 1_100;
const FEED_PART = 5_000;
/** Maximum number of pages of FEED_PART results that are searched for entries in the period. */
const MOST_PARTS = 20;
const FEED_PAGE = 500;

interface WholeDays {
  readonly allDay: true;
  readonly first: Day;
  /** Belongs to it. */
  readonly last: Day;
}

interface Moments {
  readonly allDay: false;
  readonly start: Date;
  readonly end: Date | undefined;
}

export interface FeedEntry {
  readonly item: Item;
  readonly type: ServerItemType;
  /** True for an item that only readers of the strictest level may see. Its name is never sent to a calendar program. */
  readonly isPrivate: boolean;
  readonly time: WholeDays | Moments;
}

interface Asking {
  readonly services: CalendarNeeds;
  readonly readFilter: ReadFilter;
  readonly gone: AbortSignal;
}

const idsAround = async ({ services, readFilter, gone }: Asking, query: Query): Promise<readonly ItemId[]> => {
  const today = dayIn(services.clock.now(), await services.zoneOf(readFilter.subject));
  const [first, last] = [Date.parse(addDays(today, -BACK)), Date.parse(addDays(today, AHEAD))];
  const found: { readonly id: ItemId; readonly from: number }[] = [];
  for (let after: string | undefined, parts = 0; parts < MOST_PARTS; parts += 1) {
    // oxlint-disable-next-line no-await-in-loop -- each part names the next
    const answer = await services.search.search(
      readFilter,
      { ...query, days: true, max: FEED_PART, ...(after !== undefined && { after }) },
      gone,
    );
    answer.ids.forEach((id, at) => {
      const [from, to] = answer.times?.[at] ?? [];
      if (typeof from === 'number' && from <= last && Math.max(from, to ?? from) >= first) found.push({ id, from });
    });
    ({ after } = answer);
    if (after === undefined) break;
  }
  // Keeps the latest entries: future ones are more useful than old ones.
  return found
    .toSorted((one, other) => other.from - one.from)
    .slice(0, MOST_FEED_ENTRIES)
    .map(({ id }) => id);
};

const feedText = (item: Item, path: string | undefined): string | undefined => {
  const [value] = path === undefined ? [] : valuesAt(item, path);
  return typeof value === 'string' && value !== '' ? value : undefined;
};

const DAY_TEXT = /^\d{4}-\d{2}-\d{2}$/;

const feedEntryTime = (
  item: Item,
  { view, properties }: ServerItemType,
  zone: string,
): FeedEntry['time'] | undefined => {
  const { start, end, from, to } = view.schedule ?? {};
  const begins = feedText(item, start);
  const ends = feedText(item, end);
  if (begins === undefined) return undefined;
  if (isMomentAt(properties, start)) {
    const [first, last] = [new Date(begins), ends === undefined ? undefined : new Date(ends)];
    return { allDay: false, start: first, end: last && last > first ? last : undefined };
  }
  if (!DAY_TEXT.test(begins)) return undefined;
  const clock = feedText(item, from);
  const first = clock === undefined ? undefined : instantOf(begins, clock, zone);
  if (!first) {
    const last = ends !== undefined && DAY_TEXT.test(ends) && ends > begins ? ends : begins;
    return { allDay: true, first: begins, last };
  }
  const last = instantOf(begins, feedText(item, to) ?? '', zone);
  return { allDay: false, start: first, end: last && last > first ? last : undefined };
};

/** Returns entries in the order of their days. Each page is read by the rights that are asked for at its beginning. */
export const feedEntries = async (asking: Asking, query: Query): Promise<readonly FeedEntry[]> => {
  const { services, readFilter, gone } = asking;
  const ids = await idsAround(asking, query);
  const zoneOf = createZones(services, services.database);
  const entries: FeedEntry[] = [];
  for (let at = 0; at < ids.length; at += FEED_PAGE) {
    gone.throwIfAborted();
    // oxlint-disable-next-line no-await-in-loop -- a page after the other: memory stays flat
    const items = await services.items.readVisible(services.database, readFilter, ids.slice(at, at + FEED_PAGE), {
      channel: FEED_CHANNEL,
    });
    for (const item of items) {
      const type = services.registry.types[item._t];
      // oxlint-disable-next-line no-await-in-loop -- the zone comes from owners that are already read
      const time = type && !item.$labelOnly && feedEntryTime(item, type, await zoneOf(ownedOf(item, type)));
      if (type && time) entries.push({ item, type, time, isPrivate: levelOf(type, item) === 'PRIVATE' });
    }
  }
  const orderOf = ({ time }: FeedEntry): string => (time.allDay ? time.first : time.start.toISOString());
  return entries.toSorted((one, other) => (orderOf(one) < orderOf(other) ? -1 : 1));
};
