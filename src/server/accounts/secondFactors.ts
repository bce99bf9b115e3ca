// Second factor of an account: codes of an authenticator app (TOTP, RFC 6238), passkeys, and recovery codes for when both are lost.
// Requested after the correct password, with a key that allows five attempts within five minutes.

import { createHmac, randomInt } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import type { Clock } from 'src/base/clock.ts';
import type { ItemId } from 'src/model/item/Item.ts';
import { invalidAt, problem } from 'src/model/problems.ts';
import { digest, takeOrRefuse } from 'src/server/sessions/signIn.ts';
import type { Limits } from 'src/server/limits.ts';
import {
  countRecoveryCodes,
  dropRecoveryCodes,
  endChallenge,
  findTotp,
  insertChallenge,
  passkeysOf,
  putRecoveryCodes,
  putTotp,
  removePasskeys,
  removeTotp,
  tryChallenge,
  useRecoveryCode,
  useTotpStep,
} from 'src/server/store/accounts/secondFactorRows.ts';
import { refundTokens } from 'src/server/store/requests/rateLimitRows.ts';
import type { AdminLog } from 'src/server/store/adminLog.ts';
import type { Database, Queryable } from 'src/server/store/database.ts';

export type FactorKind = 'totp' | 'passkey' | 'recovery';

export interface SecondFactors {
  /** Throws `secondFactor` for a user who has one: its params are the key of the second step and the accepted kinds. */
  demand(userId: ItemId): Promise<void>;
  /** Verifies a code of the app or a recovery code. Returns the user. Throws `codeNotValid` or `linkNotValid`. */
  pass(key: string, code: string): Promise<ItemId>;
  kindsOf(db: Queryable, userId: ItemId): Promise<FactorKind[]>;
  /** Starts an authenticator app and returns the content of its QR code. It is active after its first code. */
  startTotp(db: Queryable, userId: ItemId, account: string): Promise<{ readonly uri: string; readonly secret: string }>;
  confirmTotp(db: Queryable, userId: ItemId, code: string): Promise<void>;
  removeTotp(db: Queryable, userId: ItemId): Promise<void>;
  /** Creates new codes and invalidates the old ones. They are shown once. */
  recoveryCodes(db: Queryable, userId: ItemId): Promise<string[]>;
  /** Returns how many codes are left. */
  recoveryLeft(db: Queryable, userId: ItemId): Promise<number>;
  /** Removes recovery codes of a user without second factor. */
  dropUnneededCodes(db: Queryable, userId: ItemId): Promise<void>;
  /** Removes all second factors of a person who lost them. Used by the operator. */
  removeAll(db: Queryable, userId: ItemId): Promise<void>;
}

export interface SecondFactorOptions {
  readonly adminLog: Pick<AdminLog, 'addNow'>;
  readonly database: Database;
  readonly clock: Clock;
  readonly limits: Limits;
  readonly siteName: string;
  readonly secret: Buffer;
}

const STEP_MS = 5 * 60_000;
const RECOVERY_CODES = 10;
/** Excludes letters that look alike; 12 of them have 59 bits. */
const CODE_LETTERS = 'abcdefghjkmnpqrstuvwxyz23456789';
const CODE_GROUPS = 3;
const GROUP_LENGTH = 4;
const TOTP_SECRET_BYTES = 20;
const TOTP_PERIOD_S = 30;

const group = (): string =>
  Array.from({ length: GROUP_LENGTH }, () => CODE_LETTERS[randomInt(CODE_LETTERS.length)]).join('');
const newCode = (): string => Array.from({ length: CODE_GROUPS }, group).join('-');
const normalisedCode = (typed: string): string => typed.toLowerCase().replaceAll(/[^a-z0-9]/g, '');

const totpOf = (secret: string, issuer: string, label: string): TOTP =>
  new TOTP({ issuer, label, secret: Secret.fromBase32(secret), period: TOTP_PERIOD_S });

interface FactorDeps extends SecondFactorOptions {
  hashOf(userId: ItemId, code: string): Buffer;
}

/** Codes of the adjacent time steps are valid, too, as RFC 6238 recommends. Each step is valid once. */
const isCode = async ({ clock, siteName }: FactorDeps, db: Queryable, { userId, code }: Tried): Promise<boolean> => {
  const row = await findTotp(db, userId);
  const timestamp = clock.now().getTime();
  const delta =
    row && totpOf(row.secret, siteName, '').validate({ token: code.replaceAll(/\s/g, ''), timestamp, window: 1 });
  if (delta === null || delta === undefined) return false;
  return await useTotpStep(db, userId, Math.floor(timestamp / 1000 / TOTP_PERIOD_S) + delta);
};

interface Tried {
  readonly userId: ItemId;
  readonly code: string;
}

const kindsOf = async (db: Queryable, userId: ItemId): Promise<FactorKind[]> => {
  const [totp, passkeys] = [await findTotp(db, userId), await passkeysOf(db, userId)];
  const kinds: FactorKind[] = [
    ...(totp?.confirmed === true ? (['totp'] as const) : []),
    ...(passkeys.length > 0 ? (['passkey'] as const) : []),
  ];
  return kinds.length > 0 && (await countRecoveryCodes(db, userId)) > 0 ? [...kinds, 'recovery'] : kinds;
};

const demand = async ({ database, clock }: FactorDeps, userId: ItemId): Promise<void> => {
  const kinds = await kindsOf(database, userId);
  if (kinds.length === 0) return;
  const expires = new Date(clock.now().getTime() + STEP_MS);
  const key = await insertChallenge(database, { purpose: 'password', userId, expires });
  throw problem('secondFactor', { key, kinds });
};

const passCode = async (deps: FactorDeps, key: string, code: string): Promise<ItemId> => {
  const { adminLog, database, clock, limits, hashOf } = deps;
  const row = await tryChallenge(database, { id: key, purpose: 'password', now: clock.now() });
  if (typeof row?.user_id !== 'string') throw problem('linkNotValid');
  const userId = row.user_id;
  // Limits wrong codes over all keys of the user, so that an attacker with the password cannot try all codes.
  const tries = { name: `second:${digest(userId)}`, ...limits.signInPerAccount };
  await takeOrRefuse(database, tries);
  const isRight =
    /^\s*(?:\d\s*){6}$/.test(code) && (await findTotp(database, userId))?.confirmed === true
      ? await isCode(deps, database, { userId, code })
      : await useRecoveryCode(database, userId, hashOf(userId, code));
  if (!isRight) {
    await adminLog.addNow({ kind: 'SECOND_FACTOR_FAILED', about: userId });
    throw problem('codeNotValid');
  }
  if (!(await endChallenge(database, key))) throw problem('linkNotValid');
  await refundTokens(database, tries.name, 1);
  return userId;
};

export const createSecondFactors = (options: SecondFactorOptions): SecondFactors => {
  const { siteName, secret } = options;
  const hashOf = (userId: ItemId, code: string): Buffer =>
    createHmac('sha256', secret)
      .update(`${userId} ${normalisedCode(code)}`)
      .digest();
  const deps: FactorDeps = { ...options, hashOf };
  return {
    kindsOf,
    demand: (userId) => demand(deps, userId),
    pass: (key, code) => passCode(deps, key, code),
    async startTotp(db, userId, account) {
      if ((await findTotp(db, userId))?.confirmed === true) throw problem('notAllowed');
      const base32 = new Secret({ size: TOTP_SECRET_BYTES }).base32;
      await putTotp(db, userId, base32);
      return { uri: totpOf(base32, siteName, account).toString(), secret: base32 };
    },
    async confirmTotp(db, userId, code) {
      if (!(await isCode(deps, db, { userId, code }))) throw invalidAt('/code', 'errors.codeNotValid');
    },
    removeTotp,
    async recoveryCodes(db, userId) {
      const codes = Array.from({ length: RECOVERY_CODES }, newCode);
      const hashes = codes.map((code) => hashOf(userId, code));
      await putRecoveryCodes(db, userId, hashes);
      return codes;
    },
    recoveryLeft: countRecoveryCodes,
    async dropUnneededCodes(db, userId) {
      if (!(await kindsOf(db, userId)).some((kind) => kind !== 'recovery')) await dropRecoveryCodes(db, userId);
    },
    async removeAll(db, userId) {
      await removeTotp(db, userId);
      await removePasskeys(db, userId);
      await dropRecoveryCodes(db, userId);
    },
  };
};
