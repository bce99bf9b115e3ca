// Passwords at rest: argon2id. Used by accounts and sign-in only; a password or hash never reaches a log or an answer.

import { hash, verify } from '@node-rs/argon2';
import { invalid } from 'src/model/problems.ts';

// OWASP's first choice for argon2id: 19 MiB, two passes, one lane.
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;
export const MIN_PASSWORD_LENGTH = 10;
const MAX_PASSWORD_LENGTH = 1024;

// Keyboards write the same letters in several ways.
const written = (password: string): string => password.normalize('NFKC');

/** Refuses with `invalid` what is too short or too long to be a password. */
export const checkLength = (password: string): void => {
  if (password.length < MIN_PASSWORD_LENGTH)
    throw invalid([{ path: '/password', message: 'errors.minLength', params: { min: MIN_PASSWORD_LENGTH } }]);
  if (password.length > MAX_PASSWORD_LENGTH)
    throw invalid([{ path: '/password', message: 'errors.maxLength', params: { max: MAX_PASSWORD_LENGTH } }]);
};

/** Refuses as checkLength. */
export const hashPassword = async (password: string): Promise<string> => {
  checkLength(password);
  return await hash(written(password), COST);
};

let nobody: Promise<string> | undefined;

/** Does the same work whether or not there is a hash to compare with. */
export const isPassword = async (stored: string | undefined, password: string): Promise<boolean> => {
  nobody ??= hash('the password of nobody at all', COST);
  const right = await verify(stored ?? (await nobody), written(password.slice(0, MAX_PASSWORD_LENGTH)));
  return right && stored !== undefined;
};
