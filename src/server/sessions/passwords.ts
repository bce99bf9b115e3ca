// Passwords at rest: argon2id. Used by accounts and sign-in only; a password or hash never reaches a log or an answer.

import { availableParallelism } from 'node:os';
import { hash, verify } from '@node-rs/argon2';
import { MIN_PASSWORD_LENGTH } from 'src/server/limits.ts';
import { invalid, problem } from 'src/model/problems.ts';
import { createSemaphore } from 'src/server/semaphore.ts';

// OWASP's first choice for argon2id: 19 MiB, two passes, one lane.
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;
const MAX_PASSWORD_LENGTH = 1024;

/**
 * Passwords that are hashed at the same time. Hashing runs in Node's pool of four threads, which reads of files and name lookups share, so a
 * burst of sign-ins may take only part of the pool and of the processors.
 */
const hashing = createSemaphore({ limit: availableParallelism() > 2 ? 2 : 1 });
const PASSWORD_RETRY_S = 10;
/** 200 waiting passwords are about 10 s of work. */
const HASHING_BOUNDS = { waiting: 200, exceeded: () => problem('rateLimited', { retryAfter: PASSWORD_RETRY_S }) };

/** Throws `rateLimited` when too many passwords wait already. */
const queuedHashing = <T>(work: () => Promise<T>): Promise<T> => hashing.run(work, { bounds: HASHING_BOUNDS });

// Keyboards write the same letters in several ways.
const written = (password: string): string => password.normalize('NFKC');

/** Refuses with `invalid` what is too short or too long to be a password. */
export const checkLength = (password: string): void => {
  if (password.length < MIN_PASSWORD_LENGTH)
    throw invalid([{ path: '/password', message: 'errors.minLength', params: { min: MIN_PASSWORD_LENGTH } }]);
  if (password.length > MAX_PASSWORD_LENGTH)
    throw invalid([{ path: '/password', message: 'errors.maxLength', params: { max: MAX_PASSWORD_LENGTH } }]);
};

/** Throws as checkLength does. */
export const hashPassword = async (password: string): Promise<string> => {
  checkLength(password);
  return await queuedHashing(() => hash(written(password), COST));
};

let unknownUserHash: Promise<string> | undefined;

/** Does the same work whether or not there is a hash to compare with. */
export const isPassword = async (stored: string | undefined, password: string): Promise<boolean> => {
  unknownUserHash ??= hash('the password of nobody at all', COST);
  const compared = stored ?? (await unknownUserHash);
  const right = await queuedHashing(() => verify(compared, written(password.slice(0, MAX_PASSWORD_LENGTH))));
  return right && stored !== undefined;
};
