// Proofs for account routes: the answer of a passkey, or the solution of a puzzle. Loaded when first needed.

import {
  startAuthentication,
  startRegistration,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser';
import type { Challenge } from 'altcha-lib';
import type { Json } from 'src/model/item/Item.ts';
import { Problem } from 'src/model/problems.ts';
import type { AnswerAt } from 'src/model/wire/endpointAt.ts';
import type { ServerConnection } from 'src/client/connection/ServerConnection.ts';

/** The browser reports only that it failed: the person may have cancelled. */
const answered = async <T>(answer: Promise<T>): Promise<Json> => {
  try {
    return (await answer) as Json;
  } catch {
    throw new Problem('passkeyNotValid');
  }
};

/** Returns the body of `/api/passkey`: with the key of the second step for a passkey of that account, otherwise for any passkey. */
export const passkeyAnswer = async (connection: ServerConnection, stepKey: string | undefined): Promise<Json> => {
  const body: Json = stepKey === undefined ? {} : { key: stepKey };
  const { key, options } = await connection.post('/api/passkey-question', body);
  const optionsJSON = options as PublicKeyCredentialRequestOptionsJSON;
  return { key, response: await answered(startAuthentication({ optionsJSON })) };
};

/** Returns the answer of a new passkey. */
export const newPasskey = (options: AnswerAt<'addPasskey'>['options']): Promise<Json> =>
  answered(startRegistration({ optionsJSON: options as PublicKeyCredentialCreationOptionsJSON }));

/** Solves the puzzle that a request for an email requires, which takes this browser about a second. */
export const puzzleSolution = async (connection: ServerConnection): Promise<Json> => {
  const [{ solveChallenge }, { deriveKey }] = await Promise.all([
    import('altcha-lib'),
    import('altcha-lib/algorithms/web/pbkdf2'),
  ]);
  const challenge = await connection.fetchJson('/api/puzzle');
  const solution = await solveChallenge({ challenge: challenge as Challenge, deriveKey });
  return { challenge, solution: solution && { ...solution } };
};
