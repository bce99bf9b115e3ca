// A puzzle that a browser solves in about a second before it may request emails, if the site requires it (`disableRecaptcha: false`). It
// makes floods expensive without a third party.

import { createHmac } from 'node:crypto';
import { createChallenge, randomInt, verifySolution, type Challenge, type Solution } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { isRecord } from 'src/base/isRecord.ts';
import type { Json } from 'src/model/item/Item.ts';
import { problem } from 'src/model/problems.ts';
import { spendProof } from 'src/server/store/accounts/secondFactorRows.ts';
import type { Database } from 'src/server/store/database.ts';

export interface ProofOfWork {
  puzzle(): Promise<Challenge>;
  /** Throws `proofNotValid` for a wrong solution and for one that was used before. */
  check(proof: Json | undefined): Promise<void>;
}

const PUZZLE_LIFE_MS = 20 * 60_000;
const PUZZLE_ALGORITHM = 'PBKDF2/SHA-256';
const PUZZLE_COST = 2_000;
/** Range of the number of keys that a browser derives: about a second on a phone. */
const DERIVED_KEYS = { from: 300, to: 900 } as const;

const isSolved = (proof: unknown): proof is { readonly challenge: Challenge; readonly solution: Solution } =>
  isRecord(proof) && isRecord(proof['challenge']) && isRecord(proof['solution']);

export const createProofOfWork = (database: Database, secret: Buffer): ProofOfWork => {
  const keyFor = (use: string): string => createHmac('sha256', secret).update(use).digest('base64url');
  const secrets = { hmacSignatureSecret: keyFor('puzzle'), hmacKeySignatureSecret: keyFor('solution') };
  return {
    async puzzle() {
      const counter = randomInt(DERIVED_KEYS.from, DERIVED_KEYS.to);
      const expiresAt = new Date(Date.now() + PUZZLE_LIFE_MS);
      return await createChallenge({
        algorithm: PUZZLE_ALGORITHM,
        cost: PUZZLE_COST,
        counter,
        deriveKey,
        expiresAt,
        ...secrets,
      });
    },
    async check(proof) {
      if (!isSolved(proof)) throw problem('proofNotValid');
      const { challenge, solution } = proof;
      // The signature shows that the challenge is from this site, so its cost is the one above.
      const { verified } = await verifySolution({ challenge, solution, deriveKey, ...secrets }).catch(() => ({
        verified: false,
      }));
      if (!verified) throw problem('proofNotValid');
      const isNew = await spendProof(database, challenge.signature ?? '', new Date(Date.now() + PUZZLE_LIFE_MS));
      if (!isNew) throw problem('proofNotValid');
    },
  };
};
