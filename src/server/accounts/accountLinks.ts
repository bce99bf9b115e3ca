// One-use links in emails: registration, invitations, forgotten passwords. The address is looked up when the email is sent, not during the
// request, so that known and unknown addresses get the same answer after the same work.

import { randomUUID } from 'node:crypto';
import { SYSTEM_USER } from 'src/model/item/itemId.ts';
import type { Clock } from 'src/base/clock.ts';
import type { ItemId } from 'src/model/item/Item.ts';
import { SYSTEM_TYPES } from 'src/model/schema/systemTypes.ts';
import { problem } from 'src/model/problems.ts';
import type { Validator } from 'src/model/schema/Validator.ts';
import type { Events } from 'src/server/eventLog/events.ts';
import type { Mail } from 'src/server/mail/mail.ts';
import { accountEmail, refuseTaken, replaceHash } from 'src/server/sessions/accounts.ts';
import { hashPassword } from 'src/server/sessions/passwords.ts';
import { checkStrength } from 'src/server/sessions/passwordStrength.ts';
import type { Sessions } from 'src/server/sessions/sessions.ts';
import { endSessionsOf, insertCredential } from 'src/server/store/accounts/sessionRows.ts';
import {
  findAccountToken,
  useAccountToken,
  type AccountToken,
  type TokenPurpose,
} from 'src/server/store/accounts/tokenRows.ts';
import { inviterOf } from 'src/server/store/accounts/accountStates.ts';
import type { AdminLog } from 'src/server/store/adminLog.ts';
import type { Database, Transaction } from 'src/server/store/database.ts';
import type { ItemStorage, WriteMetadata } from 'src/server/store/itemStorage.ts';

export interface AccountLinks {
  /** Sends a link to the address if it has no account, otherwise an email that says so. */
  register(name: string, email: string): Promise<void>;
  /** Sends a link to the address if it has an account. */
  forgot(email: string): Promise<void>;
  /** Returns the email address to which the link was sent; undefined for a link that is not valid. */
  addressOf(token: string): Promise<string | undefined>;
  /**
   * Accepts a registration or an invitation, or sets a new password; returns the user. Throws `linkNotValid`, or `invalid` for a weak
   * password, after which the link stays valid.
   */
  use(token: string, password: string, purposes: readonly TokenPurpose[]): Promise<ItemId>;
}

export interface AccountLinkOptions {
  readonly database: Database;
  readonly adminLog: AdminLog;
  readonly events: Pick<Events, 'noticeOf' | 'write'>;
  readonly items: ItemStorage;
  readonly mail: Mail;
  readonly sessions: Pick<Sessions, 'subjectOf'>;
  readonly clock: Clock;
  readonly siteName: string;
  readonly validateUser: Validator | undefined;
  /** Called when a session has ended. */
  onEnd(): void;
}

/** Creates the person of a registration: a User item and its account. */
const makePerson = async (
  { items, clock, validateUser }: AccountLinkOptions,
  tx: Transaction,
  { email, name }: AccountToken,
): Promise<ItemId> => {
  const properties = { name: name ?? email, email };
  if (validateUser && !validateUser(properties)) throw problem('linkNotValid');
  const by = { at: clock.now(), by: SYSTEM_USER, actor: undefined };
  await refuseTaken(tx, email).catch(() => {
    throw problem('linkNotValid');
  });
  const { id } = await items.insert(tx, SYSTEM_TYPES.user, properties, by, { kind: 'registered' });
  if (!(await insertCredential(tx, { userId: id, email: accountEmail(email), hash: null })))
    throw problem('linkNotValid');
  return id;
};

/** Creates the event that tells the person who sent the invitation that it is accepted. */
const notifyInviter = async (
  { items, events }: AccountLinkOptions,
  tx: Transaction,
  id: ItemId,
  metadata: WriteMetadata,
): Promise<void> => {
  const inviter = await inviterOf(tx, id);
  const user = inviter === undefined ? undefined : await items.find(tx, id);
  const rule = user && events.noticeOf('accountAccepted', user.type);
  if (!user || !rule || inviter === undefined) return;
  await events.write(tx, user, [{ rule, level: 'PRIVATE', to: [inviter] }], metadata);
};

const use = async (
  options: AccountLinkOptions,
  token: string,
  { password, purposes }: { readonly password: string; readonly purposes: readonly TokenPurpose[] },
): Promise<ItemId> => {
  const { database, clock, siteName, sessions, onEnd } = options;
  const asked = { token, purposes, now: clock.now() };
  const found = await findAccountToken(database, asked);
  if (!found) throw problem('linkNotValid');
  checkStrength(password, [found.email, found.name ?? '', siteName]);
  const hash = await hashPassword(password);
  const userId = await database.transaction(async (tx) => {
    const used = await useAccountToken(tx, asked);
    if (!used) throw problem('linkNotValid');
    const id = used.user_id ?? (await makePerson(options, tx, used));
    if (used.user_id !== null && !(await sessions.subjectOf(id))) throw problem('linkNotValid');
    await replaceHash(tx, id, hash);
    const kind = used.purpose === 'password' ? 'PASSWORD_CHANGED' : 'INVITATION_ACCEPTED';
    const metadata = { at: clock.now(), by: id, actor: undefined };
    await options.adminLog.add(tx, { kind, about: id }, metadata);
    if (used.purpose === 'invite') await notifyInviter(options, tx, id, metadata);
    await endSessionsOf(tx, id, 'passwordChanged');
    return id;
  });
  onEnd();
  return userId;
};

const PURPOSES: readonly TokenPurpose[] = ['register', 'invite', 'password'];

export const createAccountLinks = (options: AccountLinkOptions): AccountLinks => {
  const { database, mail } = options;
  const queue = async (template: string, email: string, values: Readonly<Record<string, string>>): Promise<void> => {
    const queued = { key: `${template}/${randomUUID()}`, to: { address: accountEmail(email) }, template, values };
    await database.transaction((tx) => mail.queue(tx, queued));
  };
  return {
    register: (name, email) => queue('register', email, { name }),
    forgot: (email) => queue('forgotPassword', email, {}),
    addressOf: async (token) =>
      (await findAccountToken(database, { token, purposes: PURPOSES, now: options.clock.now() }))?.email,
    use: (token, password, purposes) => use(options, token, { password, purposes }),
  };
};
