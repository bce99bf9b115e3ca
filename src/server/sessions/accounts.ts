// Accounts: the password of a User item. Each change of an account ends its sessions. The User item is the only source of whether a person
// is blocked.

import { removeFeedsOf } from 'src/server/store/accounts/calendarFeedRows.ts';
import type { ItemId } from 'src/model/item/Item.ts';
import { invalidAt } from 'src/model/problems.ts';
import type { Accounts, Sessions } from 'src/server/sessions/sessions.ts';
import { hashPassword } from 'src/server/sessions/passwords.ts';
import { dropSteps } from 'src/server/store/accounts/secondFactorRows.ts';
import { dropAccountTokens } from 'src/server/store/accounts/tokenRows.ts';
import {
  credentialOf,
  findCredential,
  insertCredential,
  moveCredential,
  putHash,
} from 'src/server/store/accounts/sessionRows.ts';
import type { Database, Queryable } from 'src/server/store/database.ts';

/**
 * An address as it is stored and compared: trimmed, its letters A-Z in lower case. Letters beyond ASCII stay as they are: were two spellings
 * that a mail server distinguishes one account, mail for the one could go to the other.
 */
export const accountEmail = (email: string): string =>
  email.trim().replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase());

const addressTaken = (): Error => invalidAt('/email', 'errors.addressTaken');

/** Refuses an address that another account has. */
export const refuseTaken = async (db: Queryable, email: string, userId?: ItemId): Promise<void> => {
  const found = await findCredential(db, accountEmail(email));
  if (found && found.user_id !== userId) throw addressTaken();
};

/** Replaces the password, and removes unfinished sign-ins, all links that can set a password, and secret addresses. */
export const replaceHash = async (db: Queryable, userId: ItemId, hash: string): Promise<void> => {
  await putHash(db, userId, hash);
  await dropSteps(db, userId);
  await removeFeedsOf(db, userId);
  const own = await credentialOf(db, userId);
  if (own) await dropAccountTokens(db, own.email);
};

export const createAccounts = (database: Database, sessions: Pick<Sessions, 'endAllOf'>): Accounts => ({
  async create(userId, email, password) {
    const account = { userId, email: accountEmail(email), hash: await hashPassword(password) };
    if (!(await insertCredential(database, account))) throw addressTaken();
  },
  async setPassword(userId, password) {
    await replaceHash(database, userId, await hashPassword(password));
    await sessions.endAllOf(userId, 'passwordChanged');
  },
  async changeAddress(tx, userId, address) {
    const email = accountEmail(address);
    const own = await credentialOf(tx, userId);
    if (!own || own.email === email) return;
    if (!(await moveCredential(tx, userId, email))) throw addressTaken();
    // A link that went to the old address is no longer this person's.
    await dropAccountTokens(tx, own.email);
  },
});
