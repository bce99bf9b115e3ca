// Passkeys (WebAuthn): sign-in without a password when the passkey verifies its holder, or as the second factor. Bound to the site's
// address, so that other pages cannot request them.

import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/server';
import type { Clock } from 'src/base/clock.ts';
import { isRecord } from 'src/base/isRecord.ts';
import type { ItemId, Json } from 'src/model/item/Item.ts';
import { problem } from 'src/model/problems.ts';
import {
  endChallenge,
  findPasskey,
  insertChallenge,
  insertPasskey,
  passkeysOf,
  tryChallenge,
  usedPasskey,
} from 'src/server/store/accounts/secondFactorRows.ts';
import type { Database, Queryable, Transaction } from 'src/server/store/database.ts';

/** Request to a passkey, and the key for its answer. */
export interface PasskeyQuestion<Options> {
  readonly key: string;
  readonly options: Options;
}

type UseOptions = PublicKeyCredentialRequestOptionsJSON;
type AddOptions = PublicKeyCredentialCreationOptionsJSON;

/** Loads the library at its first use: it would take about a tenth of the time in which the server starts. */
const loadWebAuthn = () => import('@simplewebauthn/server');

export interface Passkeys {
  /** Creates a request for any passkey, or with the key of a second step for those of that account. Throws `linkNotValid`. */
  ask(stepKey: string | undefined): Promise<PasskeyQuestion<UseOptions>>;
  /** Returns the owner of the passkey. Throws `passkeyNotValid` in every other case. */
  pass(key: string, response: Json): Promise<ItemId>;
  startAdding(
    db: Queryable,
    userId: ItemId,
    account: { readonly email: string; readonly name: string },
  ): Promise<PasskeyQuestion<AddOptions>>;
  /** Verifies a new passkey. Returns the function that adds it. Both throw `passkeyNotValid`. */
  checkNew(
    userId: ItemId,
    given: { readonly key: string; readonly name: string; readonly response: Json },
  ): Promise<(tx: Transaction) => Promise<void>>;
}

export interface PasskeyOptions {
  readonly database: Database;
  readonly clock: Clock;
  readonly siteName: string;
  /** The site's own address. */
  readonly origin: string;
}

const QUESTION_MS = 5 * 60_000;
const MAX_PASSKEYS = 20;
const MAX_PASSKEY_NAME_LENGTH = 100;

type Transports = NonNullable<RegistrationResponseJSON['response']['transports']>;

/** A new passkey and the use of one have the same outline; the library checks their content. */
const isPasskeyAnswer = (value: Json): value is Json & AuthenticationResponseJSON & RegistrationResponseJSON =>
  isRecord(value) && typeof value['id'] === 'string' && isRecord(value['response']);

const passkeyRefusal = (): Error => problem('passkeyNotValid');

/** Hides the library's error, which would help only an attacker. */
const orRefused = async <T>(verification: Promise<T>): Promise<T> =>
  verification.catch(() => {
    throw passkeyRefusal();
  });

interface PasskeyDeps extends PasskeyOptions {
  readonly rpID: string;
}

interface Question<Options> {
  readonly purpose: 'passkey' | 'enrol';
  readonly userId?: ItemId | undefined;
  readonly options: Options;
}

const questionFor = async <Options extends { readonly challenge: string }>(
  { clock }: PasskeyDeps,
  db: Queryable,
  { purpose, userId, options }: Question<Options>,
): Promise<PasskeyQuestion<Options>> => {
  const expires = new Date(clock.now().getTime() + QUESTION_MS);
  const key = await insertChallenge(db, { purpose, userId, challenge: options.challenge, expires });
  return { key, options };
};

const ownPasskeys = async (db: Queryable, userId: ItemId): Promise<{ id: string; transports: string[] }[]> =>
  (await passkeysOf(db, userId)).map(({ id, transports }) => ({ id, transports: [...transports] }));

const askPasskey = async (deps: PasskeyDeps, stepKey: string | undefined): Promise<PasskeyQuestion<UseOptions>> => {
  const { database, clock, rpID } = deps;
  const { generateAuthenticationOptions } = await loadWebAuthn();
  if (stepKey === undefined) {
    const options = await generateAuthenticationOptions({ rpID, userVerification: 'required' });
    return await questionFor(deps, database, { purpose: 'passkey', options });
  }
  const step = await tryChallenge(database, { id: stepKey, purpose: 'password', now: clock.now() });
  if (typeof step?.user_id !== 'string') throw problem('linkNotValid');
  const allowCredentials = await ownPasskeys(database, step.user_id);
  const options = await generateAuthenticationOptions({ rpID, userVerification: 'preferred', allowCredentials });
  return await questionFor(deps, database, { purpose: 'passkey', userId: step.user_id, options });
};

const passPasskey = async (
  { database, clock, origin, rpID }: PasskeyDeps,
  key: string,
  response: Json,
): Promise<ItemId> => {
  const question = await tryChallenge(database, { id: key, purpose: 'passkey', now: clock.now() });
  if (!isPasskeyAnswer(response)) throw passkeyRefusal();
  const passkey = await findPasskey(database, response.id);
  if (typeof question?.challenge !== 'string' || !passkey) throw passkeyRefusal();
  // Without a password, the passkey itself must verify its holder.
  const isAlone = question.user_id === null;
  if (!isAlone && question.user_id !== passkey.user_id) throw passkeyRefusal();
  const credential = {
    id: passkey.id,
    publicKey: new Uint8Array(passkey.public_key),
    counter: Number(passkey.counter),
    transports: [...passkey.transports] as Transports,
  };
  const { verifyAuthenticationResponse } = await loadWebAuthn();
  const { verified, authenticationInfo } = await orRefused(
    verifyAuthenticationResponse({
      response,
      expectedChallenge: question.challenge,
      expectedOrigin: origin,
      expectedRPID: rpID,
      requireUserVerification: isAlone,
      credential,
    }),
  );
  if (!verified || !(await endChallenge(database, key))) throw passkeyRefusal();
  await usedPasskey(database, passkey.id, authenticationInfo.newCounter);
  return passkey.user_id;
};

const startAdding = async (
  deps: PasskeyDeps,
  db: Queryable,
  { userId, email, name }: { readonly userId: ItemId; readonly email: string; readonly name: string },
): Promise<PasskeyQuestion<AddOptions>> => {
  const own = await ownPasskeys(db, userId);
  if (own.length >= MAX_PASSKEYS) throw problem('notAllowed');
  const { generateRegistrationOptions } = await loadWebAuthn();
  const options = await generateRegistrationOptions({
    rpName: deps.siteName,
    rpID: deps.rpID,
    userName: email,
    userDisplayName: name,
    userID: new TextEncoder().encode(userId),
    excludeCredentials: own,
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  });
  return await questionFor(deps, db, { purpose: 'enrol', userId, options });
};

interface Given {
  readonly userId: ItemId;
  readonly key: string;
  readonly name: string;
  readonly response: Json;
}

const checkNew = async (
  { database, clock, origin, rpID }: PasskeyDeps,
  { userId, key, name, response }: Given,
): Promise<(tx: Transaction) => Promise<void>> => {
  const question = await tryChallenge(database, { id: key, purpose: 'enrol', now: clock.now() });
  if (typeof question?.challenge !== 'string' || question.user_id !== userId || !isPasskeyAnswer(response))
    throw passkeyRefusal();
  const { verifyRegistrationResponse } = await loadWebAuthn();
  const { verified, registrationInfo } = await orRefused(
    verifyRegistrationResponse({
      response,
      expectedChallenge: question.challenge,
      expectedOrigin: origin,
      expectedRPID: rpID,
    }),
  );
  if (!verified) throw passkeyRefusal();
  const { id, publicKey, counter, transports = [] } = registrationInfo.credential;
  const passkey = {
    ...{ id, user_id: userId, public_key: Buffer.from(publicKey), counter: String(counter), transports },
    name: name.trim().slice(0, MAX_PASSKEY_NAME_LENGTH),
  };
  return async (tx) => {
    if (!(await endChallenge(tx, key)) || !(await insertPasskey(tx, passkey))) throw passkeyRefusal();
  };
};

export const createPasskeys = (options: PasskeyOptions): Passkeys => {
  const deps: PasskeyDeps = { ...options, rpID: new URL(options.origin).hostname };
  return {
    ask: (stepKey) => askPasskey(deps, stepKey),
    pass: (key, response) => passPasskey(deps, key, response),
    startAdding: (db, userId, account) => startAdding(deps, db, { userId, ...account }),
    checkNew: (userId, given) => checkNew(deps, { userId, ...given }),
  };
};
