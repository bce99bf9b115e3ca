// SQL of second factors and of unfinished sign-ins. Used by accounts/ only.

import { randomUUID } from 'node:crypto';
import type { Queryable } from 'src/server/store/database.ts';

export interface TotpRow {
  readonly secret: string;
  readonly confirmed: boolean;
}

export const putTotp = async (db: Queryable, userId: string, secret: string): Promise<void> => {
  await db.query(
    `insert into totp (user_id, secret) values ($1, $2)
     on conflict (user_id) do update set secret = $2, step = 0 where not totp.confirmed`,
    [userId, secret],
  );
};

export const findTotp = async (db: Queryable, userId: string): Promise<TotpRow | undefined> =>
  (await db.query<TotpRow>('select secret, confirmed from totp where user_id = $1', [userId]))[0];

/** Returns false when a code of this time step or a later one was already used. */
export const useTotpStep = async (db: Queryable, userId: string, step: number): Promise<boolean> =>
  (
    await db.query('update totp set step = $2, confirmed = true where user_id = $1 and step < $2 returning 1', [
      userId,
      step,
    ])
  ).length > 0;

export const removeTotp = async (db: Queryable, userId: string): Promise<void> => {
  await db.query('delete from totp where user_id = $1', [userId]);
};

export const putRecoveryCodes = async (db: Queryable, userId: string, hashes: readonly Buffer[]): Promise<void> => {
  await db.query('delete from recovery_code where user_id = $1', [userId]);
  await db.query('insert into recovery_code (user_id, hash) select $1, unnest($2::bytea[])', [userId, hashes]);
};

/** Marks a recovery code as used. Each is valid once. */
export const useRecoveryCode = async (db: Queryable, userId: string, hash: Buffer): Promise<boolean> =>
  (await db.query('delete from recovery_code where user_id = $1 and hash = $2 returning 1', [userId, hash])).length > 0;

export const countRecoveryCodes = async (db: Queryable, userId: string): Promise<number> =>
  (await db.query<{ count: number }>('select count(*)::int from recovery_code where user_id = $1', [userId]))[0]
    ?.count ?? 0;

export const dropRecoveryCodes = async (db: Queryable, userId: string): Promise<void> => {
  await db.query('delete from recovery_code where user_id = $1', [userId]);
};

export interface PasskeyRow {
  readonly id: string;
  readonly user_id: string;
  readonly public_key: Buffer;
  readonly counter: string;
  readonly transports: readonly string[];
  readonly name: string;
  readonly created: Date;
  readonly used: Date | null;
}

export const passkeysOf = (db: Queryable, userId: string): Promise<PasskeyRow[]> =>
  db.query<PasskeyRow>('select * from passkey where user_id = $1 order by created', [userId]);

export const findPasskey = async (db: Queryable, id: string): Promise<PasskeyRow | undefined> =>
  (await db.query<PasskeyRow>('select * from passkey where id = $1', [id]))[0];

/** Returns false for a passkey that is already registered. */
export const insertPasskey = async (
  db: Queryable,
  { id, user_id, public_key, counter, transports, name }: Omit<PasskeyRow, 'created' | 'used'>,
): Promise<boolean> =>
  (
    await db.query(
      `insert into passkey (id, user_id, public_key, counter, transports, name) values ($1, $2, $3, $4, $5, $6)
       on conflict do nothing returning 1`,
      [id, user_id, public_key, counter, transports, name],
    )
  ).length > 0;

export const usedPasskey = async (db: Queryable, id: string, counter: number): Promise<void> => {
  await db.query('update passkey set counter = greatest(counter, $2), used = now() where id = $1', [id, counter]);
};

export const removePasskey = async (db: Queryable, userId: string, id: string): Promise<boolean> =>
  (await db.query('delete from passkey where user_id = $1 and id = $2 returning 1', [userId, id])).length > 0;

export const removePasskeys = async (db: Queryable, userId: string): Promise<void> => {
  await db.query('delete from passkey where user_id = $1', [userId]);
};

/** `password`: the password was correct and the second factor follows. `passkey`: a passkey is requested. `enrol`: one is being added. */
export type ChallengePurpose = 'password' | 'passkey' | 'enrol';

export interface ChallengeRow {
  readonly user_id: string | null;
  readonly challenge: string | null;
}

interface NewChallenge {
  readonly purpose: ChallengePurpose;
  readonly userId?: string | undefined;
  readonly challenge?: string | undefined;
  readonly expires: Date;
}

export const insertChallenge = async (
  db: Queryable,
  { purpose, userId, challenge, expires }: NewChallenge,
): Promise<string> => {
  const id = randomUUID();
  await db.query(
    'insert into sign_in_challenge (id, purpose, user_id, challenge, expires) values ($1, $2, $3, $4, $5)',
    [id, purpose, userId ?? null, challenge ?? null, expires],
  );
  return id;
};

const CHALLENGE_ID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;
const MAX_TRIES = 5;

/** Counts an attempt. Returns undefined when none is left or the challenge has expired. */
export const tryChallenge = async (
  db: Queryable,
  { id, purpose, now }: { readonly id: string; readonly purpose: ChallengePurpose; readonly now: Date },
): Promise<ChallengeRow | undefined> => {
  if (!CHALLENGE_ID.test(id)) return undefined;
  const [row] = await db.query<ChallengeRow>(
    `update sign_in_challenge set tries = tries + 1 where id = $1 and purpose = $2 and expires > $3 and tries < $4
     returning user_id, challenge`,
    [id, purpose, now, MAX_TRIES],
  );
  return row;
};

/** Returns true once. */
export const endChallenge = async (db: Queryable, id: string): Promise<boolean> =>
  (await db.query('delete from sign_in_challenge where id = $1 returning 1', [id])).length > 0;

/** Deletes the unfinished sign-ins of an account. */
export const dropSteps = async (db: Queryable, userId: string): Promise<void> => {
  await db.query(`delete from sign_in_challenge where user_id = $1 and purpose in ('password', 'passkey')`, [userId]);
};

/** Returns false for a proof that was used before. */
export const spendProof = async (db: Queryable, proof: string, expires: Date): Promise<boolean> =>
  (
    await db.query('insert into spent_proof (proof, expires) values ($1, $2) on conflict do nothing returning 1', [
      proof,
      expires,
    ])
  ).length > 0;
