// The name of tasks that people start from an item, by which its page finds them on every device.

import type { ItemId } from 'src/model/item/Item.ts';

export const taskOfItem = (id: ItemId): string => `item-${id}`;
