// Inviting a person: makes the account that a User item or an item with an address (a contact) lacks, links the two, and queues the letter. Whoever
// may invite may send again until the invitation is taken up.

import { randomUUID } from 'node:crypto';
import { SYSTEM_TYPES } from 'src/model/schema/systemTypes.ts';
import type { ItemId, Json } from 'src/model/item/Item.ts';
import { invalid, problem } from 'src/model/problems.ts';
import { refuseActing } from 'src/server/access/actions/refuseActing.ts';
import { administers } from 'src/server/access/actions/predicateValues.ts';
import { CONFIRM_MS } from 'src/server/accounts/accountLetters.ts';
import type { Context } from 'src/server/context.ts';
import { accountEmail, refuseTaken } from 'src/server/sessions/accounts.ts';
import { takeOrRefuse } from 'src/server/sessions/signIn.ts';
import { writeMetadataOf } from 'src/server/rules/writeMetadata.ts';
import { completeItem } from 'src/server/rules/completeItem.ts';
import type { AccountState } from 'src/model/access/accountState.ts';
import { accountStateOf, invitedAt } from 'src/server/store/accounts/accountStates.ts';
import {
  credentialOf,
  findCredential,
  insertCredential,
  moveCredential,
  noteInvited,
} from 'src/server/store/accounts/sessionRows.ts';
import type { Transaction } from 'src/server/store/database.ts';
import type { StoredItem } from 'src/server/store/itemStorage.ts';

/** Per person: letters that anybody sends them. */
const LETTERS = { perSecond: 5 / (15 * 60), burst: 5 } as const;

const transactionOf = ({ tx }: Context): Transaction => {
  if (!tx) throw problem('unknownOperation');
  return tx;
};

const addressOf = ({ properties }: StoredItem): string => {
  const { email } = properties;
  if (typeof email !== 'string' || email === '') throw invalid([{ path: '/email', message: 'errors.required' }]);
  return accountEmail(email);
};

/** The person that a contact stands for, by its `contact` relation. */
const linkedUser = async (
  { services, readFilter, db }: Context,
  { id }: StoredItem,
): Promise<StoredItem | undefined> => {
  const query = { must: { _t: [SYSTEM_TYPES.user], contact: [id] }, max: 1 };
  const [userId] = (await services.search.search(readFilter, query)).ids;
  return userId === undefined ? undefined : await services.items.find(db, userId, true);
};

const link = async (context: Context, user: StoredItem, contact: ItemId): Promise<void> => {
  if (user.properties['contact'] !== undefined) return;
  await context.services.items.write(transactionOf(context), user, { contact }, writeMetadataOf(context), 'linked');
};

/** Anybody else would learn by an address whose account it is, and when that person was here last. */
const looksAfter = ({ subject }: Context, { properties }: StoredItem): boolean => {
  const memberships = (properties['memberships'] ?? []) as readonly { readonly owner: ItemId }[];
  const owners = memberships.map(({ owner }) => owner);
  return administers(subject, owners);
};

/** A User item for a contact: of the account with its address, or a new one. */
const userFor = async (context: Context, contact: StoredItem): Promise<StoredItem> => {
  const { services, readFilter, db } = context;
  const linked = await linkedUser(context, contact);
  if (linked) return linked;
  const email = addressOf(contact);
  const known = await findCredential(db, email);
  const user = known && (await services.items.find(db, known.user_id, true));
  if (user) {
    if (!looksAfter(context, user)) throw invalid([{ path: '/email', message: 'errors.addressTaken' }]);
    await link(context, user, contact.id);
    return user;
  }
  const label = (await services.items.labels(db, readFilter, [contact.id])).get(contact.id) ?? email;
  const properties: Readonly<Record<string, Json>> = { name: label.slice(0, 200), email, contact: contact.id };
  const type = services.registry.types[SYSTEM_TYPES.user];
  if (!type) throw problem('notAllowed');
  const next = await completeItem({ context, type, stored: undefined, next: properties, set: Object.keys(properties) });
  return await services.items.insert(transactionOf(context), type.name, next, writeMetadataOf(context), {
    kind: 'invited',
  });
};

/** The account of the User item; its address is that of the item as long as nobody has signed in. */
const ensureAccount = async (context: Context, user: StoredItem): Promise<void> => {
  const tx = transactionOf(context);
  const email = addressOf(user);
  await refuseTaken(tx, email, user.id);
  const own = await credentialOf(tx, user.id);
  if (!own) {
    const made = await insertCredential(tx, { userId: user.id, email, hash: null });
    if (!made) throw invalid([{ path: '/email', message: 'errors.addressTaken' }]);
  }
  if (own?.hash === null) await moveCredential(tx, user.id, email);
};

export interface Invited {
  readonly user: ItemId;
  readonly state: AccountState;
}

/** `target` has been read and the right to invite checked. Refuses with `invalid` a missing or taken address, `notAllowed` where the site is closed. */
export const invite = async (context: Context, target: StoredItem): Promise<Invited> => {
  const { services, subject } = context;
  const tx = transactionOf(context);
  refuseActing(subject);
  if (services.registration === 'closed') throw problem('notAllowed');
  const user = target.type === SYSTEM_TYPES.user ? target : await userFor(context, target);
  if (user.properties['blocked'] === true) throw problem('notAllowed');
  await ensureAccount(context, user);
  await takeOrRefuse(services.database, { name: `invite:${user.id}`, ...LETTERS });
  await noteInvited(tx, user.id);
  const inviter = subject.userId === undefined ? undefined : await services.items.find(tx, subject.userId);
  await services.mail.queue(tx, {
    key: `invite/${randomUUID()}`,
    to: user.id,
    template: 'invite',
    values: { by: String(inviter?.properties['name'] ?? '') },
  });
  return { user: user.id, state: await accountStateOf(tx, user.id, false) };
};

export interface AccountAnswer {
  readonly state: AccountState;
  /** When somebody who has not signed in yet was invited last, and how long the link of that letter can be followed. */
  readonly invited?: string;
  readonly until?: string;
}

/** The account behind a User item or a contact, for whoever may invite. */
export const accountState = async (context: Context, target: StoredItem): Promise<AccountAnswer> => {
  const user = target.type === SYSTEM_TYPES.user ? target : await linkedUser(context, target);
  if (!user) return { state: 'NONE' };
  const state = await accountStateOf(context.db, user.id, user.properties['blocked'] === true);
  const invited = state === 'INVITED' ? await invitedAt(context.db, user.id) : undefined;
  if (!invited) return { state };
  return { state, invited: invited.toISOString(), until: new Date(invited.getTime() + CONFIRM_MS).toISOString() };
};
