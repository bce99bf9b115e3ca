// Values that the page reads from a conversation and a message. The compiler checks that the declared types have them
// (purposes.json).

import { stringIn } from 'src/base/stringsIn.ts';
import { idsIn } from 'src/model/item/idsIn.ts';
import type { Item, ItemId } from 'src/model/item/Item.ts';
import { isItemId } from 'src/model/item/itemId.ts';

export interface MessageValues {
  readonly author: ItemId | undefined;
  readonly body: string;
  readonly mentions: readonly ItemId[];
  readonly attachments: readonly ItemId[];
  /** Time of the deletion; `struckBy` is undefined if the reader may not see who deleted it. */
  readonly struckAt: string;
  readonly struckBy: ItemId | undefined;
  readonly edited: string;
  readonly editableUntil: string;
}

export const messageValues = (item: Item): MessageValues => ({
  author: isItemId(item.author) ? item.author : item._c.creator,
  body: stringIn(item.body),
  mentions: idsIn(item.mentions),
  attachments: idsIn(item.attachments),
  struckAt: stringIn(item.struckAt),
  struckBy: isItemId(item.struckBy) ? item.struckBy : undefined,
  edited: stringIn(item.edited),
  editableUntil: stringIn(item.editableUntil),
});
