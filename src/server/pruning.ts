// Forgets what is over: tokens, ended sessions, answers of repeated writes, unread replies, full buckets, reader sets of grants,
// deletions past their undo, the log of letters after a year, what people kept who are gone, alerts of what is gone, calendar feeds of
// who is gone.
// Every process does it now and then; doing it twice harms nothing.

import { asError } from 'src/base/asError.ts';
import { pruneRateLimits } from 'src/server/store/requests/rateLimits.ts';
import { pruneIdempotency } from 'src/server/store/requests/idempotencyKeys.ts';
import { pruneHeldReplies } from 'src/server/store/requests/heldReplies.ts';
import { pruneFeeds } from 'src/server/store/accounts/calendarFeedRows.ts';
import { pruneKept } from 'src/server/store/accounts/keptByPerson.ts';
import { pruneAccountTokens } from 'src/server/store/accounts/tokenRows.ts';
import { pruneCredentials, pruneSessions } from 'src/server/store/accounts/sessionRows.ts';
import { pruneAcls } from 'src/server/store/aclRows.ts';
import { adoptMigrations } from 'src/server/store/itemSchemas.ts';
import { pruneRemoved } from 'src/server/store/removed.ts';
import { pruneAlerts } from 'src/server/store/searchAlerts/searchAlertRows.ts';
import { pruneMail } from 'src/server/store/mail/mailRows.ts';
import { pruneMapLayers } from 'src/server/store/mapLayerRows.ts';
import { sweepFilesLater } from 'src/server/store/fileNames.ts';
import type { Queryable } from 'src/server/store/database.ts';

const REPLIES_INTERVAL_MS = 60_000;
const ADOPT_INTERVAL_MS = 60_000;
const INTERVAL_MS = 60 * 60_000;

/** Returns the stop. */
export const startPruning = (db: Queryable, onError: (error: Error) => void): (() => void) => {
  const run = (prune: (db: Queryable) => Promise<void>) => (): void => {
    prune(db).catch((error: unknown) => {
      onError(asError(error));
    });
  };
  const all = async (): Promise<void> => {
    await pruneSessions(db);
    await pruneIdempotency(db);
    await pruneRateLimits(db);
    await pruneRemoved(db);
    await pruneAcls(db);
    await sweepFilesLater(db);
    await pruneMail(db);
    await pruneKept(db);
    await pruneAccountTokens(db);
    await pruneCredentials(db);
    await pruneAlerts(db);
    await pruneMapLayers(db);
    await pruneFeeds(db);
  };
  const timers = [
    setInterval(run(pruneHeldReplies), REPLIES_INTERVAL_MS),
    setInterval(run(all), INTERVAL_MS),
    setInterval(run(adoptMigrations), ADOPT_INTERVAL_MS),
  ];
  return () => {
    for (const timer of timers) clearInterval(timer);
  };
};
