// Calendar feeds: a person creates a secret address for a search, and a calendar program reads it at intervals. A request with the address
// reads what the person may read at that moment. It opens no session and changes nothing. The person can remove the address at any time.
// Decision 43.

import { randomBytes } from 'node:crypto';
import type { ItemId } from 'src/model/item/Item.ts';
import { problem } from 'src/model/problems.ts';
import type { Subject } from 'src/model/access/Subject.ts';
import type { CalendarNeeds } from 'src/server/calendar/CalendarNeeds.ts';
import { feedEntries } from 'src/server/calendar/feedEntries.ts';
import { writeFeed } from 'src/server/calendar/writeFeed.ts';
import { exportWords } from 'src/server/exchange/exportWords.ts';
import {
  feedBy,
  feedsOf,
  insertFeed,
  noteFeedUsed,
  type FeedQuestion,
} from 'src/server/store/accounts/calendarFeedRows.ts';
import type { Transaction } from 'src/server/store/database.ts';
import { sha256 } from 'src/server/sha256.ts';

const SECRET_BYTES = 24;
const SECRET = /^[\w-]{32}$/;
/** Limit per person. */
const MOST_FEEDS = 20;

const hashOf = (secret: string): Buffer => sha256(secret);

/** Answers the path of the address, which is shown once. */
export const makeFeed = async (
  tx: Transaction,
  person: ItemId,
  question: FeedQuestion,
): Promise<{ readonly feed: number; readonly path: string }> => {
  if ((await feedsOf(tx, person)).length >= MOST_FEEDS) throw problem('tooManyKept');
  const secret = randomBytes(SECRET_BYTES).toString('base64url');
  const feed = await insertFeed(tx, { ...question, person, hash: hashOf(secret) });
  return { feed, path: `/calendar/${secret}.ics` };
};

/** Returns the subject without administrator rights where administrators need a second factor: the address is only one. */
const withoutSecondFactor = ({ requireSecondFactor }: CalendarNeeds, subject: Subject): Subject =>
  subject.admin && requireSecondFactor === 'administrators' ? { ...subject, admin: false } : subject;

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
  const row = SECRET.test(secret) ? await feedBy(services.database, hashOf(secret)) : undefined;
  const subject = row && (await services.sessions.subjectOf(row.person));
  if (!row || !subject) return undefined;
  await admit(row.feed);
  const readFilter = await services.readFilters.readFilterFor(withoutSecondFactor(services, subject));
  const user = await services.items.find(services.database, row.person);
  const language = user?.properties['language'];
  const words = await exportWords(services, { language: typeof language === 'string' ? language : undefined });
  const entries = await feedEntries({ services, readFilter, gone }, row.query);
  await noteFeedUsed(services.database, row.feed);
  return writeFeed(entries, { ...row, words, origin: services.origin });
};
