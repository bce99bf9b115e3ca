// Owner of the item that a person created last on this device. A new item begins with it where the person may choose between owners.

import { recall, remember } from 'src/client/ui/deviceMemory.ts';
import type { SessionUser } from 'src/model/generated/wire.ts';
import type { ItemId } from 'src/model/item/Item.ts';

const LAST_OWNER_KEY = 'Last-Owner';

/**
 * Stores the owner for one person, because others may use the same device, with the type of the item: an administrator may create items of
 * any organization, such as contacts of an outside one.
 */
export const rememberOwner = (person: ItemId, owner: ItemId, type: string): void =>
  remember(LAST_OWNER_KEY, `${person} ${owner} ${type}`);

/**
 * Returns the owner that a new item begins with: the only one of a member, or the one that the person used last and may still use. The owner
 * of an administrator who does not belong to it is proposed for the same type only.
 */
export const proposedOwner = (
  user: Pick<SessionUser, '$id' | 'admin' | 'readOrgs'>,
  type: string,
): ItemId | undefined => {
  const owners = user.readOrgs ?? [];
  const [person, last, lastType] = recall(LAST_OWNER_KEY)?.split(' ') ?? [];
  const isUsable = last !== undefined && (owners.includes(last) || (user.admin === true && lastType === type));
  if (isUsable && person === user.$id) return last;
  return owners.length === 1 ? owners[0] : undefined;
};
