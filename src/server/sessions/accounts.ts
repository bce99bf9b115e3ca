// Accounts: the password behind a User item. Made by the sample loader and the commands; whatever changes one ends its sessions.
// Whether a person is blocked is said by the User item alone.

import { invalid } from 'src/model/problems.ts';
import type { Accounts, Sessions } from 'src/server/sessions/sessions.ts';
import { hashPassword } from 'src/server/sessions/passwords.ts';
import { insertCredential, putHash } from 'src/server/store/accounts/sessionRows.ts';
import type { Database } from 'src/server/store/database.ts';

/**
 * An address as it is stored and compared: trimmed, its letters A-Z in lower case. Letters beyond ASCII stay as they are: were two spellings
 * that a mail server distinguishes one account, mail for the one could go to the other.
 */
export const accountEmail = (email: string): string =>
  email.trim().replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase());

export const createAccounts = (database: Database, sessions: Pick<Sessions, 'endAllOf'>): Accounts => ({
  async create(userId, email, password) {
    const account = { userId, email: accountEmail(email), hash: await hashPassword(password) };
    if (!(await insertCredential(database, account)))
      throw invalid([{ path: '/email', message: 'errors.invalidChoice' }]);
  },
  async setPassword(userId, password) {
    await putHash(database, userId, await hashPassword(password));
    await sessions.endAllOf(userId, 'passwordChanged');
  },
});
