// What the page reads of a conversation and of a message; the compiler holds that the declared types have these (purposes.json).

import { isRecord } from 'src/base/isRecord.ts';
import type { Item, ItemId, Json } from 'src/model/item/Item.ts';
import { isItemId } from 'src/model/item/itemId.ts';

const text = (value: unknown): string => (typeof value === 'string' ? value : '');

export const idsIn = (value: unknown): readonly ItemId[] =>
  Array.isArray(value) ? (value as readonly Json[]).filter((id): id is ItemId => isItemId(id)) : [];

export const messageCountOf = ({ messageCount }: Item): number => (typeof messageCount === 'number' ? messageCount : 0);

interface Reader {
  readonly $id: ItemId;
  readonly memberships?: unknown;
}

/** Whether a conversation concerns the person, as the count of unread ones sees it: who takes part, and members of the organizations. */
const concerns = (thread: Item, { $id, memberships }: Reader): boolean => {
  const people = [thread.openedBy, thread.assignedTo, ...idsIn(thread.participants)];
  const parties = idsIn(thread.parties);
  const owners = (Array.isArray(memberships) ? (memberships as readonly Json[]) : []).map((each) =>
    isRecord(each) ? each['owner'] : undefined,
  );
  const organizations = parties.length === 0 ? [] : [thread.owner, ...parties];
  return people.includes($id) || organizations.some((id) => isItemId(id) && owners.includes(id));
};

/** Returns the number of messages that a person has not read: 0 where the person wrote last, or does not take part. */
export const unreadIn = (thread: Item, seen: number | undefined, reader: Reader | undefined): number =>
  seen === undefined || !reader || thread.lastAuthor === reader.$id || !concerns(thread, reader)
    ? 0
    : Math.max(0, messageCountOf(thread) - seen);

interface MessageValues {
  readonly author: ItemId | undefined;
  readonly body: string;
  readonly mentions: readonly ItemId[];
  readonly attachments: readonly ItemId[];
  /** When it was struck out, and by whom as far as that may be seen. */
  readonly struckAt: string;
  readonly struckBy: ItemId | undefined;
  readonly edited: string;
  readonly editableUntil: string;
}

export const messageValues = (item: Item): MessageValues => ({
  author: isItemId(item.author) ? item.author : item._c.creator,
  body: text(item.body),
  mentions: idsIn(item.mentions),
  attachments: idsIn(item.attachments),
  struckAt: text(item.struckAt),
  struckBy: isItemId(item.struckBy) ? item.struckBy : undefined,
  edited: text(item.edited),
  editableUntil: text(item.editableUntil),
});
