// Token buckets in the memory of this process. They count frames and bytes before anything else is done with them. createLimiter counts
// across processes.

import type { Clock } from 'src/base/clock.ts';
import type { Limits, Rate } from 'src/server/limits.ts';
import { type Caller, limitName } from 'src/server/http/caller.ts';

export interface TokenBuckets {
  /** Takes from the bucket of that name. Answers 0, or the whole seconds to wait; then nothing is taken. */
  take(name: string, amount: number): number;
}

interface Bucket {
  level: number;
  at: number;
}

/** Names remembered. The bucket that was used least recently is forgotten first: it is the fullest. */
const MAX_BUCKETS = 10_000;

/** A bucket that is not empty grants any amount and is in debt afterwards, so that `burst` need not hold the largest request. */
export const createTokenBuckets = ({ perSecond, burst }: Rate, clock: Clock): TokenBuckets => {
  const buckets = new Map<string, Bucket>();
  return {
    take(name, amount) {
      const now = clock.now().getTime();
      const { level, at } = buckets.get(name) ?? { level: burst, at: now };
      const filled = Math.min(burst, level + (Math.max(0, now - at) / 1000) * perSecond);
      const granted = filled >= Math.min(1, amount);
      buckets.delete(name);
      buckets.set(name, { level: granted ? filled - amount : filled, at: now });
      for (const oldest of buckets.keys()) {
        if (buckets.size <= MAX_BUCKETS) break;
        buckets.delete(oldest);
      }
      return granted ? 0 : Math.max(1, Math.ceil((1 - filled) / perSecond));
    },
  };
};

/**
 * Takes one frame (or `count` of them) of so many bytes from the limits of a caller. Returns 0, or the seconds to wait. Called for every
 * route before anything is decoded or parsed, so that a refusal costs little.
 */
export type Intake = (caller: Pick<Caller, 'session' | 'address'>, bytes: number, count?: number) => number;

/** Called once per process by createHttpServer. */
export const createIntake = (limits: Limits, clock: Clock): Intake => {
  const frames = createTokenBuckets(limits.frames, clock);
  const signedIn = createTokenBuckets(limits.bytes, clock);
  const visitors = createTokenBuckets(limits.visitorBytes, clock);
  return (caller, bytes, count = 1) => {
    const name = limitName(caller);
    return frames.take(name, count) || (caller.session ? signedIn : visitors).take(name, bytes);
  };
};
