// Facts about the invitations of an item: the invited people and the changes since they were sent.

import type { Item, ItemId } from 'src/model/item/Item.ts';
import { isItemId } from 'src/model/item/itemId.ts';
import { INVITATION, INVITED } from 'src/model/schema/invitationNames.ts';
import { valuesAt } from 'src/model/schema/paths.ts';
import type { InvitationPaths } from 'src/model/schema/TypeServer.ts';

export interface InvitedPerson {
  /** Undefined for a person whom the reader may not see. */
  readonly person?: ItemId;
  readonly user?: ItemId;
  readonly state: 'WAITING' | 'TAKEN' | 'REFUSED' | 'FAILED' | 'NO_ADDRESS';
  readonly reason?: string;
  readonly at?: string;
  readonly answer?: string;
  readonly removed?: boolean;
}

export interface ItemInvitation {
  /** Everyone who is or was invited. */
  readonly invited: readonly InvitedPerson[];
  readonly sentAt: string | undefined;
  readonly sentBy: ItemId | undefined;
  /** People who do not know yet that they are invited, or no longer. */
  readonly untold: number;
  /** Emails that did not arrive. */
  readonly failed: number;
  /** The time, the place or the title has changed since. */
  readonly isChanged: boolean;
  readonly isCancelled: boolean;
  /** The day has passed. */
  readonly isOver: boolean;
}

const INVITATION_FACTS = ['day', 'start', 'end', 'place', 'title'] as const;

const valueTextAt = (item: Item, path: string | undefined): string | undefined => {
  const value = path === undefined ? undefined : item[path];
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined;
};

export const invitedIn = (item: Item): readonly InvitedPerson[] =>
  (Array.isArray(item[INVITED]) ? item[INVITED] : []) as readonly InvitedPerson[];

/** People who will be invited. */
export const invitedPeopleIn = (item: Item, paths: InvitationPaths): readonly ItemId[] => [
  ...new Set(paths.people.flatMap((path) => valuesAt(item, path)).filter(isItemId)),
];

export const itemInvitation = (item: Item, paths: InvitationPaths, today: string): ItemInvitation => {
  const sent = item[INVITATION] as Readonly<Record<string, string>> | undefined;
  const invited = invitedIn(item);
  const current = invited.filter(({ removed }) => removed !== true);
  const named = new Set(invitedPeopleIn(item, paths));
  const added = [...named].filter((id) => !current.some(({ person, user }) => person === id || user === id));
  const left = current.filter(
    ({ person, user }) => person !== undefined && !named.has(person) && (user === undefined || !named.has(user)),
  );
  return {
    invited,
    sentAt: sent?.['sentAt'],
    sentBy: sent?.['sentBy'],
    untold: added.length + left.length,
    failed: current.filter(({ state }) => state === 'REFUSED' || state === 'FAILED').length,
    isChanged: sent !== undefined && INVITATION_FACTS.some((name) => valueTextAt(item, paths[name]) !== sent[name]),
    isCancelled: item[paths.cancelled] === true,
    isOver: (valueTextAt(item, paths.day) ?? '') < today,
  };
};
