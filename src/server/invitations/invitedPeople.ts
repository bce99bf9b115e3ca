// Reads what the server keeps of the invitations of an item, and finds the people whom the item names now.

import type { ItemId, Json, Values } from 'src/model/item/Item.ts';
import { isItemId, itemId } from 'src/model/item/itemId.ts';
import { tryParseItemId } from 'src/model/item/itemKey.ts';
import { ownText } from 'src/model/item/labelOf.ts';
import { INVITATION, INVITED, type InvitationAnswer } from 'src/model/schema/invitationNames.ts';
import { valuesAt } from 'src/model/schema/paths.ts';
import { SYSTEM_TYPES } from 'src/model/schema/systemTypes.ts';
import type { InvitationPaths } from 'src/model/schema/TypeServer.ts';
import type { InvitationContext, InvitationWriting } from 'src/server/invitations/InvitationNeeds.ts';
import type { Recipient } from 'src/server/mail/mail.ts';
import { writeUnversioned } from 'src/server/rules/writeUnversioned.ts';
import type { StoredItem } from 'src/server/store/itemStorage.ts';
import { usersHolding } from 'src/server/store/notices/people.ts';

/** The engine's own property of a user that links to the person's record in an owner. */
const CONTACT = 'contact';

/** Day, time and location as an invitation states them. */
export type InvitationFacts = {
  readonly day?: string;
  readonly start?: string;
  readonly end?: string;
  readonly place?: string;
  readonly title?: string;
};

export type Invitation = InvitationFacts & {
  readonly uid: string;
  /** SEQUENCE of RFC 5545: rises with each change that the invited are sent. */
  readonly sequence: number;
  readonly sentAt?: string;
  readonly sentBy?: ItemId;
};

export type Invited = {
  /** A user, or the item that represents a person. */
  readonly person: ItemId;
  /** The account of the person, if there is one. */
  readonly user?: ItemId;
  readonly state: 'WAITING' | 'TAKEN' | 'REFUSED' | 'FAILED' | 'NO_ADDRESS';
  readonly reason?: string;
  readonly at?: string;
  /** Number of the email that was queued last; earlier ones are not sent. */
  readonly sending: number;
  readonly answer?: InvitationAnswer;
  readonly answered?: string;
  /** The person is no longer invited. An email said so. */
  readonly removed?: boolean;
};

export const invitationOf = ({ properties }: Pick<StoredItem, 'properties'>): Invitation | undefined =>
  properties[INVITATION] as Invitation | undefined;

export const invitedOf = ({ properties }: Pick<StoredItem, 'properties'>): readonly Invited[] =>
  valuesAt(properties, INVITED) as Invited[];

/** The item must be locked. */
export const writeInvited = async (
  { services, tx }: InvitationWriting,
  stored: StoredItem,
  { invitation, invited }: { readonly invitation?: Invitation; readonly invited: readonly Invited[] },
): Promise<StoredItem> => {
  const changes = { [INVITED]: invited, ...(invitation && { [INVITATION]: invitation }) } as Values;
  return await writeUnversioned(services, tx, { stored, changes });
};

export interface Person {
  readonly person: ItemId;
  readonly user: ItemId | undefined;
  /** Undefined where the person has no address. */
  readonly to: Recipient | undefined;
}

const trimmedProperty = (value: Json | undefined): string => (typeof value === 'string' ? value.trim() : '');

const isUserItem = (id: ItemId): boolean => tryParseItemId(id)?.type === SYSTEM_TYPES.user;

/** Returns the account of a person who may sign in. */
const userOfPerson = async ({ services, db }: InvitationContext, id: ItemId): Promise<ItemId | undefined> => {
  const { registry, audience } = services;
  const numbers = isUserItem(id)
    ? []
    : await usersHolding(db, registry.types[SYSTEM_TYPES.user]?.number ?? 0, { path: CONTACT, ids: [id] });
  const users = isUserItem(id) ? [id] : numbers.map((number) => itemId(SYSTEM_TYPES.user, number));
  return (await audience.activeAmong(db, users))[0];
};

const invitedPerson = async (context: InvitationContext, stored: StoredItem): Promise<Person> => {
  const user = await userOfPerson(context, stored.id);
  const [address, name] = [trimmedProperty(stored.properties['email']), ownText(stored.label)];
  const outside = address === '' || isUserItem(stored.id) ? undefined : { address, ...(name !== '' && { name }) };
  return { person: stored.id, user, to: user ?? outside };
};

/** Returns the people whom the item names now, each person once. */
export const invitedPeople = async (
  context: InvitationContext,
  stored: StoredItem,
  { people }: Pick<InvitationPaths, 'people'>,
): Promise<Person[]> => {
  const ids = people.flatMap((path) => valuesAt(stored.properties, path)).filter(isItemId);
  const found = await context.services.items.findMany(context.db, [...new Set(ids)]);
  const all: Person[] = [];
  for (const each of found) all.push(await invitedPerson(context, each));
  return all.filter(({ user }, at) => user === undefined || all.findIndex((other) => other.user === user) === at);
};
