// The one place where a password is tried. Unknown address, wrong password and blocked user give one answer after the same work;
// attempts are counted per account and per address, shared by all processes, and a success gives its attempt back.

import type { ItemId } from 'src/model/item/Item.ts';
import type { Subject } from 'src/model/access/Subject.ts';
import { problem } from 'src/model/problems.ts';
import { accountEmail } from 'src/server/sessions/accounts.ts';
import { isPassword } from 'src/server/sessions/passwords.ts';
import type { Limits } from 'src/server/limits.ts';
import { refundTokens, takeTokens, type Bucket } from 'src/server/store/requests/rateLimitRows.ts';
import { findCredential } from 'src/server/store/accounts/sessionRows.ts';
import type { AdminLog } from 'src/server/store/adminLog.ts';
import type { Database } from 'src/server/store/database.ts';
import { sha256 } from 'src/server/sha256.ts';

interface SignInOptions {
  readonly adminLog: Pick<AdminLog, 'addNow'>;
  readonly database: Database;
  readonly limits: Limits;
  subjectOf(userId: ItemId): Promise<Subject | undefined>;
}

// The bucket's name reaches tables and dumps: it holds no address of a person.
export const digest = (text: string): string => sha256(text).toString('base64url').slice(0, 32);

const MAX_ADDRESS_LENGTH = 80;

/** Returns the network address as the log of administrators stores it. */
export const loggedAddress = (address: string | undefined): string | undefined => address?.slice(0, MAX_ADDRESS_LENGTH);

export const takeOrRefuse = async (database: Database, bucket: Bucket): Promise<void> => {
  const wait = await takeTokens(database, bucket);
  if (wait !== undefined) throw problem('rateLimited', { retryAfter: wait });
};

/** Answers the user id of the right password; refuses with `signInFailed` or `rateLimited`. */
export const createSignIn =
  ({ adminLog, database, limits, subjectOf }: SignInOptions) =>
  async (email: string, password: string, address: string): Promise<ItemId> => {
    const account: Bucket = { name: `signIn:account:${digest(accountEmail(email))}`, ...limits.signInPerAccount };
    const place: Bucket = { name: `signIn:address:${digest(address)}`, ...limits.signInPerAddress };
    await takeOrRefuse(database, place);
    await takeOrRefuse(database, account);
    const found = await findCredential(database, accountEmail(email));
    const subject = await subjectOf(found?.user_id ?? 'User-0');
    const right = await isPassword(found?.hash ?? undefined, password);
    if (!right || !found || !subject) {
      // The same work for a known and an unknown address. An unknown one is not stored: it could be a password.
      await adminLog.addNow({ kind: 'SIGN_IN_FAILED', about: found?.user_id, address: loggedAddress(address) });
      throw problem('signInFailed');
    }
    await refundTokens(database, account.name, 1);
    await refundTokens(database, place.name, 1);
    return found.user_id;
  };
