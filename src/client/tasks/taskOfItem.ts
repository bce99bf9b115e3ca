// Names the tasks that people start from an item. The page of the item finds them by this name on every device.

import type { ItemId } from 'src/model/item/Item.ts';

export const taskOfItem = (id: ItemId): string => `item-${id}`;
