// Number of unread messages of a conversation: one rule for rows of listings, the list of conversations, and counts, which the server
// computes in the same way (store/unreadThreads.ts).

import { idsIn } from 'src/model/item/idsIn.ts';
import type { SessionUser } from 'src/model/generated/wire.ts';
import type { Item } from 'src/model/item/Item.ts';
import { isItemId } from 'src/model/item/itemId.ts';

export const messageCountOf = ({ messageCount }: Item): number => (typeof messageCount === 'number' ? messageCount : 0);

type Reader = Pick<SessionUser, '$id' | 'readOrgs'>;

/** Returns whether a conversation counts for the person: as a participant or as a member of its organizations. */
const concernsReader = (thread: Item, { $id, readOrgs }: Reader): boolean => {
  const people = [thread.openedBy, thread.assignedTo, ...idsIn(thread.participants)];
  const parties = idsIn(thread.parties);
  const organizations = parties.length === 0 ? [] : [thread.owner, ...parties];
  return people.includes($id) || organizations.some((id) => isItemId(id) && readOrgs.includes(id));
};

/** Returns the number of unread messages: 0 when the person wrote last or does not take part. */
export const unreadIn = (thread: Item, seen: number | undefined, reader: Reader | undefined): number =>
  seen === undefined || !reader || thread.lastAuthor === reader.$id || !concernsReader(thread, reader)
    ? 0
    : Math.max(0, messageCountOf(thread) - seen);
