// Forgets what is over: tokens, ended sessions, answers of repeated writes, unread replies, full buckets, reader sets of grants.
// Every process does it now and then; doing it twice harms nothing.

import { asError } from 'src/base/asError.ts';
import { pruneRateLimits } from 'src/server/store/accounts/rateLimits.ts';
import { pruneIdempotency } from 'src/server/store/accounts/idempotencyKeys.ts';
import { pruneHeldReplies } from 'src/server/store/accounts/heldReplies.ts';
import { pruneSessions } from 'src/server/store/accounts/sessionRows.ts';
import { pruneAcls } from 'src/server/store/aclRows.ts';
import type { Queryable } from 'src/server/store/database.ts';

const OFTEN = 60_000;
const SELDOM = 60 * 60_000;

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
    await pruneAcls(db);
  };
  const timers = [setInterval(run(pruneHeldReplies), OFTEN), setInterval(run(all), SELDOM)];
  return () => {
    for (const timer of timers) clearInterval(timer);
  };
};
