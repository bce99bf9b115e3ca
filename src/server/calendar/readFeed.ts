// Calendar feeds: a person creates a secret address for a search, and a calendar program reads it at intervals. A request with the address
// reads what the person may read at that moment. It opens no session and changes nothing. The person can remove the address at any time.
// Decision 43.

import type { ItemId } from 'src/model/item/Item.ts';
import type { CalendarNeeds } from 'src/server/calendar/CalendarNeeds.ts';
import { feedEntries } from 'src/server/calendar/feedEntries.ts';
import { writeFeed } from 'src/server/calendar/writeFeed.ts';
import { exportWords } from 'src/server/exchange/exportWords.ts';
import { newSecret, personAtSecret, refuseTooManyAddresses } from 'src/server/sessions/secretAddresses.ts';
import {
  CALENDAR_PURPOSE,
  feedOf,
  insertFeed,
  noteFeedUsed,
  type FeedQuestion,
} from 'src/server/store/accounts/calendarFeedRows.ts';
import type { Transaction } from 'src/server/store/database.ts';

/** Answers the path of the address, which is shown once. */
export const makeFeed = async (
  tx: Transaction,
  person: ItemId,
  question: FeedQuestion,
): Promise<{ readonly feed: number; readonly path: string }> => {
  await refuseTooManyAddresses(tx, person, CALENDAR_PURPOSE);
  const { secret, hash } = newSecret();
  const feed = await insertFeed(tx, { ...question, person, hash });
  return { feed, path: `/calendar/${secret}.ics` };
};

interface FeedReader {
  /** Aborted when the client closes the connection. */
  readonly gone: AbortSignal;
  /** Counts the feed, and refuses with `rateLimited`. */
  admit(feed: number): Promise<void>;
}

/** Undefined for an unknown address, an expired one, and one of a blocked or deleted person, so that callers cannot distinguish them. */
export const readFeed = async (
  services: CalendarNeeds,
  secret: string,
  { gone, admit }: FeedReader,
): Promise<string | undefined> => {
  const found = await personAtSecret(services, { secret, purpose: CALENDAR_PURPOSE });
  const row = found && (await feedOf(services.database, found.address));
  if (!row) return undefined;
  await admit(row.feed);
  const readFilter = await services.readFilters.readFilterFor(found.subject);
  const user = await services.items.find(services.database, row.person);
  const language = user?.properties['language'];
  const words = await exportWords(services, { language: typeof language === 'string' ? language : undefined });
  const entries = await feedEntries({ services, readFilter, gone }, row.query);
  await noteFeedUsed(services.database, row.feed);
  return writeFeed(entries, { ...row, words, origin: services.origin });
};
