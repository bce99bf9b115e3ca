// Values that the page reads from a conversation and a message. The compiler checks that the declared types have them
// (purposes.json).

import { idsIn } from 'src/client/stores/unreadMessages.ts';
import type { Item, ItemId } from 'src/model/item/Item.ts';
import { isItemId } from 'src/model/item/itemId.ts';

const text = (value: unknown): string => (typeof value === 'string' ? value : '');

export interface MessageValues {
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
