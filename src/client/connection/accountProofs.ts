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
import type { ServerConnection } from 'src/client/connection/ServerConnection.ts';

interface Question {
  readonly key: string;
  readonly options: Json;
}

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
  const asked = await connection.post('/api/passkey-question', stepKey === undefined ? {} : { key: stepKey });
  const { key, options } = asked as unknown as Question;
  const optionsJSON = options as unknown as PublicKeyCredentialRequestOptionsJSON;
  return { key, response: await answered(startAuthentication({ optionsJSON })) };
};

/** Returns the answer of a new passkey. */
export const newPasskey = (options: Json): Promise<Json> =>
  answered(startRegistration({ optionsJSON: options as unknown as PublicKeyCredentialCreationOptionsJSON }));

/** Solves the puzzle that a request for an email requires, which takes this browser about a second. */
export const puzzleSolution = async (connection: ServerConnection): Promise<Json> => {
  const [{ solveChallenge }, { deriveKey }] = await Promise.all([
    import('altcha-lib'),
    import('altcha-lib/algorithms/web/pbkdf2'),
  ]);
  const challenge = (await connection.fetchJson('/api/puzzle')) as unknown as Challenge;
  const solution = await solveChallenge({ challenge, deriveKey });
  return { challenge, solution } as unknown as Json;
};
