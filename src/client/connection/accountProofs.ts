// What an account route asks for beside words: a passkey's answer, or the solution of a puzzle. Loaded when first needed.

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

/** The browser says only that nothing came of it: the person may have changed their mind. */
const answered = async <T>(answer: Promise<T>): Promise<Json> => {
  try {
    return (await answer) as Json;
  } catch {
    throw new Problem('passkeyNotValid');
  }
};

/** The body of `/api/passkey`: with the key of the second step, a passkey of that account; without it anybody's. */
export const passkeyAnswer = async (connection: ServerConnection, stepKey: string | undefined): Promise<Json> => {
  const asked = await connection.post('/api/passkey-question', stepKey === undefined ? {} : { key: stepKey });
  const { key, options } = asked as unknown as Question;
  const optionsJSON = options as unknown as PublicKeyCredentialRequestOptionsJSON;
  return { key, response: await answered(startAuthentication({ optionsJSON })) };
};

/** The answer of a new passkey of this device or key. */
export const newPasskey = (options: Json): Promise<Json> =>
  answered(startRegistration({ optionsJSON: options as unknown as PublicKeyCredentialCreationOptionsJSON }));

/** The proof that a request for a letter may cost this browser about a second. */
export const puzzleSolution = async (connection: ServerConnection): Promise<Json> => {
  const [{ solveChallenge }, { deriveKey }] = await Promise.all([
    import('altcha-lib'),
    import('altcha-lib/algorithms/web/pbkdf2'),
  ]);
  const challenge = (await connection.fetchJson('/api/puzzle')) as unknown as Challenge;
  const solution = await solveChallenge({ challenge, deriveKey });
  return { challenge, solution } as unknown as Json;
};
