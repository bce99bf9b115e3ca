// Applies the rate limits of limits.ts to requests: dispatch takes the cost of each operation here, other routes call it themselves. The
// buckets are shared by all processes through one table. To avoid a statement per request, this process leases several tokens at a time and
// drops those that it did not use within ten seconds. A bucket therefore gives at most a tenth more for each process that a caller uses. It
// remembers a refusal while it lasts, so that a flood queries the table once per second.

import type { Clock } from 'src/base/clock.ts';
import { isProblem, problem } from 'src/model/problems.ts';
import type { Limits, Rate } from 'src/server/limits.ts';
import { createCollectedReads } from 'src/server/store/collectedReads.ts';
import { takeFromEach, takeTokens } from 'src/server/store/requests/rateLimitRows.ts';
import type { Queryable } from 'src/server/store/database.ts';
import { limitName, type Caller } from 'src/server/http/caller.ts';

const LEASE_LIFE_MS = 10_000;
/** Requests of one name that follow a failed query fail in the same way for this time. */
const FAILURE_MS = 1_000;
/** A lease is this part of a full bucket, so that several processes share it fairly. */
const LEASE_PART = 10;
const MAX_REMEMBERED_NAMES = 10_000;

interface Lease {
  tokens: number;
  until: number;
  /** No tokens for `cost` or more before this time. */
  refused: { readonly until: number; readonly cost: number };
  failed?: { readonly until: number; readonly error: unknown };
  /** Requests of one name ask the table one after the other. */
  tail: Promise<unknown>;
}

/** Rates that are counted in the table. */
export type SharedRate = keyof Pick<Limits, 'search' | 'write' | 'tile' | 'export' | 'other'>;

export interface Limiter {
  /**
   * Takes `cost` tokens (default 1, at most a full bucket) of the caller, or of a bucket with this name. Throws `rateLimited` with the
   * seconds to wait.
   */
  take(rate: SharedRate, who: Pick<Caller, 'session' | 'address'> | string, cost?: number): Promise<void>;
}

interface LimiterOptions {
  readonly database: Queryable;
  readonly clock: Clock;
  readonly limits: Pick<Limits, SharedRate>;
}

const leaseSize = ({ burst }: Rate): number => Math.floor(burst / LEASE_PART);

type PartTaker = (name: string) => Promise<true | undefined>;

/**
 * Returns functions that take a part of a bucket with this rate. When thousands of people sign in at once, a few statements take the parts
 * of all of them.
 */
const createPartTakers = (db: Queryable): ((rate: Rate) => PartTaker) => {
  const takers = new Map<Rate, PartTaker>();
  return (rate) => {
    const known = takers.get(rate);
    if (known) return known;
    const taker = createCollectedReads(async (names: readonly string[]) => {
      const taken = await takeFromEach(db, names, { ...rate, count: leaseSize(rate) });
      return new Map(taken.map((name) => [name, true as const]));
    });
    takers.set(rate, taker);
    return taker;
  };
};

export const createLimiter = ({ database: db, clock, limits }: LimiterOptions): Limiter => {
  const leases = new Map<string, Lease>();
  const takerOf = createPartTakers(db);
  const now = (): number => clock.now().getTime();

  const leaseOf = (name: string): Lease => {
    const lease = leases.get(name) ?? {
      tokens: 0,
      until: 0,
      refused: { until: 0, cost: 0 },
      tail: Promise.resolve(),
    };
    leases.delete(name);
    leases.set(name, lease);
    for (const oldest of leases.keys()) {
      if (leases.size <= MAX_REMEMBERED_NAMES) break;
      leases.delete(oldest);
    }
    return lease;
  };

  const leased = (lease: Lease): number => (now() < lease.until ? lease.tokens : 0);

  const useLeased = (lease: Lease, cost: number): boolean => {
    if (leased(lease) < cost) return false;
    lease.tokens -= cost;
    return true;
  };

  /** Returns the number of tokens that were leased. Throws `rateLimited` if not even `missing` are left. */
  const lend = async (name: string, rate: Rate, missing: number): Promise<number> => {
    const part = leaseSize(rate);
    if (missing <= part && (await takerOf(rate)(name)) === true) return part;
    const wait = await takeTokens(db, { name, ...rate }, missing);
    if (wait !== undefined) throw problem('rateLimited', { retryAfter: wait });
    return missing;
  };

  const refill = async (
    lease: Lease,
    { name, rate, cost }: { name: string; rate: Rate; cost: number },
  ): Promise<void> => {
    if (useLeased(lease, cost)) return;
    const { refused, failed } = lease;
    // Requests that waited for a query that failed do not wait for another one.
    if (failed && now() < failed.until) throw failed.error;
    if (cost >= refused.cost && now() < refused.until)
      throw problem('rateLimited', { retryAfter: Math.ceil((refused.until - now()) / 1000) });
    const left = leased(lease);
    try {
      lease.tokens = left + (await lend(name, rate, cost - left)) - cost;
      lease.until = now() + LEASE_LIFE_MS;
    } catch (error) {
      const wait = isProblem(error) ? error.params?.['retryAfter'] : undefined;
      if (typeof wait === 'number') lease.refused = { until: now() + wait * 1000, cost };
      else lease.failed = { until: now() + FAILURE_MS, error };
      throw error;
    }
  };

  return {
    async take(rateName, who, cost = 1) {
      const rate = limits[rateName];
      const name = `${rateName}:${typeof who === 'string' ? who : limitName(who)}`;
      const lease = leaseOf(name);
      const payable = Math.min(cost, rate.burst);
      if (useLeased(lease, payable)) return;
      const turn = lease.tail.then(() => refill(lease, { name, rate, cost: payable }));
      lease.tail = turn.catch(() => undefined);
      await turn;
    },
  };
};
