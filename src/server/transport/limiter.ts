// Rate limits, shared by all processes through one table, at the price of one statement per few requests: this process
// leases some tokens at a time and forgets what it did not use within a second.

import type { Clock } from 'src/base/clock.ts';
import { problem } from 'src/model/problems.ts';
import type { Rate } from 'src/server/siteSettings.ts';
import { takeTokens } from 'src/server/store/accounts/rateLimits.ts';
import type { Queryable } from 'src/server/store/database.ts';

const LEASE_LIFE = 1_000;
/** A lease is this part of a full bucket, so that several processes share it fairly. */
const LEASE_PART = 10;
const KEPT = 10_000;

interface Lease {
  tokens: number;
  until: number;
  /** Requests of one name ask the table one after the other. */
  tail: Promise<unknown>;
}

export interface Limiter {
  /** Refuses with `rateLimited` and the seconds to wait. */
  take(name: string, rate: Rate): Promise<void>;
}

export const createLimiter = (db: Queryable, clock: Clock): Limiter => {
  const leases = new Map<string, Lease>();

  const leaseOf = (name: string): Lease => {
    const lease = leases.get(name) ?? { tokens: 0, until: 0, tail: Promise.resolve() };
    if (leases.size > KEPT) leases.clear();
    leases.set(name, lease);
    return lease;
  };

  const useLeased = (lease: Lease): boolean => {
    if (lease.tokens < 1 || clock.now().getTime() >= lease.until) return false;
    lease.tokens -= 1;
    return true;
  };

  /** How many were granted; refuses when not even one is left. */
  const lend = async (name: string, rate: Rate): Promise<number> => {
    const wanted = Math.max(1, Math.floor(rate.burst / LEASE_PART));
    if ((await takeTokens(db, { name, ...rate }, wanted)) === undefined) return wanted;
    const wait = await takeTokens(db, { name, ...rate });
    if (wait !== undefined) throw problem('rateLimited', { retryAfter: wait });
    return 1;
  };

  const refill = async (lease: Lease, name: string, rate: Rate): Promise<void> => {
    if (useLeased(lease)) return;
    lease.tokens = (await lend(name, rate)) - 1;
    lease.until = clock.now().getTime() + LEASE_LIFE;
  };

  return {
    async take(name, rate) {
      const lease = leaseOf(name);
      if (useLeased(lease)) return;
      const turn = lease.tail.then(() => refill(lease, name, rate));
      lease.tail = turn.catch(() => undefined);
      await turn;
    },
  };
};
