// What a caller may send: frames and bytes, counted for every route before anything is decoded or parsed, so that what is refused
// costs next to nothing. Made once per process by createServer.

import type { Clock } from 'src/base/clock.ts';
import type { Limits } from 'src/server/limits.ts';
import { limitName, type Caller } from 'src/server/transport/caller.ts';
import { createTokenBuckets } from 'src/server/transport/tokenBuckets.ts';

/** Takes one frame of so many bytes; answers 0, or the seconds to wait. */
export type Intake = (caller: Pick<Caller, 'session' | 'address'>, bytes: number) => number;

export const createIntake = (limits: Limits, clock: Clock): Intake => {
  const frames = createTokenBuckets(limits.frames, clock);
  const signedIn = createTokenBuckets(limits.bytes, clock);
  const visitors = createTokenBuckets(limits.visitorBytes, clock);
  return (caller, bytes) => {
    const name = limitName(caller);
    return frames.take(name, 1) || (caller.session ? signedIn : visitors).take(name, bytes);
  };
};
