// The item that a push announces as deleted.

import type { ItemId } from 'src/model/item/Item.ts';
import type { TaskState } from 'src/model/generated/wire.ts';

/** Returns the item that the finished task has deleted; undefined for other tasks. */
export const deletedItem = ({ keyAction, keyItem, errorKey }: TaskState): ItemId | undefined =>
  keyAction === 'delete' && errorKey === null ? (keyItem ?? undefined) : undefined;
