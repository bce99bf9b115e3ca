// Passwords at rest: argon2id. Used by accounts and sign-in only; a password or hash never reaches a log or an answer.

import { availableParallelism } from 'node:os';
import { hash, verify } from '@node-rs/argon2';
import PQueue from 'p-queue';
import { MIN_PASSWORD_LENGTH } from 'src/server/limits.ts';
import { invalid, problem } from 'src/model/problems.ts';

// OWASP's first choice for argon2id: 19 MiB, two passes, one lane.
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;
const MAX_PASSWORD_LENGTH = 1024;

/**
 * Passwords that are hashed at the same time. Hashing runs in Node's pool of four threads, which reads of files and name lookups share, so a
 * burst of sign-ins may take only part of the pool and of the processors.
 */
const hashing = new PQueue({ concurrency: availableParallelism() > 2 ? 2 : 1 });
/** Passwords that may wait for their turn, about 10 s of work. */
const MAX_WAITING = 200;
const PASSWORD_RETRY_S = 10;

/** Runs the hashing in its turn. Throws `rateLimited` when too many passwords wait already. */
const queuedHashing = async <T>(work: () => Promise<T>): Promise<T> => {
  if (hashing.size >= MAX_WAITING) throw problem('rateLimited', { retryAfter: PASSWORD_RETRY_S });
  return await hashing.add(work);
};

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

let nobody: Promise<string> | undefined;

/** Does the same work whether or not there is a hash to compare with. */
export const isPassword = async (stored: string | undefined, password: string): Promise<boolean> => {
  nobody ??= hash('the password of nobody at all', COST);
  const compared = stored ?? (await nobody);
  const right = await queuedHashing(() => verify(compared, written(password.slice(0, MAX_PASSWORD_LENGTH))));
  return right && stored !== undefined;
};
