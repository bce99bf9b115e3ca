// Tokens: signed names of a session. The client may read the user id (`sub`) from one; everything else is asked of the session row.

import { webcrypto } from 'node:crypto';
import { SignJWT, errors, jwtVerify } from 'jose';
import { LRUCache } from 'lru-cache';
import type { Clock } from 'src/base/clock.ts';
import type { ItemId } from 'src/model/item/Item.ts';
import { problem } from 'src/model/problems.ts';

const ALGORITHM = 'HS256';
const ISSUER = 'knowledge-keeper';
/** Longer is no token of ours. */
const MAX_TOKEN_LENGTH = 2048;
const OPENED_TOKENS = 10_000;

export interface TokenNames {
  readonly userId: ItemId;
  readonly tokenId: string;
  readonly expires: Date;
}

export interface Tokens {
  sign(names: TokenNames): Promise<string>;
  /** Returns the token's own id. Throws `tokenExpired` for an expired token of this site, and `notSignedIn` for any other invalid token. */
  open(token: string): Promise<string>;
}

/** Imports the key once; importing it for each token would take five times as long as the verification. */
export const createTokens = async (secret: Uint8Array<ArrayBuffer>, clock: Clock): Promise<Tokens> => {
  const key = await webcrypto.subtle.importKey('raw', secret, { name: 'HMAC', hash: 'SHA-256' }, false, [
    'sign',
    'verify',
  ]);
  return tokensOf(key, clock);
};

interface Opened {
  readonly tokenId: string;
  /** Milliseconds since 1970. */
  readonly ends: number;
}

const tokensOf = (key: webcrypto.CryptoKey, clock: Clock): Tokens => {
  /** Keyed by the whole token, so that its signature is verified only once. */
  const opened = new LRUCache<string, Opened>({ max: OPENED_TOKENS });
  const verify = async (token: string): Promise<Opened> => {
    try {
      const { payload } = await jwtVerify(token, key, {
        algorithms: [ALGORITHM],
        issuer: ISSUER,
        currentDate: clock.now(),
        requiredClaims: ['jti', 'sub', 'exp'],
      });
      return { tokenId: payload.jti ?? '', ends: (payload.exp ?? 0) * 1000 };
    } catch (error) {
      throw problem(error instanceof errors.JWTExpired ? 'tokenExpired' : 'notSignedIn');
    }
  };
  return {
    sign: ({ userId, tokenId, expires }) =>
      new SignJWT({})
        .setProtectedHeader({ alg: ALGORITHM, typ: 'JWT' })
        .setIssuer(ISSUER)
        .setSubject(userId)
        .setJti(tokenId)
        .setIssuedAt(clock.now())
        .setExpirationTime(expires)
        .sign(key),
    async open(token) {
      if (token.length > MAX_TOKEN_LENGTH) throw problem('notSignedIn');
      const known = opened.get(token) ?? (await verify(token));
      if (known.ends <= clock.now().getTime()) throw problem('tokenExpired');
      opened.set(token, known);
      return known.tokenId;
    },
  };
};
