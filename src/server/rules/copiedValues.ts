// Values of the properties that a type copies from another item (`copies` in its declaration).

import type { Values } from 'src/model/item/Item.ts';
import type { ServerItemType } from 'src/model/schema/Registry.ts';
import type { StoredItem } from 'src/server/store/itemStorage.ts';

/** Returns the values to copy, with `null` for a missing value. */
export const copiedValues = ({ server }: ServerItemType, { properties }: StoredItem): Values =>
  Object.fromEntries((server.copies?.properties ?? []).map((name) => [name, properties[name] ?? null]));
