// The name of an item in running text, in a label of a control or in a menu. Links show it by ItemLink.

import { absentText } from 'src/client/navigation/absentText.ts';
import type { ItemStore } from 'src/client/stores/ItemStore.ts';
import type { ItemId } from 'src/model/item/Item.ts';
import { isSystemId } from 'src/model/item/itemId.ts';

/** Returns the label of the item. While it is read, and where it cannot be shown, returns words that say so, never its id. Observable. */
export const itemName = (
  items: Pick<ItemStore, 'label' | 'get'>,
  format: (message: string) => string,
  id: ItemId,
): string => (isSystemId(id) ? format('app.system') : (items.label(id) ?? format(absentText(items.get(id)))));
