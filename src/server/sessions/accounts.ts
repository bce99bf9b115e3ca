// Accounts: the password behind a User item. Made by the sample loader and the commands; whatever changes one ends its sessions.

import type { Accounts, Sessions } from 'src/server/sessions/sessions.ts';
import { hashPassword } from 'src/server/sessions/passwords.ts';
import { putBlocked, putCredential, putHash } from 'src/server/store/accounts/sessionRows.ts';
import type { Database } from 'src/server/store/database.ts';

/** One spelling per address. */
export const accountEmail = (email: string): string => email.normalize('NFKC').trim().toLowerCase();

export const createAccounts = (database: Database, sessions: Pick<Sessions, 'endAllOf'>): Accounts => ({
  async create(userId, email, password) {
    await putCredential(database, userId, accountEmail(email), await hashPassword(password));
    await sessions.endAllOf(userId, 'passwordChanged');
  },
  async setPassword(userId, password) {
    await putHash(database, userId, await hashPassword(password));
    await sessions.endAllOf(userId, 'passwordChanged');
  },
  async setBlocked(userId, blocked) {
    await putBlocked(database, userId, blocked);
    if (blocked) await sessions.endAllOf(userId, 'blocked');
  },
});
