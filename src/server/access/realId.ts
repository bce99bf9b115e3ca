// An id as operations take it: of an item that could exist. Number 0 is the system's, and a create marker names no item.

import type { ItemId } from 'src/model/item/Item.ts';
import { itemId, parseRealItemId } from 'src/model/item/itemId.ts';

/** The plain id; throws `invalidId`. `Book-12-1` (a create marker) means `Book-12`. */
export const realId = (id: unknown): ItemId => {
  const { type, number } = parseRealItemId(id);
  return itemId(type, number);
};
