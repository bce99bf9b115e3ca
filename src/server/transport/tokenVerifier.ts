// Verifies the tokens of HTTP requests. Tokens that this process has not accepted before are counted per address before they are verified,
// so that forged ones cost little, and users with a valid token are not affected by a forger at the same address. Created by createHttpServer.

import { LRUCache } from 'lru-cache';
import type { Clock } from 'src/base/clock.ts';
import { problem } from 'src/model/problems.ts';
import type { Limits } from 'src/server/limits.ts';
import type { TokenVerifier } from 'src/server/http/routeContext.ts';
import type { Sessions } from 'src/server/sessions/sessions.ts';
import { createTokenBuckets } from 'src/server/http/tokenBuckets.ts';

const ACCEPTED_TOKENS = 10_000;

export const createTokenVerifier = (
  sessions: Pick<Sessions, 'verify'>,
  { unknownTokens }: Limits,
  clock: Clock,
): TokenVerifier => {
  const unknown = createTokenBuckets(unknownTokens, clock);
  /** Keyed by signature. */
  const accepted = new LRUCache<string, true>({ max: ACCEPTED_TOKENS });
  return async (token, address) => {
    const signature = token.slice(token.lastIndexOf('.'));
    const known = accepted.get(signature) !== undefined;
    const retryAfter = known ? 0 : unknown.take(address, 1);
    if (retryAfter > 0) throw problem('rateLimited', { retryAfter });
    try {
      const session = await sessions.verify(token);
      accepted.set(signature, true);
      return session;
    } catch (error) {
      accepted.delete(signature);
      throw error;
    }
  };
};
