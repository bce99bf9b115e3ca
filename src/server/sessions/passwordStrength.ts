// Estimates whether a password can be guessed, from common passwords, keyboard patterns and facts about the person that others know. Used
// wherever people set their own password.

import { ZxcvbnFactory } from '@zxcvbn-ts/core';
import * as common from '@zxcvbn-ts/language-common';
import { invalidAt } from 'src/model/problems.ts';
import { checkLength } from 'src/server/sessions/passwords.ts';

/** Score from 0 to 4. 3 resists 10^8 guesses, which argon2id makes slow. */
const MIN_SCORE = 3;
/** The estimate takes longer with each character; what is longer is not common. */
const ESTIMATED_LENGTH = 64;

let estimator: ZxcvbnFactory | undefined;

/** Refuses with `invalid` at `/password`. `known`: the address, the name, the site. */
export const checkStrength = (password: string, known: readonly string[]): void => {
  checkLength(password);
  estimator ??= new ZxcvbnFactory({ dictionary: { ...common.dictionary }, graphs: common.adjacencyGraphs });
  const parts = known.flatMap((each) => [each, ...each.split(/[\s@.]+/)]).filter((each) => each.length > 2);
  const { score } = estimator.check(password.slice(0, ESTIMATED_LENGTH).normalize('NFKC'), parts);
  if (score < MIN_SCORE) throw invalidAt('/password', 'errors.weakPassword');
};
