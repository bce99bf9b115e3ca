// Counts of a conversation: its messages, the last of them, and how many a person has not read. Servers and browsers use the same rules; the
// filter `unreadMessages` of searches states the last one in SQL (store/unreadThreads.ts).

import { idsIn } from 'src/model/item/idsIn.ts';
import type { SessionUser } from 'src/model/generated/wire.ts';
import type { Item, ItemId, Json, Values } from 'src/model/item/Item.ts';
import { isItemId } from 'src/model/item/itemId.ts';

type Thread = Readonly<Record<string, Json | undefined>>;

export const messageCountOf = ({ messageCount }: Thread): number =>
  typeof messageCount === 'number' ? messageCount : 0;

/** Returns the counts of a conversation with one more message. A new conversation has no values yet. */
export const countsWithMessage = (
  thread: Thread,
  { author, at }: { readonly author: ItemId; readonly at: Date },
): Values => ({ messageCount: messageCountOf(thread) + 1, lastMessage: at.toISOString(), lastAuthor: author });

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
