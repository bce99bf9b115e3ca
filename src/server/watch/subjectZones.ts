// Caches the time zones of people's days, so that a search, a dashboard or a sign-in need not read their organisation. Called by
// services.ts.
import { readOrgsOf, type Subject } from 'src/model/access/Subject.ts';
import { itemId } from 'src/model/item/itemId.ts';
import type { ItemId } from 'src/model/item/Item.ts';
import type { ServerRegistry } from 'src/model/schema/Registry.ts';
import { boundedCache } from 'src/server/store/boundedCache.ts';
import { calendarOfOwner } from 'src/server/store/calendars.ts';
import type { Database } from 'src/server/store/database.ts';
import type { ItemStorage } from 'src/server/store/itemStorage.ts';
import type { Feed } from 'src/server/watch/changeFeed.ts';

interface Options {
  readonly registry: ServerRegistry;
  readonly items: Pick<ItemStorage, 'find'>;
  readonly database: Database;
  readonly feed: Pick<Feed, 'use'>;
  /** IANA time zone of the site. */
  readonly timeZone: string;
}

const MAX_ZONES = 10_000;

/** Returns the IANA zone in which a person's days count: that of the first organisation whose items they read, or else that of the site. */
export type ZoneOfSubject = (subject: Pick<Subject, 'memberships'>) => Promise<string>;

/** Returns a function that reads an organisation once, and again after the feed reports a change of it. */
export const createSubjectZones = ({ registry, items, database, feed, timeZone }: Options): ZoneOfSubject => {
  const zones = boundedCache<ItemId, Promise<string>>(MAX_ZONES);
  const names = new Map(Object.values(registry.types).map(({ number, name }) => [number, name]));
  feed.use({
    load: () => Promise.resolve(zones.clear()),
    apply: (changes) => Promise.resolve(changes.forEach(({ t, i }) => zones.delete(itemId(names.get(t) ?? '', i)))),
  });
  return async ({ memberships }) => {
    const [owner] = readOrgsOf({ memberships });
    if (owner === undefined) return timeZone;
    const known = zones.get(owner);
    if (known) return await known;
    const zone = calendarOfOwner({ items, timeZone }, database, owner).then((calendar) => calendar.timeZone);
    zones.set(owner, zone);
    return await zone.catch((thrown: unknown) => {
      zones.delete(owner);
      throw thrown;
    });
  };
};
