// One-use links in emails. Used by accounts/ only. A token is stored as its hash.

import { randomBytes } from 'node:crypto';
import type { Queryable } from 'src/server/store/database.ts';
import { sha256 } from 'src/server/sha256.ts';

export type TokenPurpose = 'register' | 'invite' | 'password';

export interface AccountToken {
  readonly purpose: TokenPurpose;
  readonly user_id: string | null;
  readonly email: string;
  readonly name: string | null;
}

const TOKEN_PATTERN = /^[\w-]{43}$/;
const tokenHash = (token: string): Buffer => sha256(token);

/** Creates a token and returns it. It cannot be read again. */
export const insertAccountToken = async (db: Queryable, token: AccountToken, expires: Date): Promise<string> => {
  const newToken = randomBytes(32).toString('base64url');
  const { purpose, user_id, email, name } = token;
  await db.query(
    'insert into account_token (hash, purpose, user_id, email, name, expires) values ($1, $2, $3, $4, $5, $6)',
    [tokenHash(newToken), purpose, user_id, email, name, expires],
  );
  return newToken;
};

const FOUND = 'where hash = $1 and purpose = any($2) and expires > $3';

export interface Asked {
  readonly token: string;
  readonly purposes: readonly TokenPurpose[];
  readonly now: Date;
}

export const findAccountToken = async (
  db: Queryable,
  { token, purposes, now }: Asked,
): Promise<AccountToken | undefined> => {
  if (!TOKEN_PATTERN.test(token)) return undefined;
  return (
    await db.query<AccountToken>(`select purpose, user_id, email, name from account_token ${FOUND}`, [
      ...[tokenHash(token), purposes, now],
    ])
  )[0];
};

/** Uses a token. Only one of several concurrent calls succeeds. Older links for the same address are deleted. */
export const useAccountToken = async (
  db: Queryable,
  { token, purposes, now }: Asked,
): Promise<AccountToken | undefined> => {
  if (!TOKEN_PATTERN.test(token)) return undefined;
  const [used] = await db.query<AccountToken>(
    `delete from account_token ${FOUND} returning purpose, user_id, email, name`,
    [tokenHash(token), purposes, now],
  );
  if (used) await db.query('delete from account_token where email = $1', [used.email]);
  return used;
};

export const dropAccountTokens = async (db: Queryable, email: string): Promise<void> => {
  await db.query('delete from account_token where email = $1', [email]);
};

export const pruneAccountTokens = async (db: Queryable): Promise<void> => {
  await db.query('delete from account_token where expires < now()');
  await db.query('delete from sign_in_challenge where expires < now()');
  await db.query('delete from spent_proof where expires < now()');
};
