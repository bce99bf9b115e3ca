// Invites a person: creates a missing account for a User item or an item with an address (a contact), links the two, and queues the email.
// People who may invite can send it again until the invitation is accepted.

import { randomUUID } from 'node:crypto';
import { SYSTEM_TYPES } from 'src/model/schema/systemTypes.ts';
import type { ItemId, Json } from 'src/model/item/Item.ts';
import { invalidAt, problem } from 'src/model/problems.ts';
import { refuseActing } from 'src/server/access/actions/refuseActing.ts';
import { administers } from 'src/server/access/actions/predicateValues.ts';
import { CONFIRM_MS } from 'src/server/accounts/accountEmails.ts';
import type { AccountContext, AccountReading, AccountWriting } from 'src/server/accounts/AccountNeeds.ts';
import { accountEmail, refuseTaken } from 'src/server/sessions/accounts.ts';
import { takeOrRefuse } from 'src/server/sessions/signIn.ts';
import { writeMetadataOf } from 'src/server/rules/writeMetadata.ts';
import { validateItem } from 'src/server/rules/validateItem.ts';
import type { AccountState } from 'src/model/access/accountState.ts';
import { accountStateOf, invitedAt } from 'src/server/store/accounts/accountStates.ts';
import {
  credentialOf,
  findCredential,
  insertCredential,
  moveCredential,
  noteInvited,
} from 'src/server/store/accounts/sessionRows.ts';
import type { StoredItem } from 'src/server/store/itemStorage.ts';

/** Limit of emails per recipient. */
const EMAIL_LIMIT = { perSecond: 5 / (15 * 60), burst: 5 } as const;

const invitedAddress = ({ properties }: StoredItem): string => {
  const { email } = properties;
  if (typeof email !== 'string' || email === '') throw invalidAt('/email', 'errors.required');
  return accountEmail(email);
};

/** Returns the person whose `contact` is the item. Searches, so it runs outside of a transaction. */
const linkedUser = async (
  { services, readFilter }: AccountReading,
  { id }: StoredItem,
): Promise<ItemId | undefined> => {
  const query = { must: { _t: [SYSTEM_TYPES.user], contact: [id] }, max: 1 };
  return (await services.search.search(readFilter, query)).ids[0];
};

const link = async (context: AccountWriting, user: StoredItem, contact: ItemId): Promise<void> => {
  if (user.properties['contact'] !== undefined) return;
  await context.services.items.write(context.tx, user, { contact }, writeMetadataOf(context), { kind: 'linked' });
};

/** Other people would learn from an address who has an account, and when they were last active. */
const looksAfter = ({ subject }: AccountContext, { properties }: StoredItem): boolean => {
  const memberships = (properties['memberships'] ?? []) as readonly { readonly owner: ItemId }[];
  const owners = memberships.map(({ owner }) => owner);
  return administers(subject, owners);
};

/** Returns the User item of a contact: the linked one, that of the account with its address, or a new one. */
const userFor = async (
  context: AccountWriting,
  contact: StoredItem,
  linkedId: ItemId | undefined,
): Promise<StoredItem> => {
  const { services, readFilter, db } = context;
  const linked = linkedId === undefined ? undefined : await services.items.find(db, linkedId, true);
  if (linked) return linked;
  const email = invitedAddress(contact);
  const known = await findCredential(db, email);
  const user = known && (await services.items.find(db, known.user_id, true));
  if (user) {
    if (!looksAfter(context, user)) throw invalidAt('/email', 'errors.addressTaken');
    await link(context, user, contact.id);
    return user;
  }
  const label = (await services.items.labels(db, readFilter, [contact.id])).get(contact.id) ?? email;
  const properties: Readonly<Record<string, Json>> = { name: label.slice(0, 200), email, contact: contact.id };
  const type = services.registry.types[SYSTEM_TYPES.user];
  if (!type) throw problem('notAllowed');
  const next = await validateItem({ context, type, stored: undefined, next: properties, set: Object.keys(properties) });
  return await services.items.insert(context.tx, type.name, next, writeMetadataOf(context), {
    kind: 'invited',
  });
};

/** Creates or updates the account. Its address is that of the item until the person has signed in. */
const ensureInvitedAccount = async (context: AccountWriting, user: StoredItem): Promise<void> => {
  const { tx } = context;
  const email = invitedAddress(user);
  await refuseTaken(tx, email, user.id);
  const own = await credentialOf(tx, user.id);
  if (!own) {
    const made = await insertCredential(tx, { userId: user.id, email, hash: null });
    if (!made) throw invalidAt('/email', 'errors.addressTaken');
  }
  if (own?.hash === null) await moveCredential(tx, user.id, email);
};

export interface Invited {
  readonly user: ItemId;
  readonly state: AccountState;
}

/** Writes the invitation. The caller has read the target and checked the right to invite. */
export type WriteInvitation = (context: AccountWriting, target: StoredItem) => Promise<Invited>;

const writeAccountInvitation = async (
  context: AccountWriting,
  target: StoredItem,
  linked: ItemId | undefined,
): Promise<Invited> => {
  const { services, subject, tx } = context;
  const user = target.type === SYSTEM_TYPES.user ? target : await userFor(context, target, linked);
  if (user.properties['blocked'] === true) throw problem('notAllowed');
  await ensureInvitedAccount(context, user);
  await noteInvited(tx, user.id, subject.userId);
  await services.adminLog.add(tx, { kind: 'INVITATION_SENT', about: user.id }, writeMetadataOf(context));
  const inviter = subject.userId === undefined ? undefined : await services.items.find(tx, subject.userId);
  await services.mail.queue(tx, {
    key: `invite/${randomUUID()}`,
    to: user.id,
    template: 'invite',
    values: { by: String(inviter?.properties['name'] ?? '') },
  });
  return { user: user.id, state: await accountStateOf(tx, user.id, false) };
};

/** Returns the item whose invitations are counted: the person, or the contact of a person who has no account yet. */
const countedFor = async (context: AccountReading, target: StoredItem, linked: ItemId | undefined): Promise<ItemId> => {
  if (target.type === SYSTEM_TYPES.user || linked !== undefined) return linked ?? target.id;
  const { email } = target.properties;
  const known = typeof email === 'string' ? await findCredential(context.db, accountEmail(email)) : undefined;
  return known?.user_id ?? target.id;
};

/**
 * Finds the person and counts the email. Throws `notAllowed` when the site is closed, `rateLimited` after many emails to one person. The
 * returned function throws `invalid` for a missing or taken address.
 */
export const prepareInvitation = async (context: AccountReading, target: StoredItem): Promise<WriteInvitation> => {
  const { services, subject } = context;
  refuseActing(subject);
  if (services.registration === 'closed') throw problem('notAllowed');
  const linked = target.type === SYSTEM_TYPES.user ? undefined : await linkedUser(context, target);
  const counted = await countedFor(context, target, linked);
  await takeOrRefuse(services.database, { name: `invite:${counted}`, ...EMAIL_LIMIT });
  return (writing, locked) => writeAccountInvitation(writing, locked, linked);
};

export interface AccountAnswer {
  readonly state: AccountState;
  /** Last invitation of a person who has not signed in yet, and the validity of its link. */
  readonly invited?: string;
  readonly until?: string;
  /** User item of a contact's person, or the person. Absent when there is no account. */
  readonly user?: ItemId;
  /** True for administrators, and for people with rights in an organization. */
  readonly isMember?: boolean;
}

/** Returns the account behind a User item or a contact, for people who may invite. */
export const accountState = async (context: AccountReading, target: StoredItem): Promise<AccountAnswer> => {
  const linked = target.type === SYSTEM_TYPES.user ? undefined : await linkedUser(context, target);
  const user = linked === undefined ? undefined : await context.services.items.find(context.db, linked);
  return await accountStateFor(context, target.type === SYSTEM_TYPES.user ? target : user);
};

const accountStateFor = async (context: AccountReading, user: StoredItem | undefined): Promise<AccountAnswer> => {
  if (!user) return { state: 'NONE' };
  const state = await accountStateOf(context.db, user.id, user.properties['blocked'] === true);
  const invited = state === 'INVITED' ? await invitedAt(context.db, user.id) : undefined;
  const memberships = user.properties['memberships'];
  const isMember = user.properties['admin'] === true || (Array.isArray(memberships) && memberships.length > 0);
  if (!invited) return { state, user: user.id, isMember };
  return {
    state,
    user: user.id,
    isMember,
    invited: invited.toISOString(),
    until: new Date(invited.getTime() + CONFIRM_MS).toISOString(),
  };
};
