// Ids of a value that may be an id, an array of ids, or anything else.

import type { ItemId } from 'src/model/item/Item.ts';
import { isItemId } from 'src/model/item/itemId.ts';

export const idsIn = (value: unknown): ItemId[] =>
  (Array.isArray(value) ? (value as readonly unknown[]) : [value]).filter(isItemId);
