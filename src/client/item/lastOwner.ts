// Owner of the item that a person created last on this device. A new item begins with it where the person may choose between owners.

import { recall, remember } from 'src/client/ui/deviceMemory.ts';
import type { SessionUser } from 'src/model/generated/wire.ts';
import type { ItemId } from 'src/model/item/Item.ts';

const LAST_OWNER_KEY = 'Last-Owner';

/** Stores the owner for one person, because others may use the same device. */
export const rememberOwner = (person: ItemId, owner: ItemId): void => remember(LAST_OWNER_KEY, `${person} ${owner}`);

/** Returns the owner that a new item begins with: the only one of a member, or the one that the person used last and may still use. */
export const proposedOwner = (user: Pick<SessionUser, '$id' | 'admin' | 'readOrgs'>): ItemId | undefined => {
  const owners = user.readOrgs ?? [];
  const [person, last] = recall(LAST_OWNER_KEY)?.split(' ') ?? [];
  if (last !== undefined && person === user.$id && (user.admin || owners.includes(last))) return last;
  return owners.length === 1 ? owners[0] : undefined;
};
