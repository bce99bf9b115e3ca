// Reads the visibility level of an item from the property that its type declares.

import { isLevel, type Level } from 'src/model/access/levels.ts';
import type { Json } from 'src/model/item/Item.ts';
import type { ItemType } from 'src/model/schema/Registry.ts';

/** Returns undefined for types whose visibility is fixed or inherited from another item. */
export const levelOf = (
  type: ItemType | undefined,
  properties: Readonly<Record<string, Json | undefined>>,
): Level | undefined => {
  const level = type?.levelPath === undefined ? undefined : properties[type.levelPath];
  return isLevel(level) ? level : undefined;
};
